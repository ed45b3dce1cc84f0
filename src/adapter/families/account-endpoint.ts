/** The family of platforms that identify an account by macros in their endpoint. The first imp's params fill them; its `ext` is removed. */
import type { TSchema } from 'typebox';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import type { BidderOptions } from '../definition.ts';
import { typeOfImp } from '../media-type.ts';
import { bareFirst } from '../steps/body.ts';
import { aSeat } from '../steps/seats.ts';

/** The options of one platform, which may override the family's. */
type PlatformOptions<P extends TSchema> = Omit<BidderOptions<P, undefined>, 'currency' | 'decode'>;

/** Defines one such platform: a single call; bids are in USD, and are banners unless their imp says otherwise. */
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

/** These platforms' message for a reply that cannot be read. */
const unreadable = 'Bad Server Response';
