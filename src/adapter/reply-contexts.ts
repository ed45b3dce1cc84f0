/** Builds the contexts of the steps that read a reply (bidders, 'reply'): of the whole reply, of a seat, of a bid whose type is known. */
import type { MediaType } from '../openrtb/media-types.ts';
import { isObject, type JsonObject } from '../openrtb/json-object.ts';
import type { Reply } from './contract.ts';
import type { BidContext, ReplyContext, TypedBidContext } from './reply-steps.ts';
import { headerValue } from './headers.ts';
import type { Ready } from './make-calls.ts';

/** The context of a whole reply; `answer` is its parsed text. */
export function replyContext<R>(reply: Reply, answer: unknown): ReplyContext<R> {
  const { namespace, imps, headers, note, bidder, isStored = false } = reply;
  return {
    namespace,
    response: isObject(answer) ? answer : {},
    imps,
    impOf: (impid) => imps.find(({ id }) => id === impid),
    header: (name) => headerValue(headers, name),
    note,
    isStored,
    bidder,
    ready: (bidder.ready as Ready<R>).byDefinition,
  };
}

/** The contexts of a seat's bids: before their media type is known, then by media type. */
export interface SeatContexts<R> {
  readonly untyped: BidContext<R>;
  readonly typed: (type: MediaType) => TypedBidContext<R>;
}

/** Returns a function that gives a seat's contexts. It keeps only the last ones it made: a seat's bids are adjacent. */
export function bidContexts<R>(c: ReplyContext<R>): (seatbid: JsonObject | undefined) => SeatContexts<R> {
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
