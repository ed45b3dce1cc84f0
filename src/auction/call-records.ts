/** How one call to a bidder crosses threads (house, 'The journey of one request'): what the first hop asks for, and how it ended, as the second is told. */
import type { Range } from './byte-range.ts';

/** One HTTP call to a bidder. `headers` alternates names and values. */
export interface CallRecord {
  readonly bidder: string;
  /** The code that the bidder is configured as; absent where that is its name. */
  readonly configured?: string;
  readonly method: string;
  readonly uri: string;
  readonly headers: string[];
  /** The body in `bytes`; empty for none. */
  readonly body: Range;
  /** Names (lower case) of reply headers that reading the reply needs; absent for none. */
  readonly replyHeaders?: readonly string[];
  /** Present for a bidder that the auction does not wait for. */
  readonly isSecondary?: true;
  /** What is asked for with GET if the call has no reply by the deadline; absent for nothing. */
  readonly timeoutUri?: string;
}

/** How a call ended. */
export type OutcomeKind =
  | 'reply' // a whole reply within the limit, of any status
  | 'timeout' // the deadline came first
  | 'overtaken' // a secondary bidder was the last
  | 'late' // no time was left to send it
  | 'unreachable' // no connection: refused, DNS, TLS, reset before the reply
  | 'broken' // the reply broke off or was not HTTP
  | 'oversized' // the reply's body passed the limit
  | 'busy' // no connection to this origin is free
  | 'blocked' // not sent: the host's breaker is open
  | 'throttled' // not sent: the bidder only times out
  | 'cancelled'; // the client went away

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
  /** '' for a reply, else a few words of ours: no input of the bidder's in it. */
  readonly reason: string;
  /** The wanted reply headers that came: names and values by turns; absent when none were wanted. */
  readonly headers?: readonly string[];
}
