/**
 * Composes what plugins make of one bidder's request: they read all of it, and their changes become the bidder's own
 * (src/plugins, `bidderRequest`).
 */
import type { BidderImp, BidderRequest } from '../../src/adapter/contract.ts';
import { quoted } from '../../src/openrtb/findings.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import { mediaTypes } from '../../src/openrtb/media-types.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { changesOf, withChanges } from '../../src/openrtb/with-changes.ts';
import { checkTypes } from '../../src/stages/prepare/check-types.ts';
import type { AuctionPlugins } from '../auction-plugins.ts';
import type { JudgeRequest } from '../plugin-answers.ts';

/** One bidder's request, and the indexes of its imps among the auction's. */
export interface BidderOffer {
  readonly request: BidderRequest;
  readonly sent: readonly number[];
}

/** The offer as the plugins leave it, the same object where none changes it; a name: that plugin keeps the bidder out. */
export function plugBidder(offer: BidderOffer, plugins: AuctionPlugins): BidderOffer | string {
  if (!plugins.isAskedAt('bidderRequest')) return offer;
  const { request, sent } = offer;
  const { name, bidder, auction } = request;
  const whole = wholeOf(request);
  const judge: JudgeRequest = (made) => {
    const typed = checkTypes(made, auction.namespace);
    return { request: typed.request, faults: [...typed.faults, ...strangeImps(typed.request, whole)] };
  };
  const made = plugins.bidderRequest(whole, { bidder: name, core: bidder.core }, judge);
  if (typeof made === 'string') return made;
  if (made === whole) return offer;
  const { imp: _, ...others } = whole;
  const { imp: imps = [], ...changed } = made;
  const madeOf = new Map(imps.map((imp) => [imp.id, imp]));
  const kept = request.imps.flatMap((given, at) => {
    const imp = madeOf.get(whole.imp[at]!.id);
    return imp === undefined ? [] : [{ imp: withOwn(given, whole.imp[at]!, imp), index: sent[at]! }];
  });
  const own = { ...request.own, ...changesOf<BidderRequest['request']>(others, changed) } as Partial<BidRequest>;
  return { request: { ...request, own, imps: kept.map(({ imp }) => imp) }, sent: kept.map(({ index }) => index) };
}

function wholeOf({ request, own, imps }: BidderRequest): BidRequest & { readonly imp: Imp[] } {
  // What the bidder must not see is left out: as an undefined member, it would still be listed in the copy that a plugin makes.
  const whole = withChanges<BidderRequest['request']>(request, own);
  return { ...whole, imp: imps.map(({ imp, own }) => withChanges(imp, own)) };
}

function withOwn(given: BidderImp, whole: Imp, made: Imp): BidderImp {
  return made === whole ? given : { ...given, own: { ...given.own, ...changesOf(whole, made) } as Partial<Imp> };
}

/** Faults for imps that a plugin invented or returned twice (only offered imps have params), and for imps without a media type. */
function strangeImps({ imp: imps = [] }: BidRequest, whole: BidRequest): string[] {
  const left = new Set(whole.imp?.map(({ id }) => id));
  return imps.flatMap((imp) => {
    const name = `imp ${quoted(imp.id ?? '')}`;
    if (!left.delete(imp.id)) return [`${name} is not one that the bidder is offered`];
    return mediaTypes.some((type) => imp[type] !== undefined) ? [] : [`${name} has no media type: leave it out`];
  });
}
