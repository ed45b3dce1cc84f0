/**
 * A call's two ends: what is handed over to be sent, and what has become of it (messages, `OutcomeKind`).
 */

import type { CallRecord, OutcomeKind } from './messages.ts';

/** One call ready to send: the record and its body's bytes, which must stay attached and unchanged until the call has ended, drain included. */
export interface CallToSend {
  readonly record: CallRecord;
  readonly body: Uint8Array | null;
}

/** A settled call: everything of `OutcomeRecord` but the range, with the reply's chunks in order. */
export interface SettledCall {
  readonly kind: OutcomeKind;
  /** HTTP status, 0 without a whole reply. */
  readonly status: number;
  /** Whole milliseconds from sending to outcome. */
  readonly elapsedMs: number;
  /** The reply's `Content-Encoding`, lower case, '' for none. */
  readonly encoding: string;
  /** The body as it came over the wire, empty for anything but 'reply'. */
  readonly chunks: readonly Uint8Array[];
  readonly byteLength: number;
  /** True when the system has taken all bytes of the call: nobody needs its body any more. */
  readonly isWritten: boolean;
  /** '' for a reply, else a few words of ours. */
  readonly reason: string;
  /** The wanted headers of a reply: names and values by turns; absent when none were wanted. */
  readonly headers?: readonly string[];
}

const noChunks: readonly Uint8Array[] = [];

/** An outcome without a reply: `reason` is a few words of ours, `elapsedMs` whole milliseconds since it was sent. */
export function settledWithout(kind: OutcomeKind, reason: string, elapsedMs: number): SettledCall {
  return { kind, status: 0, elapsedMs, encoding: '', chunks: noChunks, byteLength: 0, isWritten: false, reason };
}
