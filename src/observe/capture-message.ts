/** The messages between a process and its capture thread: everything about one auction in one buffer, with ranges into it. */
import type { Range } from '../auction/byte-range.ts';
import type { OutcomeKind } from '../auction/call-records.ts';
import type { IdPlaces } from '../usersync/browser-ids.ts';
import type { CapturedAuction } from './capture-record.ts';

/** One call. `sent` and `reply` are ranges of the buffer. */
export interface MessageCall {
  readonly bidder: string;
  readonly method: string;
  readonly uri: string;
  /** The `Content-Encoding` of the sent body; '' for none. */
  readonly sentEncoding: string;
  readonly sent: Range;
  readonly kind: OutcomeKind;
  readonly status: number;
  readonly elapsedMs: number;
  readonly encoding: string;
  readonly reply: Range;
  /** Alternating names and values. */
  readonly headers: readonly string[];
}

/** When the request came, its method, path and headers, not yet redacted. */
export type MessageRequest = Pick<CapturedAuction, 'at' | 'method' | 'path' | 'headers'>;

/** How an auction was answered. */
export interface MessageAnswer {
  readonly status: number;
  readonly elapsedMs: number;
  readonly body: Uint8Array;
}

/** One auction for the thread. */
export interface CaptureMessage extends MessageRequest {
  readonly bytes: ArrayBuffer;
  /** Null for a request without one. */
  readonly body: Range | null;
  readonly calls: readonly MessageCall[];
  readonly answer: Omit<MessageAnswer, 'body'> & { readonly body: Range };
}

/** What the thread is set up with. */
export interface CaptureSetup extends IdPlaces {
  readonly path: string;
  readonly maxBytes: number;
  readonly keep: number;
  readonly keepUserIds: boolean;
  /** The longest reply that auctions read, in inflated bytes. */
  readonly maxReplyBytes: number;
  /** Texts that are redacted wherever they occur. */
  readonly secrets: readonly string[];
}

/** The fault of a request that is not JSON, so that user data cannot be removed from it: that is no trouble to report. */
export const notJson = 'not JSON';

/**
 * The thread's answer to one message: `bytes` of its buffer are no longer waiting; `fault` says why the auction is not in a file, '' when
 * it is.
 */
export interface CaptureReceipt {
  readonly bytes: number;
  readonly fault: string;
}
