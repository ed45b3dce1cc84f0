/** Writes answers: decides which are valid, and how answers without a body, or to HEAD, are framed (RFC 9110 sections 6.4.1 and 9.3.2). */
import { STATUS_CODES } from 'node:http';
import type { Closer } from './closing.ts';
import type { AnswerBody, Header } from './exchange.ts';
import { Parts } from './parts.ts';
import { byteLength, Sending } from './sending.ts';
import type { WireResponse } from './wire.ts';

/** One answer. */
export interface Answer {
  readonly status: number;
  /** Written in order, the first list first. */
  readonly headers: readonly [readonly Header[], readonly Header[]];
  readonly body: AnswerBody;
  /** True for the answer to HEAD: the body's headers without the body. */
  readonly isHead: boolean;
  /** Who closes the connection after the answer. */
  readonly closes: Closer;
}

/** Counts the answers that the operating system has not taken to the last byte. */
export interface Unsent {
  unsent: number;
}

/** The operating system takes an answer of at most this length at once, however slowly its client reads. */
const maxSentAtOnce = 16_384;

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controlCharacter = /[\0-\x08\x0a-\x1f\x7f]/;

/** What makes an answer invalid, worded to follow 'The answer'; undefined if nothing does. */
export function findFault(status: number, headers: readonly Header[]): string | undefined {
  if (!Number.isInteger(status) || status < 200 || status > 599) return `has status ${status}`;
  const bad = headers.find(([name, value]) => controlCharacter.test(name) || controlCharacter.test(value));
  return bad && `has a control character in its header ${JSON.stringify(bad[0])}`;
}

/**
 * Writes a valid answer, in one packet if possible. `response` must be neither ended nor aborted. `front` counts the answer until it is
 * sent.
 */
export function writeAnswer(response: WireResponse, answer: Answer, front: Unsent): void {
  const { status, closes } = answer;
  const body = shortened(answer.body);
  response.cork(() => {
    response.writeStatus(`${status} ${STATUS_CODES[status] ?? 'Unknown'}`);
    for (const list of answer.headers) for (const [name, value] of list) response.writeHeader(name, value);
    const hasLength = status !== 204 && status !== 304;
    const hasBody = hasLength && !answer.isHead;
    if (hasBody && (closes === 'server' || (closes === 'client' && byteLength(body) <= maxSentAtOnce))) {
      response.end(body instanceof Parts ? body.toString() : body, true);
      return;
    }
    if (hasLength && !hasBody) response.writeHeader('Content-Length', String(byteLength(body)));
    // The library cannot close the connection after an answer without a body, and does not report when it has sent a long answer that it
    // closes after.
    if (closes !== 'nobody') response.writeHeader('Connection', 'close');
    if (hasBody) endAsRead(response, body, front);
    else response.endWithoutBody();
  });
}

/**
 * Keeps what the client does not read here instead of in the library's buffer: while that holds data, the library drops a client that sends
 * another request.
 */
function endAsRead(response: WireResponse, body: AnswerBody, front: Unsent): void {
  const sending = new Sending(response, body);
  sending.resume(0);
  if (sending.isDone) return;
  sending.keep();
  let isSending = true;
  const end = (): void => {
    if (isSending) front.unsent--;
    isSending = false;
  };
  front.unsent++;
  response.onAborted(end);
  response.onWritable((offset) => {
    const isTaken = sending.resume(offset);
    if (sending.isDone) end();
    return isTaken;
  });
}

/** A short body is sent at once, so it need not be built piece by piece. */
function shortened(body: AnswerBody): AnswerBody {
  return body instanceof Parts && body.byteLength <= maxSentAtOnce ? body.toString() : body;
}
