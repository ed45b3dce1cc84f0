/** How many seats, or bids, a bidder's reply must have (bidders, `decode`). */
import { isObject } from '../../openrtb/merge-patch.ts';
import { decodeOpenrtb } from '../decode-openrtb.ts';
import type { Decoded } from '../reply-steps.ts';
import { asList, valueAt } from '../json.ts';
import { badReply, Refusal } from '../refusal.ts';

type Decode = (reply: unknown) => Decoded | Refusal;

/** Reads an OpenRTB reply; a number of seats that does not fit voids it. What is no seat is a fault of its own and is not counted. */
export function seats(fits: (count: number) => boolean, says: (count: number) => string, unreadable?: string): Decode {
  return (reply) => {
    const decoded = decodeOpenrtb(reply);
    if (decoded instanceof Refusal) return unreadable === undefined ? decoded : badReply(unreadable);
    const count = asList(valueAt(reply, 'seatbid')).filter(isObject).length;
    return fits(count) ? decoded : badReply(says(count));
  };
}

/** Reads an OpenRTB reply of a bidder that says with status 204 that it does not bid, so that one without a seat is broken. */
export function aSeat(says: string, unreadable?: string): Decode {
  return seats(
    (count) => count > 0,
    () => says,
    unreadable,
  );
}

/** Reads an OpenRTB reply with exactly one seat. */
export const oneSeat = seats(
  (count) => count === 1,
  (count) => `Invalid SeatBids count: ${count}`,
);

/** Voids a reply in which not even a broken bid stands. */
export function aBid(says: string, decode: Decode = decodeOpenrtb): Decode {
  return (reply) => {
    const decoded = decode(reply);
    if (decoded instanceof Refusal || decoded.bids.length > 0 || decoded.problems?.length) return decoded;
    return badReply(says);
  };
}
