/**
 * Decides how an OpenRTB reply is read (OpenRTB 2.6 section 4.2). A member of the wrong type costs its bid, a broken seat its bids, and a
 * wrong member of the reply itself the whole reply.
 */
import { errorCode, type Problem } from '../errors.ts';
import { isDeeper } from '../openrtb/depth.ts';
import { readable } from '../openrtb/readable.ts';
import { isObject, type JsonObject } from '../openrtb/json-object.ts';
import { Bid } from '../openrtb/response.ts';
import { compileTypePlan, conforms } from '../openrtb/type-plan.ts';
import type { Decoded, DecodedBid } from './reply-steps.ts';
import { badReply, type Refusal } from './refusal.ts';

const plan = compileTypePlan(Bid);
/** The members of a bid that have a declared type. Only these are searched for faults: a bid may have very many others. */
const typedNames = [...plan.members.keys()];
const typed: ReadonlySet<string> = new Set(typedNames.filter((name) => name !== 'ext'));

/** Ids of a bid that some bidders write as whole numbers, as implementation B allows; also `id` and `bidid` of the reply, and seats. */
const looseIds: ReadonlySet<string> = new Set(['id', 'impid', 'crid', 'cid', 'adid', 'dealid']);

/**
 * The most seats and bids of a reply that are read: far more than any auction needs. A reply of a megabyte has room for 350,000 empty ones,
 * which would take a tenth of a second, and each that takes part is priced, cached and answered.
 */
export const mostEntries = 5000;

/** Tells that a reply has more. */
export const tooManyEntries: Problem = {
  code: errorCode.badServerResponse,
  message: `the reply has more than ${mostEntries} seats and bids: the rest is dropped`,
};

/** Ids of the reply itself, which nothing reads; null counts as absent. */
const replyIds = ['id', 'bidid'] as const;

/**
 * The bids of all seats, or a refusal if the reply is not an object or one of its own members has the wrong type. null is an empty reply.
 */
export function decodeOpenrtb(reply: unknown): Decoded | Refusal {
  if (reply === null) return { bids: [] };
  if (!isObject(reply)) return badReply('the reply is not a JSON object');
  const wrong = isWrongText(reply['cur']) ? 'cur' : replyIds.find((name) => isWrongText(asId(reply[name])));
  if (wrong !== undefined) return badReply(`the reply has a ${wrong} that is not a string`);
  const seatbid = reply['seatbid'] ?? [];
  if (!Array.isArray(seatbid)) return badReply('the reply has a seatbid that is not an array');
  const decoding: Decoding = { bids: [], problems: [], left: mostEntries };
  for (const seat of seatbid as unknown[]) {
    if (--decoding.left >= 0) decodeSeat(seat, decoding);
    if (decoding.left < 0) break;
  }
  const { bids, problems, left } = decoding;
  // First, as only the first problems are shown.
  if (left < 0) problems.unshift(tooManyEntries);
  return { cur: (reply['cur'] as string | null | undefined) ?? '', bids, problems };
}

/** What has been read of a reply; `left`: how many more seats and bids may be read. */
interface Decoding {
  readonly bids: DecodedBid[];
  readonly problems: Problem[];
  left: number;
}

function decodeSeat(seat: unknown, decoding: Decoding): void {
  const { bids, problems } = decoding;
  const fault = (message: string): unknown => problems.push({ code: errorCode.badServerResponse, message });
  const list = isObject(seat) ? (seat['bid'] ?? []) : undefined;
  const name = isObject(seat) ? asId(seat['seat']) : undefined;
  if (!isObject(seat) || !Array.isArray(list) || isWrongText(name)) {
    fault('a seatbid of the reply is not an object with a list of bids');
    return;
  }
  const seatbid = name === seat['seat'] ? seat : { ...seat, seat: name };
  for (const bid of list as unknown[]) {
    if (--decoding.left < 0) return;
    const checked = typedBid(bid);
    if (checked === undefined) fault(`a bid of the reply ${faultOf(bid)}`);
    else bids.push({ bid: checked, seatbid });
  }
}

/**
 * The bid if every member has its type, else undefined. Unless it conforms as it came, null members are dropped, ids that are numbers become
 * texts, and long integers of other typed members numbers.
 */
function typedBid(bid: unknown): Bid | undefined {
  if (isBid(bid)) return bid;
  if (!isObject(bid)) return undefined;
  const given = Object.entries(bid).filter(([, value]) => value !== null);
  const kept = Object.fromEntries(given.map(([name, value]) => [name, asTyped(name, value)]));
  return isBid(kept) ? kept : undefined;
}

/** What is wrong with a bid that has a wrong type, as the end of a sentence. */
function faultOf(bid: unknown): string {
  if (!isObject(bid)) return 'is not an object';
  const wrong = typedNames.find((name) => !hasItsType(bid, name));
  return wrong === undefined ? 'has a member of the wrong type' : `has a value of ${wrong} of the wrong type`;
}

function hasItsType(bid: JsonObject, name: string): boolean {
  const value = asTyped(name, bid[name]);
  return value === undefined || value === null || isBid({ [name]: value });
}

/**
 * Turns ids into texts, and long integers of other typed members into numbers. A value nested deeper than a list needs none, and may be too
 * deep to walk.
 */
function asTyped(name: string, value: unknown): unknown {
  if (looseIds.has(name)) return asId(value);
  return typed.has(name) && !isDeeper(value, 1) ? readable(value, 'keep') : value;
}

/** A whole number as a text with all its digits; any other value as it is. */
function asId(value: unknown): unknown {
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : value;
}

function isBid(value: unknown): value is Bid {
  return conforms(plan, value);
}

function isWrongText(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'string';
}
