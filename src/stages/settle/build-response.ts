/** Decides the answer's outer form (spec 2.3; decisions, 'Seats', 'One outcome per (imp, bidder)'). */
import type { Problems } from '../../errors.ts';
import type { JsonObject } from '../../openrtb/json-object.ts';

/** One seat of the answer. */
export interface Seat {
  readonly seat: string;
  readonly bid: readonly JsonObject[];
  /** The `ext` of a stored seat; absent for none. */
  readonly ext?: JsonObject;
}

/** One seat's imps without a bid, and why. */
export interface SeatNonBid {
  readonly seat: string;
  readonly nonbid: readonly { readonly impid: string; readonly statuscode: number }[];
}

/** The parts of the answer. Empty parts are left out, except `seatbid`. */
interface ResponseParts {
  readonly namespace: string;
  readonly id: string;
  readonly cur: string;
  readonly seats: readonly Seat[];
  /** Milliseconds by bidder. */
  readonly responsetimemillis: ReadonlyMap<string, number>;
  readonly tmaxrequest: number | null;
  readonly errors: Problems;
  readonly warnings: Problems;
  readonly debug: JsonObject | undefined;
  readonly seatnonbid: readonly SeatNonBid[] | undefined;
  /** Configurations of auctions that the browser is to run. */
  readonly fledge: readonly JsonObject[];
  /** What the client put into `ext.<namespace>` to get back (implementation A 2.6); undefined for nothing. */
  readonly passthrough: unknown;
}

/** The bid response. */
export function buildResponse(parts: ResponseParts): JsonObject {
  const ext: { [key: string]: unknown } = { responsetimemillis: Object.fromEntries(parts.responsetimemillis) };
  const svc: { [key: string]: unknown } = {};
  // `Object.fromEntries` makes a bidder called `__proto__` an ordinary member.
  if (parts.errors.size > 0) ext['errors'] = Object.fromEntries(parts.errors);
  if (parts.warnings.size > 0) ext['warnings'] = Object.fromEntries(parts.warnings);
  if (parts.tmaxrequest !== null) ext['tmaxrequest'] = parts.tmaxrequest;
  if (parts.debug !== undefined) ext['debug'] = parts.debug;
  if (parts.seatnonbid !== undefined) {
    ext['seatnonbid'] = parts.seatnonbid;
    svc['seatnonbid'] = parts.seatnonbid;
  }
  if (parts.fledge.length > 0) svc['fledge'] = { auctionconfigs: parts.fledge };
  if (parts.passthrough !== undefined) svc['passthrough'] = parts.passthrough;
  if (Object.keys(svc).length > 0) ext[parts.namespace] = svc;
  return { id: parts.id, cur: parts.cur, seatbid: parts.seats, ext };
}
