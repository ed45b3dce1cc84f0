/**
 * One attempt at a call: the undici handler from dispatch to the end of the reply. It reports its end to the call, which may try once more
 * if the server closed a kept-alive connection before it read anything.
 */

import type { Dispatcher } from 'undici';

import { callFault, isMislengthed, noLongerWanted, type CallFault } from './call-faults.ts';
import type { Connection } from './connection.ts';
import { mostPieces, ReplyBody } from './reply-body.ts';
import { readReplyHead, type ReplyHead, type ReplyHeaders } from './reply-head.ts';
import type { SettledCall } from '../settled-call.ts';

/** The request to send, and which parts of the reply are kept. */
export interface CallTerms {
  readonly options: Dispatcher.DispatchOptions;
  readonly maxReplyBytes: number;
  /** Names (lower case) of reply headers to keep. */
  readonly replyHeaders: readonly string[] | undefined;
}

/**
 * The call that an attempt reports to. Every attempt ends with one of `replied`, `drained`, `failed` and `unread`; `refuse` may come
 * before.
 */
export interface AttemptedCall {
  /** Once true, anything that still arrives is dropped. */
  readonly isSettled: boolean;
  /** Whole milliseconds since the call was sent. */
  readonly elapsedMs: number;
  /** A whole reply has come. */
  replied(reply: SettledCall): void;
  /** A whole reply has come for a call that had already settled. */
  drained(): void;
  /** The attempt failed for good. */
  failed(fault: CallFault): void;
  /** The server closed a kept-alive connection before it read the call, which may be sent again. */
  unread(): void;
  /** The reply exceeds a bound. */
  refuse(kind: 'broken' | 'oversized', reason: string): void;
}

const mostInterimReplies = 16;

/** One attempt over one connection. */
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

  /** `isReused`: the connection was kept alive, so its server may have closed it even before the call is written. */
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

  /** True when its connection has opened, and it was still wanted then. */
  get isConnected(): boolean {
    return this.#controller !== null;
  }

  /** True when the operating system has taken all bytes of the call. */
  get isWritten(): boolean {
    return this.#controller !== null && this.#connection.isWritten;
  }

  dispatch(): void {
    this.#connection.dispatch(this.#terms.options, this);
  }

  /** Closes the connection. Does nothing before the call is written: the attempt of a settled call ends when its connection opens. */
  abort(): void {
    this.#controller?.abort(noLongerWanted);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#isReused = this.#connection.carry();
    // Throws instead of aborting: undici then keeps the newly opened connection for the next call.
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
        this.#call.refuse('broken', 'the reply never gets past its informational (1xx) responses');
      return;
    }
    if (status === 408 && this.#isReused && !this.#call.isSettled && /close/i.test(String(headers['connection']))) {
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
    // undici counts trailing blanks in Content-Length as digits, although they mean nothing.
    if (isMislengthed(error) && this.#body.byteLength === this.#head?.lengthBytes) {
      this.#finish();
      return;
    }
    const fault = callFault(error, this.#hasStarted);
    const isUnread = this.#isReused && (fault.isStale || this.#isUnread);
    if (isUnread && !this.#call.isSettled) this.#call.unread();
    // Nobody waits for a second attempt, and without one this failure says nothing about the host.
    else this.#call.failed(isUnread ? { ...fault, kind: 'cancelled' } : fault);
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
