/** Decides which supply chain each bidder is told (spec 4.1.10; decisions, 'schain'). No node is added. */
import { namesIn, type NameOf } from '../../openrtb/bidder-names.ts';
import type { Source } from '../../openrtb/request.ts';
import type { BidderSchain } from '../../openrtb/svc.ts';

/**
 * The `source` of the bidder called `name`: with its own entry of `ext.<namespace>.schains`, else with that for `*`, else the given
 * one. Bidders of one entry get the same object. The caller has moved 2.5 places and checked that no bidder is named twice.
 */
export function chooseSchain(
  source: Source | undefined,
  schains: readonly BidderSchain[] | undefined,
  nameOf: NameOf,
): (name: string) => Source | undefined {
  if (schains === undefined || schains.length === 0) return () => source;
  const entries = new Map<string, BidderSchain>();
  for (const entry of schains) {
    for (const name of namesIn(entry.bidders, nameOf)) if (!entries.has(name)) entries.set(name, entry);
  }
  const made = new Map<BidderSchain, Source>();
  return (name) => {
    const entry = entries.get(name) ?? entries.get('*');
    if (entry?.schain === undefined) return source;
    const known = made.get(entry);
    if (known !== undefined) return known;
    const own: Source = { ...source, schain: entry.schain };
    made.set(entry, own);
    return own;
  };
}
