/** Decides which supply chain each bidder receives (spec 4.1.10; decisions, 'schain'). No node is added. */
import { namesIn, type NameOf } from '../../openrtb/bidder-names.ts';
import { once } from '../../openrtb/once.ts';
import type { Source, SupplyChain } from '../../openrtb/request.ts';
import type { BidderSchain } from '../../openrtb/svc.ts';

/**
 * Returns the `source` of the bidder called `name`: with its own entry of `ext.<namespace>.schains`, else with that for `*`, else the given
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
  const withSchain = once((schain: SupplyChain): Source => ({ ...source, schain }));
  return (name) => {
    const { schain } = entries.get(name) ?? entries.get('*') ?? {};
    return schain === undefined ? source : withSchain(schain);
  };
}
