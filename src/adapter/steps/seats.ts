/** How many seats, or bids, a bidder's reply must have (bidders, `decode`). */
import { isObject } from '../../openrtb/json-object.ts';
import { decodeOpenrtb } from '../decode-openrtb.ts';
import type { Decoded } from '../reply-steps.ts';
import { asList, valueAt } from '../json.ts';
import { badReply, Refusal } from '../refusal.ts';

type Decode = (reply: unknown) => Decoded | Refusal;

/**
 * Reads an OpenRTB reply and refuses it if the number of its seats does not fit. A seat that is no object is a fault of its own and is not
 * counted. `unreadable` replaces the message for a reply that cannot be decoded.
 */
export function seats(fits: (count: number) => boolean, says: (count: number) => string, unreadable?: string): Decode {
  return (reply) => {
    const decoded = decodeOpenrtb(reply);
    if (decoded instanceof Refusal) return unreadable === undefined ? decoded : badReply(unreadable);
    const count = asList(valueAt(reply, 'seatbid')).filter(isObject).length;
    return fits(count) ? decoded : badReply(says(count));
  };
}

/** Reads an OpenRTB reply that must have a seat, since the bidder answers with status 204 if it does not bid. */
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

/** Refuses a reply without any bid, even a broken one. */
export function aBid(says: string, decode: Decode = decodeOpenrtb): Decode {
  return (reply) => {
    const decoded = decode(reply);
    if (decoded instanceof Refusal || decoded.bids.length > 0 || decoded.problems?.length) return decoded;
    return badReply(says);
  };
}
