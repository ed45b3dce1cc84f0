/**
 * Decides what a bidder's reply holds (bidders, 'reply'; decisions, 'Bid checks', 'Error codes'): bids of known type, and what is wrong
 * with the rest.
 */
import { errorCode, type Problem } from '../errors.ts';
import { isDeeper, maxDepth } from '../openrtb/depth.ts';
import type { MediaType } from '../openrtb/media-types.ts';
import type { JsonObject } from '../openrtb/json-object.ts';
import type { Bid } from '../openrtb/response.ts';
import { decodeOpenrtb, mostEntries, tooManyEntries } from './decode-openrtb.ts';
import type { BidVideo, FledgeConfig, ReadBid, ReadReply } from './adapter-results.ts';
import type { Reply } from './contract.ts';
import type {
  BidContext,
  BidStep,
  Decoded,
  DecodedBid,
  MediaTypeRule,
  ReplyContext,
  TypedBidContext,
} from './reply-steps.ts';
import { mediaTypeRules, usualTypes } from './media-type.ts';
import { badReply, Refusal } from './refusal.ts';
import { bidContexts, replyContext, type SeatContexts } from './reply-contexts.ts';
import { parsedOpenrtb, parsedReply } from './reply-json.ts';
import { judgeStatus, type StatusOptions } from './reply-status.ts';

/** The part of a definition that reads replies, with every default filled in. */
export interface ReplyOptions<R> extends StatusOptions {
  readonly decode: ((reply: unknown, c: ReplyContext<R>) => Decoded | Refusal) | undefined;
  readonly currency: 'response' | 'ignored' | ((c: ReplyContext<R>) => string);
  readonly impid: ((impid: string) => string) | undefined;
  readonly mediaType: readonly MediaTypeRule<R>[];
  readonly onBidError: 'drop' | 'abort';
  readonly bid: readonly BidStep<R>[];
  readonly seat: ((bid: Bid, c: TypedBidContext<R>) => string) | undefined;
  readonly video: ((bid: Bid, c: TypedBidContext<R>) => BidVideo | undefined) | undefined;
  readonly meta: ((bid: Bid, c: TypedBidContext<R>) => JsonObject | undefined) | undefined;
  readonly dealpriority: ((bid: Bid, c: TypedBidContext<R>) => number) | undefined;
  readonly fledge: ((c: ReplyContext<R>) => readonly FledgeConfig[]) | undefined;
}

/** Media type rules added for stored responses: the definition's own rules may look into the call, and there is none. */
const storedTypes = mediaTypeRules<unknown>(usualTypes);

const noBids: ReadReply = { cur: '', bids: [], fledge: [], problems: [] };

/** Reads a reply of any status. Never throws for what a bidder sent. */
export function readReply<R>(options: ReplyOptions<R>, reply: Reply): ReadReply {
  const judged = judgeStatus(options, reply);
  if (judged === 'empty') return noBids;
  if (judged !== 'read') return failed(judged);
  const { decode } = options;
  const answer = decode === undefined ? parsedOpenrtb(reply.text) : parsedReply(reply.text);
  if (answer === undefined) return unreadable(options, 'the reply is not JSON');
  const c = replyContext<R>(reply, answer);
  const decoded = (decode ?? decodeOpenrtb)(answer, c);
  if (decoded instanceof Refusal)
    return decode === undefined ? unreadable(options, decoded.problem!.message) : failed(decoded.problem);
  const problems: Problem[] = [...(decoded.problems ?? [])];
  // Only a private protocol's: `decodeOpenrtb` stops by itself.
  const isTooMany = decoded.bids.length > mostEntries;
  if (isTooMany) problems.unshift(tooManyEntries);
  const bids: ReadBid[] = [];
  const droppedOn: string[] = [];
  const contexts = bidContexts(c);
  for (const one of isTooMany ? decoded.bids.slice(0, mostEntries) : decoded.bids) {
    const read = readBid(options, one, contexts(one.seatbid));
    if (!(read instanceof Refusal)) bids.push(read);
    else if (read.problem !== undefined) {
      problems.push(read.problem);
      if (options.onBidError === 'abort') return { ...noBids, problems };
      droppedOn.push(impidOf(options, one.bid) ?? '');
    }
  }
  // One that nests too deep to serialize would void the whole response.
  const fledge = (options.fledge?.(c) ?? []).filter(({ config }) => !isDeeper(config, maxDepth));
  const isOfBids = droppedOn.length > 0 && droppedOn.length === problems.length;
  return { cur: currencyOf(options, decoded, c), bids, fledge, problems, ...(isOfBids && { droppedOn }) };
}

function readBid<R>(options: ReplyOptions<R>, decoded: DecodedBid, contexts: SeatContexts<R>): ReadBid | Refusal {
  const { untyped } = contexts;
  const mediaType = untyped.isStored ? [...options.mediaType, ...storedTypes] : options.mediaType;
  let { bid } = decoded;
  const impid = impidOf(options, bid);
  if (impid !== bid.impid) bid = { ...bid, impid } as Bid;
  const type = decoded.type ?? typeOf(mediaType, bid, untyped);
  if (type instanceof Refusal) return type;
  const typed = contexts.typed(type);
  for (const step of options.bid) {
    const made = step(bid, typed);
    if (made instanceof Refusal) return made;
    if (made !== null) bid = { ...bid, ...made } as Bid;
  }
  return {
    bid,
    type,
    seat: options.seat?.(bid, typed) ?? '',
    video: type === 'video' ? options.video?.(bid, typed) : undefined,
    meta: options.meta?.(bid, typed),
    dealpriority: options.dealpriority?.(bid, typed) || undefined,
  };
}

function impidOf<R>({ impid }: ReplyOptions<R>, bid: Bid): string | undefined {
  return impid === undefined || bid.impid === undefined ? bid.impid : impid(bid.impid);
}

function typeOf<R>(rules: readonly MediaTypeRule<R>[], bid: Bid, c: BidContext<R>): MediaType | Refusal {
  for (const rule of rules) {
    const type = rule(bid, c);
    if (type !== undefined) return type;
  }
  return badReply(
    c.impOf(bid.impid) === undefined
      ? `Failed to find impression "${(bid.impid ?? '').slice(0, 100)}"`
      : `bid ${JSON.stringify((bid.id ?? '').slice(0, 100))} is of no known media type`,
  );
}

function currencyOf<R>({ currency }: ReplyOptions<R>, { cur }: Decoded, c: ReplyContext<R>): string {
  if (typeof currency === 'function') return currency(c);
  return currency === 'ignored' ? 'USD' : (cur ?? '');
}

function unreadable({ says }: Pick<ReplyOptions<unknown>, 'says'>, message: string): ReadReply {
  return failed({ code: errorCode.badServerResponse, message: says.reply ?? message });
}

function failed(problem: Problem | undefined): ReadReply {
  return problem === undefined ? noBids : { ...noBids, problems: [problem] };
}
