/** Decides what the end of a call means for its bidder (decisions, 'Error codes', 'One outcome per (imp, bidder)'). */
import { gunzipSync } from 'node:zlib';
import type { OutcomeKind, OutcomeRecord } from '../../auction/messages.ts';
import { errorCode, nonBidCode, type Problem } from '../../errors.ts';

/** A reply to be read (`text`), or the reason why there is none; no bid is no problem. */
export type ReadOutcome =
  | { readonly text: string }
  | { readonly text?: undefined; readonly problem: Problem | undefined; readonly nonbid: number };

/** The body of a call's reply, and the most bytes it may inflate to. */
export interface ReplyBody {
  readonly bytes: Uint8Array;
  readonly maxBytes: number;
}

/** Status 200 with a body gives its text; 204 and an empty 200 are no bid; everything else is a problem with the specification's code. */
export function readOutcome(outcome: OutcomeRecord, body: ReplyBody): ReadOutcome {
  if (outcome.kind !== 'reply') return failed(outcome.kind, outcome.reason);
  if (outcome.status === 204 || (outcome.status === 200 && body.bytes.byteLength === 0)) {
    return { problem: undefined, nonbid: nonBidCode.noBid };
  }
  if (outcome.status === 400) {
    return {
      problem: { code: errorCode.badInput, message: 'the bidder answered status 400' },
      nonbid: nonBidCode.error,
    };
  }
  if (outcome.status !== 200) return invalid(`the bidder answered status ${outcome.status}`);
  return readBody(outcome.encoding, body);
}

function readBody(encoding: string, body: ReplyBody): ReadOutcome {
  const buffer = Buffer.from(body.bytes.buffer, body.bytes.byteOffset, body.bytes.byteLength);
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return { text: buffer.toString() };
    case 'gzip':
    case 'x-gzip':
      try {
        return { text: gunzipSync(buffer, { maxOutputLength: body.maxBytes }).toString() };
      } catch (error) {
        const tooBig = error instanceof RangeError;
        return invalid(tooBig ? 'the reply inflates to more than the limit' : 'the reply is damaged gzip');
      }
    default:
      return invalid('the reply has a Content-Encoding other than gzip');
  }
}

function invalid(message: string): ReadOutcome {
  return { problem: { code: errorCode.badServerResponse, message }, nonbid: nonBidCode.invalidReply };
}

function failed(kind: Exclude<OutcomeKind, 'reply'>, reason: string): ReadOutcome {
  switch (kind) {
    case 'timeout':
      return timeout('the bidder did not answer in time');
    case 'late':
      return timeout('no time was left to call the bidder');
    case 'broken':
    case 'oversized':
      return invalid(reason);
    case 'unreachable':
    case 'busy':
    case 'cancelled':
      return { problem: { code: errorCode.unknown, message: reason }, nonbid: nonBidCode.unreachable };
  }
}

function timeout(message: string): ReadOutcome {
  return { problem: { code: errorCode.timeout, message }, nonbid: nonBidCode.timeout };
}
