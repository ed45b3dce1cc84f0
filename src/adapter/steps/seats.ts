/** How many seats a bidder's reply must have (bidders, `decode`). */
import { isObject } from '../../openrtb/merge-patch.ts';
import { decodeOpenrtb } from '../decode-openrtb.ts';
import { badReply, Refusal, type Decoded } from '../definition.ts';
import { asList } from '../json.ts';

/** What a number of seats must be, and the text of a reply with another number or that cannot be read. */
interface SeatRule {
  readonly least?: number;
  readonly most?: number;
  readonly says: (count: number) => string;
  readonly unreadable?: string;
}

/** Reads an OpenRTB reply with this many seats; another number voids it. What is no seat is a fault of its own and is not counted. */
export function seats({
  least = 0,
  most = Infinity,
  says,
  unreadable,
}: SeatRule): (reply: unknown) => Decoded | Refusal {
  return (reply) => {
    const decoded = decodeOpenrtb(reply);
    if (decoded instanceof Refusal) return unreadable === undefined ? decoded : badReply(unreadable);
    const count = isObject(reply) ? asList(reply['seatbid']).filter(isObject).length : 0;
    return count >= least && count <= most ? decoded : badReply(says(count));
  };
}
