/** Decides which imps, with which media types, a bidder is offered (implementation A 1.7, step 13; B 'Preferred media type'). */
import type { Bidder, BidderImp, Platform } from '../../adapter/contract.ts';
import { nonBidCode } from '../../errors.ts';
import { mediaTypes, type MediaType } from '../../openrtb/media-types.ts';

/** The remaining imps, what was removed from the others, and why. */
export interface PrunedImps {
  readonly imps: readonly BidderImp[];
  /** Indexes in the given list, with the non-bid reason. */
  readonly refused: readonly { readonly at: number; readonly code: number }[];
  /** What was removed because the bidder does not support it, and why; empty when all imps are whole. */
  readonly messages: readonly string[];
  /** What was removed in favour of the preferred media type, if anything. */
  readonly reduced?: string;
}

/** Where the imps are shown, and the media type to which imps of several types are reduced; undefined: none. */
interface Pruning {
  readonly platform: Platform;
  readonly preferred: MediaType | undefined;
}

/**
 * Removes media types that the bidder does not support on this platform. An imp left with none is refused. If the bidder takes only one
 * media type in an imp, an imp left with several is reduced to the preferred one, or refused if it has none of that.
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
    if (able.length > 0) messages.add(`${bidder.code} takes only imps of one media type${missing(preferred)}`);
    refused.push({ at, code: nonBidCode.mediaType });
  }
  const pruned = { imps: left, refused, messages: [...messages] };
  if (!isReduced) return pruned;
  return {
    ...pruned,
    reduced: `${bidder.code} takes only imps of one media type: offered ${preferred}, the preferred one`,
  };
}

/** Of several types only the preferred one, if it is among them. */
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
