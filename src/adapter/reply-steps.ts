/**
 * The types of the steps that read a bidder's reply (bidders, 'reply'): what steps for the status, the bids and each bid take and return.
 */
import type { Problem } from '../errors.ts';
import type { MediaType } from '../openrtb/media-types.ts';
import type { JsonObject } from '../openrtb/json-object.ts';
import type { Bid } from '../openrtb/response.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import type { Bidder, SentImp } from './contract.ts';
import type { Refusal } from './refusal.ts';

/**
 * What a status means: bids to read, no bids ('empty'), a fault of the request ('badInput') or of the bidder ('error'). 'stated' is a fault
 * of the request if `faultHeader` states one, else no bids.
 */
export type StatusRule = 'read' | 'empty' | 'stated' | 'badInput' | 'error';

/** What the steps that read a reply receive. */
export interface ReplyContext<R = unknown> {
  readonly namespace: string;
  /** The whole reply. */
  readonly response: JsonObject;
  readonly imps: readonly SentImp[];
  /** The sent imp of this id, if any. */
  readonly impOf: (impid: unknown) => SentImp | undefined;
  /** A reply header's value by its lower-case name, '' when absent. */
  readonly header: (name: string) => string;
  readonly note: unknown;
  /** True for a stored response: no call was made for it, so there is no note and no header. */
  readonly isStored: boolean;
  readonly bidder: Bidder;
  readonly ready: R;
}

/** What a rule for one bid receives; `seat` is the name of the reply's seatbid. */
export interface BidContext<R = unknown> extends ReplyContext<R> {
  readonly seat: string;
  /** The reply's seatbid as it came. */
  readonly seatbid: JsonObject;
}

/** What a step for one bid receives; `type` is its media type. */
export interface TypedBidContext<R = unknown> extends BidContext<R> {
  readonly type: MediaType;
}

/** Finds a bid's media type. Returns undefined to leave it to the next rule; a refusal drops the bid. */
export type MediaTypeRule<R> = (bid: Bid, c: BidContext<R>) => MediaType | Refusal | undefined;

/** Changes one bid. Returns overrides of its members, null for no change, or why the bid is dropped. */
export type BidStep<R = unknown> = (bid: Readonly<Bid>, c: TypedBidContext<R>) => Changes<Bid> | Refusal | null;

/** A bid as a private protocol's `decode` returns it. A `type` takes precedence over the rules of `mediaType`. */
export interface DecodedBid {
  readonly bid: Bid;
  readonly seatbid?: JsonObject;
  readonly type?: MediaType;
}

/** What decoding returns: the bids of a reply. */
export interface Decoded {
  readonly cur?: string;
  readonly bids: readonly DecodedBid[];
  readonly problems?: readonly Problem[];
}
