/** What a bidder's adapter returns (contract.ts): the calls to make, and the bids that it reads from a reply. */
import type { Problem } from '../errors.ts';
import type { TextPieces } from '../openrtb/fragments.ts';
import type { MediaType } from '../openrtb/media-types.ts';
import type { JsonObject } from '../openrtb/json-object.ts';

/** One HTTP call. `headers` alternates names and values; `imps` are indexes into the bidder request's `imps`. */
export interface Call {
  readonly method: 'POST' | 'GET';
  readonly uri: string;
  readonly headers: readonly string[];
  /** '' for none. */
  readonly body: string;
  /** The same body in two pieces, if it begins as other bidders' bodies do. */
  readonly pieces?: TextPieces | undefined;
  readonly imps: readonly number[];
  /** The imp ids as sent, in the body's order; they may differ from the request's. Read only by the recorded cases, which state them. */
  readonly impids: readonly string[];
  /** Any JSON that reading the reply needs; undefined for none. */
  readonly note: unknown;
  /** The URL to GET if the call has no reply by the deadline; absent for none. */
  readonly timeoutUri?: string | undefined;
}

/** The calls to make, and the problems of the imps that are in none of them. */
export interface Calls {
  readonly calls: readonly Call[];
  readonly problems: readonly Problem[];
}

/** One bid as the adapter read it: `bid` after the definition's steps, `type` as its rules found it. */
export interface ReadBid {
  readonly bid: JsonObject;
  readonly type: MediaType;
  /**
   * The seat, if it is not the bidder's own; else ''. Read only by the recorded cases, which state it: answers always have the bidder as the
   * seat (decisions, 'Seats').
   */
  readonly seat: string;
  readonly video: BidVideo | undefined;
  /** Goes into `ext.<namespace>.meta`. */
  readonly meta: JsonObject | undefined;
  /** The bidder's rank of the deal; absent for none. */
  readonly dealpriority?: number | undefined;
}

/** What an ad server needs to know about a video; `duration` is in seconds. */
export interface BidVideo {
  readonly duration?: number;
  readonly primary_category?: string;
}

/** An auction that the browser is asked to run (FLEDGE); `config` is as the bidder sent it. */
export interface FledgeConfig {
  readonly impid: string;
  readonly bidder: string;
  readonly config: unknown;
}

/** The bids of one reply. `cur` is '' if the reply states none. */
export interface ReadReply {
  readonly cur: string;
  readonly bids: readonly ReadBid[];
  readonly fledge: readonly FledgeConfig[];
  readonly problems: readonly Problem[];
  /** If nothing but bids is wrong with the reply: the `impid` of each that was dropped. */
  readonly droppedOn?: readonly string[];
}
