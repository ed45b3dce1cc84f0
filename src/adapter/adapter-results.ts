/** What a bidder's adapter returns (contract.ts): the calls to make, and the bids that it reads from a reply. */
import type { Problem } from '../errors.ts';
import type { TextPieces } from '../openrtb/fragments.ts';
import type { MediaType } from '../openrtb/media-types.ts';
import type { JsonObject } from '../openrtb/merge-patch.ts';

/** One HTTP call: `headers` alternates names and values, `imps` are places in the bidder request's `imps`. */
export interface Call {
  readonly method: 'POST' | 'GET';
  readonly uri: string;
  readonly headers: readonly string[];
  /** '' for none. */
  readonly body: string;
  /** The body again, where it begins as other bidders' bodies do. */
  readonly pieces?: TextPieces | undefined;
  readonly imps: readonly number[];
  /** The imp ids as sent, in the body's order; they may differ from the imps' own. */
  readonly impids: readonly string[];
  /** Any JSON that reading the reply needs; undefined for none. */
  readonly note: unknown;
  /** What the bidder wants to be asked for with GET if the call has no reply by the deadline; absent for nothing. */
  readonly timeoutUri?: string | undefined;
}

/** The calls to make, and what was wrong with the imps that are in none of them. */
export interface Calls {
  readonly calls: readonly Call[];
  readonly problems: readonly Problem[];
}

/** One bid as the adapter read it. `bid` is the bidder's own, `type` the adapter's finding. */
export interface ReadBid {
  readonly bid: JsonObject;
  readonly type: MediaType;
  /** Whose bid it is when not the bidder's own; '' otherwise. */
  readonly seat: string;
  readonly video: BidVideo | undefined;
  /** Goes into `ext.<namespace>.meta`. */
  readonly meta: JsonObject | undefined;
  /** The bidder's own rank of its deal; absent for none. */
  readonly dealpriority?: number | undefined;
}

/** What an ad server needs to know of a video; `duration` in seconds. */
export interface BidVideo {
  readonly duration?: number;
  readonly primary_category?: string;
}

/** An auction that the browser is to hold: `config` is the bidder's own. */
export interface FledgeConfig {
  readonly impid: string;
  readonly bidder: string;
  readonly config: unknown;
}

/** The bids of one reply; `cur` '' when the reply states none. */
export interface ReadReply {
  readonly cur: string;
  readonly bids: readonly ReadBid[];
  readonly fledge: readonly FledgeConfig[];
  readonly problems: readonly Problem[];
}
