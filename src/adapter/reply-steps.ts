/** Decides what the steps that read a bidder's reply are given and return (bidders, 'reply'): for the status, the bids in it, and each bid. */
import type { Problem } from '../errors.ts';
import type { MediaType } from '../openrtb/media-types.ts';
import type { JsonObject } from '../openrtb/merge-patch.ts';
import type { Bid } from '../openrtb/response.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import type { Bidder, SentImp } from './contract.ts';
import type { Refusal } from './refusal.ts';

/** What a reply of some status means: bids, none, a fault of the request, or a fault of the bidder; 'stated' is one of the request where `faultHeader` tells one, else no bids. */
export type StatusRule = 'read' | 'empty' | 'stated' | 'badInput' | 'error';

/** What reading a reply is given. */
export interface ReplyContext<R = unknown> {
  readonly namespace: string;
  /** The whole reply. */
  readonly response: JsonObject;
  readonly imps: readonly SentImp[];
  /** The imp of an id, if it was sent. */
  readonly impOf: (impid: unknown) => SentImp | undefined;
  /** A reply header's value by its lower-case name, '' when absent. */
  readonly header: (name: string) => string;
  readonly note: unknown;
  /** True for a stored text that stands for a reply: no call was made for it, so there is no note and no header. */
  readonly isStored: boolean;
  readonly bidder: Bidder;
  readonly ready: R;
}

/** What a rule for one bid is given; `seat` is the name of the reply's seatbid. */
export interface BidContext<R = unknown> extends ReplyContext<R> {
  readonly seat: string;
  /** The reply's seatbid as it came. */
  readonly seatbid: JsonObject;
}

/** What a step for one bid is given; `type` is the media type found. */
export interface TypedBidContext<R = unknown> extends BidContext<R> {
  readonly type: MediaType;
}

/** A rule for a bid's media type that many bidders share (media-type.ts); a media type itself is a constant. */
export type MediaTypeWord = MediaType | 'mtype' | 'ext' | 'imp' | 'onlyImpType' | 'adm';

/** Finds a bid's media type: undefined leaves it to the next rule, a refusal drops the bid. */
export type MediaTypeRule<R> = (bid: Bid, c: BidContext<R>) => MediaType | Refusal | undefined;

/** How a bid's media type is found: by the first of these that knows it. */
export type MediaTypeRules<R> = readonly (MediaTypeWord | MediaTypeRule<R>)[];

/** Changes one bid: what stands in place of its members, null for nothing, or why the bid is dropped. */
export type BidStep<R = unknown> = (bid: Readonly<Bid>, c: TypedBidContext<R>) => Changes<Bid> | Refusal | null;

/** A bid as a private protocol's `decode` gives it; a `type` stands in place of the rules of `mediaType`. */
export interface DecodedBid {
  readonly bid: Bid;
  readonly seatbid?: JsonObject;
  readonly type?: MediaType;
}

/** The bids of a reply in a private protocol. */
export interface Decoded {
  readonly cur?: string;
  readonly bids: readonly DecodedBid[];
  readonly problems?: readonly Problem[];
}
