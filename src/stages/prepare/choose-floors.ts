/**
 * Decides which rules set an auction's floors, and whether the floors are enforced
 * (Prebid Server, 'Floor Signaling'; implementations A 10, B 9 'Floors').
 */
import type { FloorSettings } from '../../config/floor-settings.ts';
import { floorDataFault, floorGroupFault, isRate, skipRateFault } from '../../money/floor-faults.ts';
import type { FloorData, FloorGroup, Floors } from '../../openrtb/svc-floors.ts';

/** Random numbers of one auction, each from 0 to below 1. */
export interface FloorDraws {
  readonly group: number;
  readonly skip: number;
  readonly enforce: number;
  readonly fetched: number;
}

/** The floors of one auction. */
export interface ChosenFloors {
  /** The rules; undefined: imps keep their own floors. */
  readonly group: FloorGroup | undefined;
  /** The currency of the rules' floors, in capitals. */
  readonly currency: string;
  /** This auction sets no floors from rules and enforces none. */
  readonly isSkipped: boolean;
  /** Bids below the floor are dropped. */
  readonly isEnforced: boolean;
  /** Bids with a deal are dropped too. */
  readonly coversDeals: boolean;
  /** A bidder's floor takes account of what changes its prices: factors and `bidadjustments`. */
  readonly isAdjusted: boolean;
  /** Bidders that are sent no floor; `*`: none is sent any. */
  readonly untold: readonly string[];
  /** What is wrong, in sentences: `warnings` follow the path of the request's floors, `dataWarnings` that of the data, whoever gave it. */
  readonly warnings: readonly string[];
  readonly dataWarnings: readonly string[];
}

/** The request's floors with the rules of the account's provider, if there are any and the draw is within their `useFetchDataRate`. */
export function withFetched(floors: Floors, fetched: FloorData | undefined, { fetched: chance }: FloorDraws): Floors {
  const { useFetchDataRate = 100 } = fetched ?? {};
  return fetched !== undefined && chance * 100 < useFetchDataRate ? { ...floors, data: fetched } : floors;
}

/** Chooses one group of the rules by weight. A fault in a group rules out that group; a fault outside the groups rules out all of them. */
export function chooseFloors(floors: Floors, settings: FloorSettings, draws: FloorDraws): ChosenFloors {
  const warnings: string[] = [];
  const dataWarnings: string[] = [];
  const { enforcement = {} } = floors;
  const data = soundData(floors, { warnings, dataWarnings });
  const group = pickGroup(soundGroups(data, settings, dataWarnings), draws.group);
  const skipRate = group?.skipRate ?? data?.skipRate ?? rateOrNone(floors.skipRate) ?? 0;
  const { enforceRate: asked } = enforcement;
  if (!isRate(asked)) warnings.push(`enforcement.enforceRate is ${asked}, not from 0 to 100: the account's is used`);
  // Both must admit the auction, as in both servers: a request cannot raise the rate that the account limits.
  const enforceRate = Math.min(rateOrNone(asked) ?? 100, settings.enforceRate ?? 100);
  return {
    group,
    currency: (group?.currency || data?.currency || 'USD').toUpperCase(),
    isSkipped: draws.skip * 100 < skipRate,
    isEnforced: enforcement.enforcePBS !== false && draws.enforce * 100 < enforceRate,
    coversDeals: enforcement.floorDeals === true && settings.enforceDealFloors === true,
    isAdjusted: enforcement.bidAdjustment ?? settings.adjustForBidAdjustment ?? true,
    untold: group?.noFloorSignalBidders ?? data?.noFloorSignalBidders ?? enforcement.noFloorSignalBidders ?? [],
    warnings,
    dataWarnings,
  };
}

/** `rate` if it is a percentage; undefined otherwise. */
function rateOrNone(rate: number | undefined): number | undefined {
  return isRate(rate) ? rate : undefined;
}

/** The data, unless a fault outside the groups makes all of them unusable. */
function soundData(
  { skipRate, floorMin = 0, data }: Floors,
  { warnings, dataWarnings }: { readonly warnings: string[]; readonly dataWarnings: string[] },
): FloorData | undefined {
  const unused = 'the rules are not used';
  const fault = skipRateFault(skipRate) ?? (floorMin >= 0 ? undefined : `floorMin is ${floorMin}, below 0`);
  const dataFault = data && floorDataFault(data);
  if (fault !== undefined) warnings.push(`${fault}: ${unused}`);
  else if (dataFault !== undefined) dataWarnings.push(`${dataFault}: ${unused}`);
  else return data;
  return undefined;
}

function soundGroups(data: FloorData | undefined, settings: FloorSettings, dataWarnings: string[]): FloorGroup[] {
  return (data?.modelGroups ?? []).filter((group, at) => {
    const fault = floorGroupFault(group, settings);
    if (fault !== undefined) dataWarnings.push(`modelGroups[${at}].${fault}: the group is ignored`);
    return fault === undefined;
  });
}

/** The group that `chance` draws, each as likely as its weight. */
function pickGroup(groups: readonly FloorGroup[], chance: number): FloorGroup | undefined {
  const total = groups.reduce((sum, { modelWeight = 1 }) => sum + modelWeight, 0);
  let left = chance * total;
  return groups.find(({ modelWeight = 1 }) => (left -= modelWeight) < 0);
}
