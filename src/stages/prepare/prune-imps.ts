/** Decides which imps, with which media types, a bidder is offered (implementation A 1.7, step 13; B 'Preferred media type'). */
import type { Bidder, BidderImp, Platform } from '../../adapter/contract.ts';
import { nonBidCode } from '../../errors.ts';
import { mediaTypes, type MediaType } from '../../openrtb/media-types.ts';

/** The imps that are left, what was taken from the others, and why. */
export interface PrunedImps {
  readonly imps: readonly BidderImp[];
  /** Places in the given list, with the non-bid reason. */
  readonly refused: readonly { readonly at: number; readonly code: number }[];
  /** What was taken that the bidder does not support, and why: none when all imps are whole. */
  readonly messages: readonly string[];
  /** What was taken because something else is preferred, if anything. */
  readonly reduced?: string;
}

/** Where the imps are shown, and to which media type those of several are reduced; undefined: to none. */
export interface Pruning {
  readonly platform: Platform;
  readonly preferred: MediaType | undefined;
}

/**
 * Strips media types that the bidder does not support on this platform; an imp left with none is refused, and one left with
 * several if the bidder takes only one in an imp, unless the preferred one is among them: then it is reduced to that.
 */
export function pruneImps(imps: readonly BidderImp[], bidder: Bidder, { platform, preferred }: Pruning): PrunedImps {
  if (bidder.capabilities === undefined && bidder.multiformatSupported) return { imps, refused: [], messages: [] };
  const supported = bidder.capabilities === undefined ? mediaTypes : (bidder.capabilities[platform] ?? []);
  if (supported.length === 0) {
    const refused = imps.map((_, at) => ({ at, code: nonBidCode.channel }));
    return { imps: [], refused, messages: [`${bidder.code} does not serve ${platform} requests`] };
  }
  const left: BidderImp[] = [];
  const refused: { at: number; code: number }[] = [];
  const messages = new Set<string>();
  let isReduced = false;
  for (const [at, imp] of imps.entries()) {
    const present = mediaTypes.filter((type) => imp.imp[type] !== undefined);
    const able = present.filter((type) => supported.includes(type));
    if (able.length < present.length)
      messages.add(`${bidder.code} supports only ${supported.join(', ')} on ${platform}`);
    const kept = bidder.multiformatSupported ? able : oneOf(able, preferred);
    if (kept.length > 0) {
      isReduced ||= kept.length < able.length;
      left.push(kept.length === present.length ? imp : withTypes(imp, kept));
      continue;
    }
    if (able.length > 0) messages.add(`${bidder.code} takes imps of one media type only${missing(preferred)}`);
    refused.push({ at, code: nonBidCode.mediaType });
  }
  const pruned = { imps: left, refused, messages: [...messages] };
  if (!isReduced) return pruned;
  return {
    ...pruned,
    reduced: `${bidder.code} takes imps of one media type only: offered ${preferred}, the preferred one`,
  };
}

/** Of several types the preferred one alone, if it is among them. */
function oneOf(types: readonly MediaType[], preferred: MediaType | undefined): readonly MediaType[] {
  return types.length < 2 ? types : types.filter((type) => type === preferred);
}

function missing(preferred: MediaType | undefined): string {
  return preferred === undefined ? '' : `, and some have no ${preferred}, the preferred one`;
}

function withTypes(bidderImp: BidderImp, kept: readonly MediaType[]): BidderImp {
  const own: { [key: string]: unknown } = { ...bidderImp.own };
  for (const type of mediaTypes) {
    if (bidderImp.imp[type] !== undefined && !kept.includes(type)) own[type] = undefined;
  }
  return { ...bidderImp, own };
}
