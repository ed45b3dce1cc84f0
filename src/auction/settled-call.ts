/**
 * A call's two ends: what is handed over to be sent, and what has become of it (call-records, `OutcomeKind`).
 */

import type { CallRecord, OutcomeKind, OutcomeRecord } from './call-records.ts';

/** One call ready to send: the record and its body's bytes, which must stay attached and unchanged until the call has ended, drain included. */
export interface CallToSend {
  readonly record: CallRecord;
  readonly body: Uint8Array | null;
}

/** A settled call: its record, with the reply's chunks in order in place of their range. */
export interface SettledCall extends Omit<OutcomeRecord, 'body'> {
  /** The body as it came over the wire, empty for anything but 'reply'. */
  readonly chunks: readonly Uint8Array[];
  readonly byteLength: number;
  /** True when the system has taken all bytes of the call: nobody needs its body any more. */
  readonly isWritten: boolean;
}

const noChunks: readonly Uint8Array[] = [];

/** An outcome without a reply: `reason` is a few words of ours, `elapsedMs` whole milliseconds since it was sent. */
export function settledWithout(kind: OutcomeKind, reason: string, elapsedMs: number): SettledCall {
  return { kind, status: 0, elapsedMs, encoding: '', chunks: noChunks, byteLength: 0, isWritten: false, reason };
}
