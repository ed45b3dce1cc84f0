/** The family of platforms that know an account by their endpoint's macros: the first imp, whose params fill them, goes without its extension. */
import type { TSchema } from 'typebox';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import type { BidderOptions } from '../definition.ts';
import { typeOfImp } from '../media-type.ts';
import { bareFirst } from '../steps/body.ts';
import { aSeat } from '../steps/seats.ts';

/** The options of one platform; the family's own may be stated anew. */
type PlatformOptions<P extends TSchema> = Omit<BidderOptions<P, undefined>, 'currency' | 'decode'>;

/** Makes the definition of one such platform: one call, bids in USD and of a banner where no imp says more. */
export function accountEndpoint<P extends TSchema>(options: PlatformOptions<P>): BidderDefinition {
  return defineBidder<P>({
    body: [bareFirst()],
    headers: ['json', 'ortb25', 'ua', 'ip'],
    mediaType: [typeOfImp('video', 'native', 'banner'), 'banner'],
    says: { params: 'ext.bidder not provided', reply: unreadable },
    ...options,
    decode: aSeat('Empty SeatBid array', unreadable),
    currency: 'ignored',
  });
}

/** What cannot be read, in the texts of these platforms. */
const unreadable = 'Bad Server Response';
