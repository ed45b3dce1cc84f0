/** A call before and after: ready to be sent, and settled (call-records, `OutcomeKind`). */

import type { CallRecord, OutcomeKind, OutcomeRecord } from './call-records.ts';

/** One call ready to send. The bytes of `body` must stay attached and unchanged until the call has ended, drain included. */
export interface CallToSend {
  readonly record: CallRecord;
  readonly body: Uint8Array | null;
}

/** A settled call: an outcome record with the reply's body chunks, in order, in place of their range. */
export interface SettledCall extends Omit<OutcomeRecord, 'body'> {
  /** The body as received, content coding included; empty for any kind but 'reply'. */
  readonly chunks: readonly Uint8Array[];
  readonly byteLength: number;
  /** True when the operating system has taken all bytes of the call, so its body is no longer needed. */
  readonly isWritten: boolean;
}

const noChunks: readonly Uint8Array[] = [];

/** An outcome without a reply. `reason` is a short text of our own; `elapsedMs` counts whole milliseconds since sending. */
export function settledWithout(kind: OutcomeKind, reason: string, elapsedMs: number): SettledCall {
  return { kind, status: 0, elapsedMs, encoding: '', chunks: noChunks, byteLength: 0, isWritten: false, reason };
}
