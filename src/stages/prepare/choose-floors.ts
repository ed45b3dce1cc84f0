/** Decides which rules an auction's floors follow, and whether they are kept (Prebid Server, 'Floor Signaling'; implementations A 10, B 9 'Floors'). */
import type { FloorSettings } from '../../config/floor-settings.ts';
import { shownCurrency } from '../../money/convert.ts';
import { floorFieldsFault } from '../../money/floor-rules.ts';
import type { FloorData, FloorGroup, Floors } from '../../openrtb/svc-floors.ts';

/** Chances of one auction, each from 0 to below 1. */
export interface FloorDraws {
  readonly group: number;
  readonly skip: number;
  readonly enforce: number;
  readonly fetched: number;
}

/** The floors of one auction. */
export interface ChosenFloors {
  /** The rules; undefined: imps keep the floors they have. */
  readonly group: FloorGroup | undefined;
  /** Of the rules' floors, in capitals. */
  readonly currency: string;
  /** This auction has no floors, nor are any kept. */
  readonly isSkipped: boolean;
  /** Bids below the floor are dropped. */
  readonly isEnforced: boolean;
  /** Those with a deal, too. */
  readonly coversDeals: boolean;
  /** A bidder's floor allows for the factor of its prices. */
  readonly isAdjusted: boolean;
  /** Bidders that are told no floor; `*`: none is. */
  readonly untold: readonly string[];
  /** What is wrong, a sentence each, to follow the path of the request's floors. */
  readonly warnings: readonly string[];
}

/** The request's floors with the rules of the account's provider, if there are any and chance does not have it otherwise (`useFetchDataRate`). */
export function withFetched(floors: Floors, fetched: FloorData | undefined, { fetched: chance }: FloorDraws): Floors {
  const { useFetchDataRate = 100 } = fetched ?? {};
  return fetched !== undefined && chance * 100 < useFetchDataRate ? { ...floors, data: fetched } : floors;
}

/** Chooses one group of the rules by weight. What is wrong with a group costs that group, what is wrong around them all of them. */
export function chooseFloors(floors: Floors, settings: FloorSettings, draws: FloorDraws): ChosenFloors {
  const warnings: string[] = [];
  const { enforcement = {} } = floors;
  const fault = wholeFault(floors);
  if (fault !== undefined) warnings.push(`${fault}: the rules are not used`);
  const data = fault === undefined ? floors.data : undefined;
  const group = pickGroup(soundGroups(data, settings, warnings), draws.group);
  const skipRate = group?.skipRate ?? data?.skipRate ?? (isRate(floors.skipRate) ? floors.skipRate : undefined) ?? 0;
  const { enforceRate: asked } = enforcement;
  if (!isRate(asked)) warnings.push(`enforcement.enforceRate is ${asked}, not from 0 to 100: the account's counts`);
  const enforceRate = (isRate(asked) ? asked : undefined) ?? settings.enforceRate ?? 100;
  return {
    group,
    currency: (group?.currency || data?.currency || 'USD').toUpperCase(),
    isSkipped: draws.skip * 100 < skipRate,
    isEnforced: enforcement.enforcePBS !== false && draws.enforce * 100 < enforceRate,
    coversDeals: enforcement.floorDeals === true && settings.enforceDealFloors === true,
    isAdjusted: enforcement.bidAdjustment ?? settings.adjustForBidAdjustment ?? true,
    untold: group?.noFloorSignalBidders ?? data?.noFloorSignalBidders ?? enforcement.noFloorSignalBidders ?? [],
    warnings,
  };
}

/** Of floors data, as it may be written; null states nothing. */
const knownVersions: ReadonlySet<unknown> = new Set([undefined, null, 2, '2']);

/** What makes all rules useless. */
function wholeFault({ skipRate, floorMin = 0, data }: Floors): string | undefined {
  if (!isRate(skipRate)) return `skipRate is ${skipRate}, not from 0 to 100`;
  if (!(floorMin >= 0)) return `floorMin is ${floorMin}, below 0`;
  if (data === undefined) return undefined;
  if (!isRate(data.skipRate)) return `data.skipRate is ${data.skipRate}, not from 0 to 100`;
  const { floorsSchemaVersion: version } = data as { readonly floorsSchemaVersion?: unknown };
  if (!knownVersions.has(version)) return 'data.floorsSchemaVersion is not 2, the only one known';
  const fault = currencyFault(data.currency);
  if (fault !== undefined) return `data.${fault}`;
  return (data.modelGroups ?? []).length === 0 ? 'data.modelGroups has no group' : undefined;
}

function soundGroups(data: FloorData | undefined, settings: FloorSettings, warnings: string[]): FloorGroup[] {
  return (data?.modelGroups ?? []).filter((group, at) => {
    const fault = groupFault(group, settings);
    if (fault !== undefined) warnings.push(`data.modelGroups[${at}].${fault}: the group is left out`);
    return fault === undefined;
  });
}

function groupFault(group: FloorGroup, { maxRules = 0, maxSchemaDims = 0 }: FloorSettings): string | undefined {
  const { schema, values = {}, currency, skipRate, modelWeight = 1, default: standard = 0 } = group;
  const { fields = [] } = schema ?? {};
  const rules = Object.keys(values).length;
  if (!isRate(skipRate)) return `skipRate is ${skipRate}, not from 0 to 100`;
  if (!(modelWeight >= 1 && modelWeight <= 100)) return `modelWeight is ${modelWeight}, not from 1 to 100`;
  if (!(standard >= 0)) return `default is ${standard}, below 0`;
  if (rules === 0) return 'values has no rule';
  if (maxRules > 0 && rules > maxRules) return `values has ${rules} rules, over the account's ${maxRules}`;
  if (maxSchemaDims > 0 && fields.length > maxSchemaDims)
    return `schema.fields has ${fields.length} fields, over the account's ${maxSchemaDims}`;
  return currencyFault(currency) ?? floorFieldsFault(fields);
}

/** A bidder would be told of it, and no bid could be compared with it. '' is none. */
function currencyFault(currency = ''): string | undefined {
  if (currency === '' || /^[A-Za-z]{3}$/.test(currency)) return undefined;
  return `currency is ${shownCurrency(currency)}, not three letters such as EUR`;
}

function isRate(rate = 0): boolean {
  return rate >= 0 && rate <= 100;
}

/** The group that a chance falls on, each as likely as its weight. */
function pickGroup(groups: readonly FloorGroup[], chance: number): FloorGroup | undefined {
  const total = groups.reduce((sum, { modelWeight = 1 }) => sum + modelWeight, 0);
  let left = chance * total;
  return groups.find(({ modelWeight = 1 }) => (left -= modelWeight) < 0);
}
