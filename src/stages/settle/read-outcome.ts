/** Decides what the end of a call means for its bidder (decisions, 'Error codes', 'One outcome per (imp, bidder)'). */
import { replyText } from '../../adapter/reply-text.ts';
import type { OutcomeKind, OutcomeRecord } from '../../auction/call-records.ts';
import { errorCode, nonBidCode, type Problem } from '../../errors.ts';

/** The text of a reply to be read, or the reason why there is none; no bid is not a problem. */
type ReadOutcome =
  | { readonly text: string }
  | { readonly text?: undefined; readonly problem: Problem | undefined; readonly nonbid: number };

/** The body of a call's reply, and the most bytes it may inflate to. */
interface ReplyBytes {
  readonly bytes: Uint8Array;
  readonly maxBytes: number;
}

const noBid: ReadOutcome = { problem: undefined, nonbid: nonBidCode.noBid };

/**
 * A complete reply gives its text, whatever its status, because the adapter knows what statuses mean.
 * An empty 200 is no bid; everything else is a problem.
 */
export function readOutcome(outcome: OutcomeRecord, body: ReplyBytes): ReadOutcome {
  if (outcome.kind !== 'reply') return failed(outcome.kind, outcome.reason);
  if (outcome.status === 200 && body.bytes.byteLength === 0) return noBid;
  const read = replyText(body.bytes, outcome.encoding, body.maxBytes);
  // A compressed empty body has some bytes.
  if (outcome.status === 200 && read.text === '') return noBid;
  if (read.fault === undefined) return { text: read.text };
  // An error page says less than its status.
  return outcome.status === 200 ? invalid(read.fault) : { text: '' };
}

function invalid(message: string): ReadOutcome {
  return { problem: { code: errorCode.badServerResponse, message }, nonbid: nonBidCode.invalidReply };
}

function failed(kind: Exclude<OutcomeKind, 'reply'>, reason: string): ReadOutcome {
  switch (kind) {
    case 'timeout':
      return timeout('the bidder did not answer in time');
    case 'overtaken':
      return timeout('the auction did not wait for this secondary bidder: all others were done');
    case 'late':
      return timeout('no time was left to call the bidder');
    case 'broken':
    case 'oversized':
      return invalid(reason);
    case 'unreachable':
    case 'busy':
    case 'cancelled':
      return { problem: { code: errorCode.unknown, message: reason }, nonbid: nonBidCode.unreachable };
    case 'throttled':
      return { problem: { code: errorCode.timeout, message: reason }, nonbid: nonBidCode.blocked };
    case 'blocked':
      return { problem: { code: errorCode.unknown, message: reason }, nonbid: nonBidCode.blocked };
  }
}

function timeout(message: string): ReadOutcome {
  return { problem: { code: errorCode.timeout, message }, nonbid: nonBidCode.timeout };
}
