/** Composes which bids stay, and at which place (spec 4.1.14; decisions, 'Winner', 'Multibid'). */
import type { AuctionContext } from '../../src/auction/context.ts';
import type { ImpEcho } from '../../src/auction/context-imp.ts';
import { addProblem, addWarning, warningCode, type Problems } from '../../src/errors.ts';
import type { TargetingSettings } from '../../src/money/targeting.ts';
import { quoted } from '../../src/openrtb/findings.ts';
import { mintIds } from '../../src/openrtb/mint-ids.ts';
import type { BidEvents, CacheEntry } from '../../src/stages/settle/build-bid.ts';
import type { CachedBid } from '../../src/stages/settle/build-targeting.ts';
import { limitEchoes } from '../../src/stages/settle/limit-echoes.ts';
import { orderBids } from '../../src/stages/settle/order-bids.ts';
import { rankBids, type Placing, type RankRules } from '../../src/stages/settle/rank-bids.ts';
import { readMultibid } from '../../src/stages/settle/read-multibid.ts';
import type { BidTerms } from '../parts.ts';
import type { PricedBid } from './take-bids.ts';

/** A bid that stays in the answer. */
export interface PlacedBid {
  readonly priced: PricedBid;
  readonly placing: Placing;
  /** Its entry in the cache, for the answer and for its keys. */
  readonly cached: (CacheEntry & CachedBid) | undefined;
  readonly events: BidEvents | undefined;
  readonly targeting: { readonly [key: string]: string } | undefined;
  readonly targetbiddercode: string | undefined;
  /** This host's id for the bid, if the host gives bids ids. */
  readonly bidid: string | undefined;
  readonly echo: ImpEcho | undefined;
}

/** What placing works with. */
export interface PlacingTerms extends BidTerms {
  /** Undefined for a request without targeting. */
  readonly settings: TargetingSettings | undefined;
}

/** Ranks the bids and drops those over a bidder's limit; returns the others in the order of the answer, without keys. */
export function placeBids(
  bids: readonly PricedBid[],
  context: AuctionContext,
  { parts, warnings, settings }: PlacingTerms,
): PlacedBid[] {
  const path = `ext.${parts.config.namespace}`;
  const { multibid, warnings: faults } = readMultibid(context.svc['multibid'], context.multibidIndexes);
  for (const fault of faults) addWarning(warnings, `${path}.${fault}`, warningCode.multibid);
  const known = knownEntries(multibid, context);
  const placings = rankBids(
    bids.map((bid) => rankedBid(bid, context)),
    {
      preferdeals: settings?.preferdeals ?? false,
      defaultBidLimit: context.defaultBidLimit,
      multibid: known,
      bidders: biddersOfImps(context),
      tellsRank: context.tellsRank === true,
    },
  );
  const idOf = parts.config.auction.generateBidId ? idsByNumber(context.seed) : () => undefined;
  const kept: PlacedBid[] = [];
  for (const [at, priced] of bids.entries()) {
    const placing = placings[at]!;
    if (placing.place < 0) warnOfLimit(priced, context, warnings);
    else kept.push(placedBid(priced, placing, idOf(priced.nth)));
  }
  const placed = known.size === 0 ? kept : ordered(kept, known, context);
  const limited = limitEchoes(placed.map(({ echo }) => echo));
  if (limited === undefined) return placed;
  addWarning(warnings, limited.warning);
  return placed.map((one, at) => ({ ...one, echo: limited.echoes[at] }));
}

/**
 * Makes this host's ids for bids by number, in rising order: when the hop runs again, a bid gets the same id, whatever became of others.
 */
function idsByNumber(seed: string): (nth: number) => string {
  const mintId = mintIds(seed);
  let minted = 0;
  return (nth) => {
    for (minted += 1; minted < nth; minted++) mintId();
    return mintId();
  };
}

/** A bid that is not cached yet, and has no events and no keys. */
function placedBid(priced: PricedBid, placing: Placing, bidid: string | undefined): PlacedBid {
  return {
    priced,
    placing,
    cached: undefined,
    events: undefined,
    targeting: undefined,
    targetbiddercode: undefined,
    bidid,
    echo: priced.impTerms.echo,
  };
}

function ordered(kept: readonly PlacedBid[], named: RankRules['multibid'], { bidders }: AuctionContext): PlacedBid[] {
  const at = new Set(bidders.flatMap(({ name }, at) => (named.has(name.toLowerCase()) ? [at] : [])));
  const bids = kept.map(({ priced: { imp, bidder }, placing: { place } }) => ({ imp, bidder, place }));
  return orderBids(bids, at).map((from) => kept[from]!);
}

function warnOfLimit({ bidder, imp, bid }: PricedBid, context: AuctionContext, warnings: Problems): void {
  const { name } = context.bidders[bidder]!;
  const text = `bid ${quoted(bid['id'] as string)} on imp ${quoted(context.imps[imp]!.id)} is over the limit of bids: dropped`;
  addProblem(warnings, name, { code: warningCode.multibid, message: text });
}

function rankedBid({ bid, bidder, imp, price }: PricedBid, context: AuctionContext) {
  return { imp, bidder: context.bidders[bidder]!.name, price, dealid: bid['dealid'] as string | undefined };
}

/** The entries without those for seats that only stored responses name: such a name is no bidder here, and is ignored. */
function knownEntries(multibid: RankRules['multibid'], { bidders }: AuctionContext): RankRules['multibid'] {
  if (multibid.size === 0) return multibid;
  const known = new Map(multibid);
  for (const { name, configured } of bidders) if (configured === '') known.delete(name.toLowerCase());
  return known;
}

/** The names of each imp's bidders, in the imp's own order. */
function biddersOfImps({ imps, bidders }: AuctionContext): string[][] {
  return imps.map((imp) => imp.bidders.map((at) => bidders[at]!.name));
}
