/**
 * One try to have a call answered: undici's handler, from dispatch to the end of the reply. Its call is told what came of it, and may
 * try once more when the server had closed a kept connection before it read anything.
 */

import type { Dispatcher } from 'undici';

import { callFault, isMislengthed, noLongerWanted, type CallFault } from './call-faults.ts';
import type { Connection } from './connection.ts';
import { mostPieces, ReplyBody } from './reply-body.ts';
import { readReplyHead, type ReplyHead, type ReplyHeaders } from './reply-head.ts';
import type { SettledCall } from '../settled-call.ts';

/** What is sent, and what of its reply is kept. */
export interface CallTerms {
  readonly options: Dispatcher.DispatchOptions;
  readonly maxReplyBytes: number;
  /** Names (lower case) of reply headers to keep. */
  readonly replyHeaders: readonly string[] | undefined;
}

/** Whose try it is. Every try ends in one of `replied`, `drained`, `failed` and `unread`; `refuse` may come before. */
export interface AttemptedCall {
  /** Whatever still comes is dropped. */
  readonly isSettled: boolean;
  /** Whole milliseconds since the call was sent. */
  readonly elapsedMs: number;
  /** A whole reply has come. */
  replied(reply: SettledCall): void;
  /** The same of a call that has settled before. */
  drained(): void;
  failed(fault: CallFault): void;
  /** A kept connection was closed before the call was read. */
  unread(): void;
  /** The reply breaks a bound. */
  refuse(kind: 'broken' | 'oversized', reason: string): void;
}

const mostInterimReplies = 16;

/** One try over one connection. */
export class CallAttempt implements Dispatcher.DispatchHandler {
  readonly #call: AttemptedCall;
  readonly #terms: CallTerms;
  readonly #connection: Connection;
  readonly #body: ReplyBody;
  #isReused: boolean;
  #controller: Dispatcher.DispatchController | null = null;
  #head: ReplyHead | null = null;
  #interimReplies = 0;
  #hasStarted = false;
  #isUnread = false;

  /** `isReused`: the connection has been kept, so that its server may have closed it even before the call is on its way. */
  constructor(
    call: AttemptedCall,
    terms: CallTerms,
    { connection, isReused }: { readonly connection: Connection; readonly isReused: boolean },
  ) {
    this.#call = call;
    this.#terms = terms;
    this.#connection = connection;
    this.#body = new ReplyBody(terms.maxReplyBytes);
    this.#isReused = isReused;
  }

  /** True when the system has taken all bytes of the call. */
  get isWritten(): boolean {
    return this.#controller !== null && this.#connection.isWritten;
  }

  dispatch(): void {
    this.#connection.dispatch(this.#terms.options, this);
  }

  /** Closes the connection; of a settled call that is not sent yet the try ends as soon as its connection opens. */
  abort(): void {
    this.#controller?.abort(noLongerWanted);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#isReused = this.#connection.carry();
    // Thrown, not aborted: undici then keeps the connection that has just opened for the next call.
    if (this.#call.isSettled) throw noLongerWanted;
    this.#controller = controller;
  }

  onResponseStarted(): void {
    this.#hasStarted = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ReplyHeaders): void {
    if (status < 200) {
      this.#interimReplies += 1;
      if (this.#interimReplies > mostInterimReplies)
        this.#call.refuse('broken', 'the reply never gets past its announcements');
      return;
    }
    if (status === 408 && this.#mayRepeat() && /close/i.test(String(headers['connection']))) {
      this.#isUnread = true;
      this.abort();
      return;
    }
    this.#head = readReplyHead(status, headers, this.#terms.replyHeaders);
    if (this.#head.lengthBytes > this.#terms.maxReplyBytes) this.#refuseBody();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (!(this.#call.isSettled ? this.#body.count(chunk) : this.#body.add(chunk))) this.#refuseBody();
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    // undici counts blanks behind a length, which mean nothing, as digits of it.
    if (isMislengthed(error) && this.#body.byteLength === this.#head?.lengthBytes) {
      this.#finish();
      return;
    }
    const fault = callFault(error, this.#hasStarted);
    const isUnread = this.#isReused && (fault.isStale || this.#isUnread);
    if (isUnread && !this.#call.isSettled) this.#call.unread();
    // Nobody waits for another try, and without one this says nothing of the host.
    else this.#call.failed(isUnread ? { ...fault, kind: 'cancelled' } : fault);
  }

  #mayRepeat(): boolean {
    return this.#isReused && !this.#call.isSettled;
  }

  #finish(): void {
    if (this.#call.isSettled) {
      this.#call.drained();
      return;
    }
    const { elapsedMs } = this.#call;
    const { chunks, byteLength } = this.#body;
    const { status, encoding, headers } = this.#head!;
    const { isWritten } = this.#connection;
    const reply = { kind: 'reply', status, elapsedMs, encoding, reason: '', chunks, byteLength, isWritten } as const;
    this.#call.replied(headers === undefined ? reply : { ...reply, headers });
  }

  #refuseBody(): void {
    const { maxReplyBytes } = this.#terms;
    this.#call.refuse('oversized', `the reply is over ${maxReplyBytes} bytes, or in over ${mostPieces} pieces`);
  }
}
