/**
 * How a call to a bidder crosses threads (house, 'The journey of one request'): the request that the first hop makes, and its outcome for
 * the second.
 */
import type { Range } from './byte-range.ts';

/** One HTTP call to a bidder. `headers` alternates names and values. */
export interface CallRecord {
  readonly bidder: string;
  /** The bidder's configured code; absent where it equals `bidder`. */
  readonly configured?: string;
  readonly method: string;
  readonly uri: string;
  readonly headers: string[];
  /** The body in `bytes`; empty for none. */
  readonly body: Range;
  /** Names (lower case) of the reply headers that the adapter needs; absent for none. */
  readonly replyHeaders?: readonly string[];
  /** Present for a secondary bidder, which the auction does not wait for. */
  readonly isSecondary?: true;
  /** URI to GET if the call times out; absent for none. */
  readonly timeoutUri?: string;
}

/** How a call ended. */
export type OutcomeKind =
  | 'reply' // a whole reply within the limit, of any status
  | 'timeout' // the deadline came first
  | 'overtaken' // a secondary bidder was still pending when all others were done
  | 'late' // no time was left to send it
  | 'unreachable' // no connection: refused, DNS, TLS, reset before the reply
  | 'broken' // the reply broke off or was not HTTP
  | 'oversized' // the reply's body passed the limit
  | 'busy' // no connection to this origin is free
  | 'blocked' // not sent: the host's breaker is open
  | 'throttled' // not sent: nearly all recent calls to the bidder timed out
  | 'cancelled'; // the client disconnected, or this process is closing

/** One call's outcome, in the order of the calls. */
export interface OutcomeRecord {
  readonly kind: OutcomeKind;
  /** HTTP status, 0 without a whole reply. */
  readonly status: number;
  /** Whole milliseconds from sending to outcome. */
  readonly elapsedMs: number;
  /** The reply's `Content-Encoding`, lower case, '' for none. */
  readonly encoding: string;
  /** The reply's body in the hop's buffer. */
  readonly body: Range;
  /** '' for a reply, else a short reason in our own words, with nothing that the bidder sent. */
  readonly reason: string;
  /** Alternating names and values of the requested reply headers that arrived; absent when none were requested. */
  readonly headers?: readonly string[];
}
