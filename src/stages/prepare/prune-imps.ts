/** Decides which imps, with which media types, a bidder is offered (implementation A 1.7, step 13). */
import type { Bidder, BidderImp, Platform } from '../../adapter/contract.ts';
import { nonBidCode } from '../../errors.ts';
import { mediaTypes, type MediaType } from '../../openrtb/media-types.ts';

/** The imps that are left, what was taken from the others, and why. */
export interface PrunedImps {
  readonly imps: readonly BidderImp[];
  /** Places in the given list, with the non-bid reason. */
  readonly refused: readonly { readonly at: number; readonly code: number }[];
  /** What was taken, and why: none when all imps are whole. */
  readonly messages: readonly string[];
}

/**
 * Strips media types that the bidder does not support on this platform; an imp left with none is refused, and one left with
 * several if the bidder takes only one in an imp.
 */
export function pruneImps(imps: readonly BidderImp[], bidder: Bidder, platform: Platform): PrunedImps {
  if (bidder.capabilities === undefined && bidder.multiformatSupported) return { imps, refused: [], messages: [] };
  const supported = bidder.capabilities === undefined ? mediaTypes : (bidder.capabilities[platform] ?? []);
  if (supported.length === 0) {
    const refused = imps.map((_, at) => ({ at, code: nonBidCode.channel }));
    return { imps: [], refused, messages: [`${bidder.code} does not serve ${platform} requests`] };
  }
  const left: BidderImp[] = [];
  const refused: { at: number; code: number }[] = [];
  const messages = new Set<string>();
  for (const [at, imp] of imps.entries()) {
    const present = mediaTypes.filter((type) => imp.imp[type] !== undefined);
    const kept = present.filter((type) => supported.includes(type));
    if (kept.length < present.length)
      messages.add(`${bidder.code} supports only ${supported.join(', ')} on ${platform}`);
    const isMixed = kept.length > 1 && !bidder.multiformatSupported;
    if (isMixed) messages.add(`${bidder.code} takes imps of one media type only`);
    if (kept.length === 0 || isMixed) refused.push({ at, code: nonBidCode.mediaType });
    else left.push(kept.length === present.length ? imp : withTypes(imp, kept));
  }
  return { imps: left, refused, messages: [...messages] };
}

function withTypes(bidderImp: BidderImp, kept: readonly MediaType[]): BidderImp {
  const own: { [key: string]: unknown } = { ...bidderImp.own };
  for (const type of mediaTypes) {
    if (bidderImp.imp[type] !== undefined && !kept.includes(type)) own[type] = undefined;
  }
  return { ...bidderImp, own };
}
