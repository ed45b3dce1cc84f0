/**
 * Decides whether floors data is usable, from a request or a provider (Prebid Server, 'Price Floors'; implementations A 10, B 9 'Floors').
 */
import type { FloorData, FloorGroup } from '../openrtb/svc-floors.ts';
import { onceWhileKept } from '../openrtb/once.ts';
import { isCurrency, shownCurrency } from './convert.ts';
import { floorFieldsFault } from './floor-rules.ts';

/** Limits on the size of a group; 0: no limit. */
export interface FloorLimits {
  readonly maxRules?: number | undefined;
  readonly maxSchemaDims?: number | undefined;
}

/** The valid values of `floorsSchemaVersion`; null counts as not stated. */
const knownVersions: ReadonlySet<unknown> = new Set([undefined, null, 2, '2']);

/** Why no group is usable, as text to follow the data's path; undefined for no fault. */
export function floorDataFault(data: FloorData): string | undefined {
  const { floorsSchemaVersion: version } = data as { readonly floorsSchemaVersion?: unknown };
  const fault = skipRateFault(data.skipRate);
  if (fault !== undefined) return fault;
  if (!knownVersions.has(version)) return 'floorsSchemaVersion is not 2, the only one known';
  return (
    currencyFault(data.currency) ?? ((data.modelGroups ?? []).length === 0 ? 'modelGroups has no group' : undefined)
  );
}

/** Why one group is unusable, as text to follow its path; undefined for no fault. */
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

/** Counted once for all auctions that use a provider's group: it may have a hundred thousand rules. */
const countRules = onceWhileKept(({ values = {} }: FloorGroup) => Object.keys(values).length);

/** An invalid currency would be sent to bidders, and no bid could be compared with the floor. '' means not stated. */
function currencyFault(currency = ''): string | undefined {
  if (currency === '' || isCurrency(currency)) return undefined;
  return `currency is ${shownCurrency(currency)}, not three letters such as EUR`;
}

/** The fault of a `skipRate`, be it that of all floors, of the data or of a group; undefined for none. */
export function skipRateFault(rate: number | undefined): string | undefined {
  return isRate(rate) ? undefined : `skipRate is ${rate}, not from 0 to 100`;
}

/** Whether `rate` is a percentage, or not stated. */
export function isRate(rate = 0): boolean {
  return rate >= 0 && rate <= 100;
}
