/** Decides what a bidder's reply holds (bidders, 'reply'; decisions, 'Bid checks', 'Error codes'): bids of known type, and what was wrong with the rest. */
import { errorCode, type Problem } from '../errors.ts';
import { isDeeper, maxDepth } from '../openrtb/depth.ts';
import type { MediaType } from '../openrtb/media-types.ts';
import { isObject, type JsonObject } from '../openrtb/merge-patch.ts';
import type { Bid } from '../openrtb/response.ts';
import { decodeOpenrtb } from './decode-openrtb.ts';
import type { BidVideo, FledgeConfig, ReadBid, ReadReply, Reply, SentImp } from './contract.ts';
import {
  badReply,
  Refusal,
  type BidContext,
  type BidStep,
  type Decoded,
  type DecodedBid,
  type MediaTypeRule,
  type ReplyContext,
  type StatusRule,
  type TypedBidContext,
} from './definition.ts';
import { parsedOpenrtb, parsedReply } from './reply-json.ts';
import type { FaultTexts } from './fault-texts.ts';
import { headerValue } from './headers.ts';
import type { Ready } from './make-calls.ts';
import { mediaTypeRules, usualTypes } from './media-type.ts';

/** The part of a definition that reads replies, with every default filled in. */
export interface ReplyWords<R> {
  readonly status: { readonly [status: number]: StatusRule };
  readonly faultHeader: string | undefined;
  readonly says: FaultTexts;
  readonly decode: ((reply: unknown, c: ReplyContext<R>) => Decoded | Refusal) | undefined;
  readonly decodeText: ((text: string, c: ReplyContext<R>) => Decoded | Refusal) | undefined;
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

/** How a bid's type is found where the definition would look into the call: a stored text has none. */
const storedTypes = mediaTypeRules<unknown>(usualTypes);

const noBids: ReadReply = { cur: '', bids: [], fledge: [], problems: [] };

/** Reads a reply of any status. Never throws for what a bidder sent. */
export function readReply<R>(words: ReplyWords<R>, reply: Reply): ReadReply {
  const rule = statusRule(reply.status, words.status);
  if (rule === 'empty' || (rule === 'stated' && statedFault(words, reply) === '')) return noBids;
  if (rule !== 'read') return broken(statusProblem(reply, rule, words));
  const answer = parsed(words, reply.text);
  if (answer === undefined) return unreadable(words, 'the reply is not JSON');
  const c = contextOf<R>(reply, answer);
  const isOpenrtb = words.decode === undefined && words.decodeText === undefined;
  const decoded = words.decodeText?.(reply.text, c) ?? (words.decode ?? decodeOpenrtb)(answer, c);
  if (decoded instanceof Refusal)
    return isOpenrtb ? unreadable(words, decoded.problem!.message) : broken(decoded.problem);
  const problems: Problem[] = [...(decoded.problems ?? [])];
  const bids: ReadBid[] = [];
  const contexts = bidContexts(c);
  for (const one of decoded.bids) {
    const read = readBid(words, one, contexts(one.seatbid));
    if (!(read instanceof Refusal)) bids.push(read);
    else if (read.problem !== undefined) {
      problems.push(read.problem);
      if (words.onBidError === 'abort') return { ...noBids, problems };
    }
  }
  // One too deep to be written again would void the whole answer.
  const fledge = (words.fledge?.(c) ?? []).filter(({ config }) => !isDeeper(config, maxDepth));
  return { cur: currencyOf(words, decoded, c), bids, fledge, problems };
}

/** The JSON value of the reply's text, or that itself where the definition reads it; undefined for what is no JSON. */
function parsed({ decode, decodeText }: Pick<ReplyWords<never>, 'decode' | 'decodeText'>, text: string): unknown {
  if (decodeText !== undefined) return text;
  return decode === undefined ? parsedOpenrtb(text) : parsedReply(text);
}

/** What a status means: what the definition says, else 200 has bids, 204 has none, 400 is a fault of the request, all else one of the bidder. */
function statusRule(status: number, rules: ReplyWords<unknown>['status']): StatusRule {
  if (Object.hasOwn(rules, status)) return rules[status]!;
  if (status === 200) return 'read';
  if (status === 204) return 'empty';
  return status === 400 ? 'badInput' : 'error';
}

/** The text is the one that hosts' tools and the recorded cases of bidders know: part of the interface, not of our prose. */
function statusProblem(
  reply: Reply,
  rule: 'stated' | 'badInput' | 'error',
  words: Pick<ReplyWords<unknown>, 'faultHeader' | 'says'>,
): Problem {
  const { status } = reply;
  const { says } = words;
  const code = rule === 'error' ? errorCode.badServerResponse : errorCode.badInput;
  const stated = statedFault(words, reply);
  if (says.status !== undefined) return { code, message: says.status(status, stated) };
  const hint = stated === '' ? 'Run with request.debug = 1 for more info' : `The bidder says: ${stated}`;
  return { code, message: `Unexpected status code: ${status}. ${hint}` };
}

/** What the bidder's header says is wrong; '' for nothing. */
function statedFault({ faultHeader }: Pick<ReplyWords<unknown>, 'faultHeader'>, { headers }: Reply): string {
  return faultHeader === undefined ? '' : headerValue(headers, faultHeader).slice(0, 200);
}

function contextOf<R>(reply: Reply, answer: unknown): ReplyContext<R> {
  const { namespace, imps, headers, note, bidder, isStored = false } = reply;
  return {
    namespace,
    response: isObject(answer) ? answer : {},
    imps,
    impOf: (impid) => findImp(imps, impid),
    header: (name) => headerValue(headers, name),
    note,
    isStored,
    bidder,
    ready: (bidder.ready as Ready<R>).own,
  };
}

function findImp(imps: readonly SentImp[], impid: unknown): SentImp | undefined {
  return imps.find(({ id }) => id === impid);
}

/** The contexts of a seat's bids: of no type yet, then of each type; every one is made once. */
interface SeatContexts<R> {
  readonly untyped: BidContext<R>;
  readonly typed: (type: MediaType) => TypedBidContext<R>;
}

/** Gives the contexts of a seat; bids of one seat stand side by side. */
function bidContexts<R>(c: ReplyContext<R>): (seatbid: JsonObject | undefined) => SeatContexts<R> {
  let last: SeatContexts<R> | undefined;
  return (seatbid = noSeat) => {
    if (last?.untyped.seatbid === seatbid) return last;
    const { seat } = seatbid;
    const untyped = { ...c, seatbid, seat: typeof seat === 'string' ? seat : '' };
    let made: TypedBidContext<R> | undefined;
    const typed = (type: MediaType): TypedBidContext<R> => (made?.type === type ? made : (made = { ...untyped, type }));
    return (last = { untyped, typed });
  };
}

const noSeat: JsonObject = {};

function readBid<R>(words: ReplyWords<R>, decoded: DecodedBid, contexts: SeatContexts<R>): ReadBid | Refusal {
  const { impid } = words;
  const { untyped } = contexts;
  const mediaType = untyped.isStored ? [...words.mediaType, ...storedTypes] : words.mediaType;
  let { bid } = decoded;
  if (impid !== undefined && bid.impid !== undefined) bid = { ...bid, impid: impid(bid.impid) };
  const type = decoded.type ?? typeOf(mediaType, bid, untyped);
  if (type instanceof Refusal) return type;
  const typed = contexts.typed(type);
  for (const step of words.bid) {
    const made = step(bid, typed);
    if (made instanceof Refusal) return made;
    if (made !== null) bid = { ...bid, ...made } as Bid;
  }
  return {
    bid,
    type,
    seat: words.seat?.(bid, typed) ?? '',
    video: type === 'video' ? words.video?.(bid, typed) : undefined,
    meta: words.meta?.(bid, typed),
    dealpriority: words.dealpriority?.(bid, typed) || undefined,
  };
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

function currencyOf<R>({ currency }: ReplyWords<R>, { cur }: Decoded, c: ReplyContext<R>): string {
  if (typeof currency === 'function') return currency(c);
  return currency === 'ignored' ? 'USD' : (cur ?? '');
}

function unreadable({ says }: Pick<ReplyWords<unknown>, 'says'>, message: string): ReadReply {
  return broken({ code: errorCode.badServerResponse, message: says.reply ?? message });
}

function broken(problem: Problem | undefined): ReadReply {
  return problem === undefined ? noBids : { ...noBids, problems: [problem] };
}
