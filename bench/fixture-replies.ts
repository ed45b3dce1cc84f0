/** The calls to a fixture's bidders, as text, and their replies in the form that the fan-out delivers. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { headerValue } from '../src/adapter/headers.ts';
import { bytesAt } from '../src/auction/byte-range.ts';
import type { CallRecord } from '../src/auction/call-records.ts';
import type { Prepared } from '../src/auction/messages.ts';
import type { SettledCall } from '../src/auction/settled-call.ts';
import { bodyBytes, type CapturedCall } from '../src/observe/capture-record.ts';

/** Gives the reply to each call of an auction. */
export type Replies = (call: CallRecord, nth: number, body: Uint8Array) => Omit<CapturedCall, 'bidder' | 'nth'>;

/** The text of a call's body, inflated if it is compressed. */
export function callText({ headers }: CallRecord, bytes: Uint8Array): string {
  return (headerValue(headers, 'content-encoding') === 'gzip' ? gunzipSync(bytes) : Buffer.from(bytes)).toString();
}

/** Every call of the first hop, settled with its reply. */
export function settledCalls(prepared: Prepared, replies: Replies): SettledCall[] {
  const counts = new Map<string, number>();
  return prepared.calls.map((call) => {
    const nth = counts.get(call.bidder) ?? 0;
    counts.set(call.bidder, nth + 1);
    return settledCall(replies(call, nth, bytesAt(prepared.bytes, call.body)), call);
  });
}

function settledCall(reply: Omit<CapturedCall, 'bidder' | 'nth'>, { replyHeaders }: CallRecord): SettledCall {
  const { kind, status, elapsedMs, encoding = '', headers = {} } = reply;
  const plain = bodyBytes(reply);
  const chunks = plain === null ? [] : [encoding === 'gzip' ? gzipSync(plain) : plain];
  const kept = replyHeaders?.flatMap((name) => (Object.hasOwn(headers, name) ? [name, headers[name]!] : []));
  return {
    kind,
    status,
    elapsedMs,
    encoding,
    chunks,
    byteLength: chunks[0]?.byteLength ?? 0,
    isWritten: true,
    reason: kind === 'reply' ? '' : kind,
    ...(kept && { headers: kept }),
  };
}
