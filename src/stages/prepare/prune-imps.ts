/** Decides which imps, with which media types, a bidder is offered (implementation A 1.7, step 13). */
import { mediaTypes, type Bidder, type BidderImp, type MediaType } from '../../adapter/contract.ts';
import { nonBidCode } from '../../errors.ts';

/** The imps that are left, what was taken from the others, and why. */
export interface PrunedImps {
  readonly imps: readonly BidderImp[];
  /** Places in the given list, with the non-bid reason. */
  readonly refused: readonly { readonly at: number; readonly code: number }[];
  /** undefined when nothing was taken. */
  readonly message: string | undefined;
}

/** The platform of a request; a bidder may support some of its media types, or none. */
export type Platform = 'app' | 'site' | 'dooh';

/** Strips media types that the bidder does not support on this platform; an imp left with none is refused. */
export function pruneImps(imps: readonly BidderImp[], bidder: Bidder, platform: Platform): PrunedImps {
  if (bidder.capabilities === undefined) return { imps, refused: [], message: undefined };
  const supported = bidder.capabilities[platform];
  if (supported === undefined || supported.length === 0) {
    const refused = imps.map((_, at) => ({ at, code: nonBidCode.channel }));
    return { imps: [], refused, message: `${bidder.code} does not serve ${platform} requests` };
  }
  const left: BidderImp[] = [];
  const refused: { at: number; code: number }[] = [];
  imps.forEach((imp, at) => {
    const pruned = prunedImp(imp, supported);
    if (pruned === undefined) refused.push({ at, code: nonBidCode.mediaType });
    else left.push(pruned);
  });
  const isWhole = left.length === imps.length && left.every((imp, at) => imp === imps[at]);
  const message = isWhole ? undefined : `${bidder.code} supports only ${supported.join(', ')} on ${platform}`;
  return { imps: left, refused, message };
}

function prunedImp(bidderImp: BidderImp, supported: readonly MediaType[]): BidderImp | undefined {
  const present = mediaTypes.filter((type) => bidderImp.imp[type] !== undefined);
  const dropped = present.filter((type) => !supported.includes(type));
  if (dropped.length === present.length) return undefined;
  if (dropped.length === 0) return bidderImp;
  const own: { [key: string]: unknown } = { ...bidderImp.own };
  for (const type of dropped) own[type] = undefined;
  return { ...bidderImp, own };
}
