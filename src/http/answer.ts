/** Writes answers: which may be sent, and how one without body, or to HEAD, is framed (RFC 9110 sections 6.4.1 and 9.3.2). */
import { STATUS_CODES } from 'node:http';
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
  /** True for the answer to HEAD: the headers of the body, without it. */
  readonly isHead: boolean;
  /**
   * Who closes the connection behind the answer; `client`: it is asked to, but where the answer is short the server does;
   * `both`: the client said that it does, and is told that the server knows (RFC 9112 section 9.6).
   */
  readonly closes: 'nobody' | 'client' | 'server' | 'both';
}

/** What counts answers of which the system has not taken the last byte yet. */
export interface Unsent {
  unsent: number;
}

/** Of an answer that is no longer the system takes all at once, whatever its client reads. */
const takenAtOnce = 16_384;

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const control = /[\0-\x08\x0a-\x1f\x7f]/;

/** What makes an answer impossible to send, in words that follow 'The answer'; undefined if nothing does. */
export function findFault(status: number, headers: readonly Header[]): string | undefined {
  if (!Number.isInteger(status) || status < 200 || status > 599) return `has status ${status}`;
  const bad = headers.find(([name, value]) => control.test(name) || control.test(value));
  return bad && `has a control character in its header ${JSON.stringify(bad[0])}`;
}

/** Writes a faultless answer, in one packet if the client takes it; `response` must be neither ended nor aborted. While it is sent, `front` counts it. */
export function writeAnswer(response: WireResponse, answer: Answer, front: Unsent): void {
  const { status, closes } = answer;
  const body = shortened(answer.body);
  response.cork(() => {
    response.writeStatus(`${status} ${STATUS_CODES[status] ?? 'Unknown'}`);
    for (const list of answer.headers) for (const [name, value] of list) response.writeHeader(name, value);
    const hasLength = status !== 204 && status !== 304;
    const hasBody = hasLength && !answer.isHead;
    if (hasBody && (closes === 'server' || (closes === 'client' && byteLength(body) <= takenAtOnce))) {
      response.end(body instanceof Parts ? body.toString() : body, true);
      return;
    }
    if (hasLength && !hasBody) response.writeHeader('Content-Length', String(byteLength(body)));
    // The library cannot close behind an answer without body, and tells nobody when it has sent a long one that it closes behind.
    if (closes !== 'nobody') response.writeHeader('Connection', 'close');
    if (hasBody) endAsRead(response, body, front);
    else response.endWithoutBody();
  });
}

/** What a client does not read stays here, not in the connection: while it does, the library drops a client that asks for more. */
function endAsRead(response: WireResponse, body: AnswerBody, front: Unsent): void {
  const sending = new Sending(response, body);
  sending.goOn(0);
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
    const isTaken = sending.goOn(offset);
    if (sending.isDone) end();
    return isTaken;
  });
}

/** What is sent at once need not be made piece by piece. */
function shortened(body: AnswerBody): AnswerBody {
  return body instanceof Parts && body.byteLength <= takenAtOnce ? body.toString() : body;
}
