/** Decides which floors data can be followed (Prebid Server, 'Price Floors'; implementations A 10, B 9 'Floors'): a request's and a provider's alike. */
import type { FloorData, FloorGroup } from '../openrtb/svc-floors.ts';
import { onceWhileKept } from '../openrtb/once.ts';
import { isCurrency, shownCurrency } from './convert.ts';
import { floorFieldsFault } from './floor-rules.ts';

/** How large a group may be; 0: any. */
export interface FloorLimits {
  readonly maxRules?: number | undefined;
  readonly maxSchemaDims?: number | undefined;
}

/** Of floors data, as it may be written; null states nothing. */
const knownVersions: ReadonlySet<unknown> = new Set([undefined, null, 2, '2']);

/** What makes all groups useless, to follow the path of the data; undefined for nothing. */
export function floorDataFault(data: FloorData): string | undefined {
  const { floorsSchemaVersion: version } = data as { readonly floorsSchemaVersion?: unknown };
  const fault = skipRateFault(data.skipRate);
  if (fault !== undefined) return fault;
  if (!knownVersions.has(version)) return 'floorsSchemaVersion is not 2, the only one known';
  return (
    currencyFault(data.currency) ?? ((data.modelGroups ?? []).length === 0 ? 'modelGroups has no group' : undefined)
  );
}

/** What makes one group useless, to follow its path; undefined for nothing. */
export function floorGroupFault(group: FloorGroup, limits: FloorLimits): string | undefined {
  const { maxRules = 0, maxSchemaDims = 0 } = limits;
  const { schema, currency, skipRate, modelWeight = 1, default: standard = 0 } = group;
  const { fields = [] } = schema ?? {};
  const rules = countRules(group);
  const fault = skipRateFault(skipRate);
  if (fault !== undefined) return fault;
  if (!(modelWeight >= 1 && modelWeight <= 100)) return `modelWeight is ${modelWeight}, not from 1 to 100`;
  if (!(standard >= 0)) return `default is ${standard}, below 0`;
  if (rules === 0) return 'values has no rule';
  if (maxRules > 0 && rules > maxRules) return `values has ${rules} rules, over the account's ${maxRules}`;
  if (maxSchemaDims > 0 && fields.length > maxSchemaDims)
    return `schema.fields has ${fields.length} fields, over the account's ${maxSchemaDims}`;
  return currencyFault(currency) ?? floorFieldsFault(fields);
}

/** Once for all auctions that follow a provider's group: it may have a hundred thousand. */
const countRules = onceWhileKept(({ values = {} }: FloorGroup) => Object.keys(values).length);

/** A bidder would be told of it, and no bid could be compared with it. '' is none. */
function currencyFault(currency = ''): string | undefined {
  if (currency === '' || isCurrency(currency)) return undefined;
  return `currency is ${shownCurrency(currency)}, not three letters such as EUR`;
}

/** Wherever it stands: of all floors, of the data, or of a group. */
export function skipRateFault(rate: number | undefined): string | undefined {
  return isRate(rate) ? undefined : `skipRate is ${rate}, not from 0 to 100`;
}

/** Whether `rate` is a percentage, or not stated. */
export function isRate(rate = 0): boolean {
  return rate >= 0 && rate <= 100;
}
