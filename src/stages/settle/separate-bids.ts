/**
 * Decides which of the bids that an ad server could not tell apart stays (implementations A and B, 'Bid was deduplicated'). Both compare
 * rounded prices; of equal ones A picks one at random and B takes any. Here the better price stays, even by a cent, and the auction's seed
 * decides between bids at one price.
 */

/** A bid of a pod: those of one `group` compete for one place. `price` is in the ad server's currency. */
export interface PodRival {
  readonly group: string;
  readonly price: number;
  readonly hasDeal: boolean;
}

/** `preferdeals`: deals win over all others; `chance` returns whole numbers derived from the auction's seed. */
interface SeparationRules {
  readonly preferdeals: boolean;
  readonly chance: () => number;
}

/** The indexes in `rivals` of those that stay: one of each group. */
export function separateBids(
  rivals: readonly PodRival[],
  { preferdeals, chance }: SeparationRules,
): ReadonlySet<number> {
  const best = new Map<string, number[]>();
  for (const [at, rival] of rivals.entries()) {
    const known = best.get(rival.group);
    const order = known === undefined ? 1 : compare(rival, rivals[known[0]!]!, preferdeals);
    if (order > 0) best.set(rival.group, [at]);
    else if (order === 0) known!.push(at);
  }
  return new Set([...best.values()].map((equal) => equal[equal.length === 1 ? 0 : chance() % equal.length]!));
}

function compare(a: PodRival, b: PodRival, preferdeals: boolean): number {
  const deals = preferdeals ? Number(a.hasDeal) - Number(b.hasDeal) : 0;
  return deals || a.price - b.price;
}
