/** Composes which bids stay, in which place, with which ad-server keys (spec 4.1.3, 4.1.14). */
import type { AuctionContext } from '../src/auction/context.ts';
import { addProblem, warningCode, type Problems } from '../src/errors.ts';
import { readTargeting, type TargetingSettings } from '../src/money/targeting.ts';
import { mintIds } from '../src/openrtb/mint-ids.ts';
import type { Targeting } from '../src/openrtb/svc.ts';
import { buildTargeting } from '../src/stages/settle/build-targeting.ts';
import { rankBids, type Placing } from '../src/stages/settle/rank-bids.ts';
import { readMultibid } from '../src/stages/settle/read-multibid.ts';
import type { HopParts } from './parts.ts';
import type { PricedBid } from './take-bids.ts';

/** A bid that stays in the answer. */
export interface PlacedBid {
  readonly priced: PricedBid;
  readonly placing: Placing;
  readonly targeting: { readonly [key: string]: string } | undefined;
  readonly targetbiddercode: string | undefined;
  /** An id of our own, if the host gives bids one. */
  readonly bidid: string | undefined;
}

/** What targeting works with; warnings are added to `warnings`. */
export interface TargetingTerms {
  readonly parts: HopParts;
  readonly warnings: Problems;
}

/** Ranks the bids, drops those over a bidder's limit, and gives the others their keys, in the order of `bids`. */
export function targetBids(
  bids: readonly PricedBid[],
  context: AuctionContext,
  { parts, warnings }: TargetingTerms,
): PlacedBid[] {
  const path = `ext.${parts.config.namespace}`;
  const settings = targetingSettings(context, { parts, warnings });
  const { multibid, warnings: faults } = readMultibid(context.svc['multibid']);
  for (const fault of faults) addProblem(warnings, 'general', warningCode.multibid, `${path}.${fault}`);
  const placings = rankBids(
    bids.map((bid) => rankedBid(bid, context)),
    {
      preferdeals: settings?.preferdeals ?? false,
      defaultBidLimit: context.defaultBidLimit,
      multibid,
      bidders: biddersOfImps(context),
    },
  );
  const mintId = parts.config.auction.generateBidId ? mintIds(context.seed) : noId;
  return bids.flatMap((priced, at) => {
    const placing = placings[at]!;
    if (placing.place < 0) {
      warnOfLimit(priced, context, warnings);
      return [];
    }
    const targeting = settings && keysOf(priced, placing, settings);
    const targetbiddercode = (targeting && placing.targetbiddercode) || undefined;
    return [{ priced, placing, targeting, targetbiddercode, bidid: mintId() }];
  });
}

function noId(): undefined {
  return undefined;
}

/** What the request's targeting asks for with the defaults of host and account; undefined for a request without it. */
export function targetingSettings(
  context: AuctionContext,
  { parts, warnings }: TargetingTerms,
): TargetingSettings | undefined {
  const asked = context.svc['targeting'] as Targeting | undefined;
  if (asked === undefined) return undefined;
  const { targeting, namespace } = parts.config;
  const read = readTargeting(asked, { ...targeting, ...context.targetingDefaults, env: context.env });
  for (const text of read.warnings)
    addProblem(warnings, 'general', warningCode.targetingPrefix, `ext.${namespace}.${text}`);
  return read.settings;
}

function warnOfLimit({ bidder, imp, bid }: PricedBid, context: AuctionContext, warnings: Problems): void {
  const { name } = context.bidders[bidder]!;
  const id = JSON.stringify(String(bid['id']).slice(0, 100));
  const text = `bid ${id} on imp ${JSON.stringify(context.imps[imp]!.id)} is over the limit of bids: dropped`;
  addProblem(warnings, name, warningCode.multibid, text);
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
