/**
 * What a simulated bidder sends: a bid response, no bid, a refusal, or one of the failures of `bidder.ts`.
 */
import type { HttpResponse } from 'uWebSockets.js';
import type { FailureKind } from './bidder.ts';

/** Answers one call, once; the caller has corked the response and made sure that it was not aborted. */
export type Answer = (res: HttpResponse) => void;

/** An answer with a bid response's bytes. */
export function bids(bytes: Buffer): Answer {
  return (res) => {
    res.writeHeader('Content-Type', 'application/json').end(bytes);
  };
}

/** The bidder does not want the impression. */
export const noBid: Answer = (res) => {
  res.writeStatus('204 No Content').endWithoutBody();
};

/** The answer to a body that is not a bid request. */
export const notARequest: Answer = (res) => {
  res.writeStatus('400 Bad Request').end('The body is not an OpenRTB bid request: send JSON with imp');
};

const garbage = Buffer.from('{"id":"garbage","seatbid":[{"bid":[{"price":\u0000<html>', 'latin1');
// Larger than any sensible limit for a reply.
const oversized = Buffer.alloc(8 * 1024 * 1024, ' ');

function answerOversized(res: HttpResponse): void {
  res.writeHeader('Content-Type', 'application/json');
  // Written only as fast as it is read, so that many at once cost no memory.
  res.onWritable((offset) => res.tryEnd(oversized.subarray(offset), oversized.length)[0]);
  res.tryEnd(oversized, oversized.length);
}

const closeConnection: Answer = (res) => {
  res.close();
};

/** The answer for each failure; a hanging call is closed eventually, long after any caller's timeout. */
export const failureAnswers: { readonly [Kind in FailureKind]: Answer } = {
  status500: (res) => {
    res.writeStatus('500 Internal Server Error').end('This bidder fails on purpose');
  },
  close: closeConnection,
  garbage: bids(garbage),
  hang: closeConnection,
  oversized: answerOversized,
};
