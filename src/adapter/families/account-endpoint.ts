/** The family of platforms that know an account by their endpoint's macros: the first imp, whose params fill them, goes without its extension. */
import type { TSchema } from 'typebox';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import type { BidderWords } from '../definition.ts';
import { typeOfImp } from '../media-type.ts';
import { bareFirst } from '../steps/body.ts';
import { aSeat } from '../steps/seats.ts';

/** The words of one platform; the family's own may be stated anew. */
type PlatformWords<P extends TSchema> = Omit<BidderWords<P, undefined>, 'currency' | 'decode'>;

/** Makes the definition of one such platform: one call, bids in USD and of a banner where no imp says more. */
export function accountEndpoint<P extends TSchema>(words: PlatformWords<P>): BidderDefinition {
  return defineBidder<P>({
    body: [bareFirst()],
    headers: ['json', 'ortb25', 'ua', 'ip'],
    mediaType: [typeOfImp('video', 'native', 'banner'), 'banner'],
    says: { params: 'ext.bidder not provided', reply: unreadable },
    ...words,
    decode: aSeat('Empty SeatBid array', unreadable),
    currency: 'ignored',
  });
}

/** What cannot be read, in the texts of these platforms. */
const unreadable = 'Bad Server Response';
