/** The family of platforms that know an account by their endpoint's macros and read nothing of it in the body. */
import type { TSchema } from 'typebox';
import { decodeOpenrtb } from '../decode-openrtb.ts';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import { badReply, Refusal, type BidderWords, type Decoded } from '../definition.ts';
import { dropExt } from '../steps/imp.ts';

/** The words of one platform; the family's own may be stated anew. */
type PlatformWords<P extends TSchema> = Omit<BidderWords<P, undefined>, 'currency' | 'decode'>;

/** Makes the definition of one such platform: one call, imps without `ext`, bids in USD and of a banner where no imp says more. */
export function accountEndpoint<P extends TSchema>(words: PlatformWords<P>): BidderDefinition {
  return defineBidder<P>({
    imp: [dropExt()],
    headers: ['json', 'ortb25', 'ua', 'ip'],
    mediaType: ['imp', 'banner'],
    ...words,
    decode: decodeSeats,
    currency: 'ignored',
  });
}

/** These platforms say with status 204 that they do not bid, so that a reply without a seat is broken. */
function decodeSeats(reply: unknown): Decoded | Refusal {
  const decoded = decodeOpenrtb(reply);
  if (decoded instanceof Refusal || decoded.bids.length > 0 || decoded.problems?.length) return decoded;
  return hasSeat(reply) ? decoded : badReply('the reply has no seatbid');
}

function hasSeat(reply: unknown): boolean {
  const { seatbid } = (reply ?? {}) as { readonly seatbid?: unknown };
  return Array.isArray(seatbid) && seatbid.length > 0;
}
