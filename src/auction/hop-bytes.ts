/**
 * Reads the calls from the first hop's buffer and lays out the second hop's: the context, the calls if needed, the replies (house, 'The
 * journey').
 */
import { bytesAt, type Range } from './byte-range.ts';
import type { CallRecord, OutcomeRecord } from './call-records.ts';
import type { Carried, Prepared } from './messages.ts';
import type { SettleMessage } from './settle-messages.ts';
import type { CallToSend, SettledCall } from './settled-call.ts';

/** The calls that the first hop prepared, with their bodies. */
export function callsToSend(prepared: Prepared): CallToSend[] {
  return prepared.calls.map((record) => ({
    record,
    body: record.body.end === record.body.start ? null : bytesAt(prepared.bytes, record.body),
  }));
}

/** What the second hop gets besides the context, calls and replies. */
export type SettleTerms = Pick<SettleMessage, 'rates' | 'categories' | 'cacheSeed' | 'isUnheard' | 'cached'>;

/** The message of the second hop. It has a new buffer, since the first hop's may still be on its way to a bidder. */
export function settleMessage(prepared: Prepared, settled: readonly SettledCall[], terms: SettleTerms): SettleMessage {
  const calls = prepared.keepCalls ? prepared.calls : [];
  // Uncleared memory is safe: every byte is written below.
  const bytes = Buffer.allocUnsafeSlow(
    contextLength(prepared.context) +
      calls.reduce((sum, call) => sum + length(call.body), 0) +
      settled.reduce((sum, call) => sum + call.byteLength, 0),
  );
  let end = 0;
  const put = (chunks: readonly Uint8Array[]): Range => {
    const start = end;
    for (const chunk of chunks) {
      bytes.set(chunk, end);
      end += chunk.byteLength;
    }
    return { start, end };
  };
  const context = 'kept' in prepared.context ? prepared.context : put([bytesAt(prepared.bytes, prepared.context)]);
  const keptCalls: CallRecord[] = calls.map((call) => ({ ...call, body: put([bytesAt(prepared.bytes, call.body)]) }));
  const outcomes = settled.map(({ kind, status, elapsedMs, encoding, reason, chunks, headers }): OutcomeRecord => {
    const outcome = { kind, status, elapsedMs, encoding, reason, body: put(chunks) };
    return headers === undefined ? outcome : { ...outcome, headers };
  });
  return { bytes: bytes.buffer, context, outcomes, calls: keptCalls, ...terms };
}

/**
 * Frees the first hop's buffer unless a call still needs its body. The garbage collector hardly accounts for such memory, and runs a full
 * collection when much of it has piled up (bench/README, 'Choices').
 */
export function releaseCalls({ bytes }: Prepared, settled: readonly SettledCall[]): void {
  if (settled.every(({ isWritten }) => isWritten)) bytes.transfer(0);
}

/** The same message for another thread: a kept context is appended to the buffer as JSON. */
export function withoutKept(message: SettleMessage): SettleMessage {
  const { bytes, context } = message;
  if (!('kept' in context)) return message;
  const text = Buffer.from(JSON.stringify(context.kept));
  const start = bytes.byteLength;
  const end = start + text.byteLength;
  const all = new Uint8Array(bytes.transfer(end));
  all.set(text, start);
  return { ...message, bytes: all.buffer, context: { start, end } };
}

function contextLength(context: Carried): number {
  return 'kept' in context ? 0 : length(context);
}

function length({ start, end }: Range): number {
  return end - start;
}
