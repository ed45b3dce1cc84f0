/** Composes which bids stay, in which place, with which ad-server keys (spec 4.1.3, 4.1.14). */
import type { AuctionContext } from '../src/auction/context.ts';
import { readTargeting, type TargetingSettings } from '../src/money/targeting.ts';
import type { Targeting } from '../src/openrtb/svc.ts';
import { buildTargeting } from '../src/stages/settle/build-targeting.ts';
import { rankBids, type Placing } from '../src/stages/settle/rank-bids.ts';
import { readMultibid } from '../src/stages/settle/read-multibid.ts';
import type { HopParts } from './parts.ts';
import type { PricedBid } from './read-replies.ts';

/** A bid that stays in the answer. */
export interface PlacedBid {
  readonly priced: PricedBid;
  readonly targeting: { readonly [key: string]: string } | undefined;
  readonly targetbiddercode: string | undefined;
}

/** Ranks the bids, drops those over a bidder's limit, and gives the others their keys, in the order of `bids`. */
export function targetBids(bids: readonly PricedBid[], context: AuctionContext, parts: HopParts): PlacedBid[] {
  const settings = targetingSettings(context, parts);
  const placings = rankBids(
    bids.map((bid) => rankedBid(bid, context)),
    {
      preferdeals: settings?.preferdeals ?? false,
      defaultBidLimit: context.defaultBidLimit,
      multibid: readMultibid(context.svc['multibid']).multibid,
      bidders: biddersOfImps(context),
    },
  );
  return bids.flatMap((priced, at) => {
    const placing = placings[at]!;
    if (placing.place < 0) return [];
    const targeting = settings && keysOf(priced, placing, settings);
    return [{ priced, targeting, targetbiddercode: (targeting && placing.targetbiddercode) || undefined }];
  });
}

function targetingSettings(context: AuctionContext, { config }: HopParts): TargetingSettings | undefined {
  const asked = context.svc['targeting'] as Targeting | undefined;
  if (asked === undefined) return undefined;
  return readTargeting(asked, { ...config.targeting, ...context.targetingDefaults, env: context.env }).settings;
}

function rankedBid({ bid, bidder, imp, price }: PricedBid, context: AuctionContext) {
  return { imp, bidder: context.bidders[bidder]!.name, price, dealid: bid['dealid'] as string | undefined };
}

function keysOf({ bid, type, price }: PricedBid, placing: Placing, settings: TargetingSettings) {
  const { dealid, w, h } = bid as { readonly dealid?: string; readonly w?: number; readonly h?: number };
  return buildTargeting({ type, price, dealid, w, h }, placing, settings) ?? undefined;
}

/** The names of each imp's bidders, in the imp's own order. */
function biddersOfImps({ imps, bidders }: AuctionContext): string[][] {
  return imps.map((imp) => imp.bidders.map((at) => bidders[at]!.name));
}
