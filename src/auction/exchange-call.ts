/**
 * One call to a bidder, from dispatch to the end of its reply. It settles once, as one outcome (messages, `OutcomeKind`);
 * its connection may stay in use a while longer, until the late reply has drained or is cut off.
 */

import type { Dispatcher } from 'undici';

import { callFault, isMislengthed } from './call-faults.ts';
import type { Connection } from './connection.ts';
import type { OutcomeKind } from './messages.ts';
import type { Origin } from './origin.ts';
import { mostPieces, ReplyBody } from './reply-body.ts';
import { readReplyHead, type ReplyHead, type ReplyHeaders } from './reply-head.ts';
import { settledWithout, type SettledCall } from './settled-call.ts';
import type { WaitingCall } from './waiting-calls.ts';

/** Who sent the call: hears once that it settled, and once that it holds no connection any more. */
export interface CallSender {
  callSettled(index: number, outcome: SettledCall): void;
  /** Told before the call is handed to its connection. */
  callStarted(): void;
  callEnded(): void;
}

/** What a call needs: its place among the auction's calls, its host, its request and bound. */
export interface CallStart {
  readonly index: number;
  readonly bidder: string;
  readonly origin: Origin;
  readonly sentAtMs: number;
  readonly options: Dispatcher.DispatchOptions;
  readonly maxReplyBytes: number;
  /** Names (lower case) of reply headers to keep. */
  readonly replyHeaders: readonly string[] | undefined;
}

const mostInterimReplies = 16;
// One for all: nobody reads its stack, and a stack costs as much as a call's headers.
const noLongerWanted = new Error('no longer wanted');

/** undici's handler of one call, which tells its sender what became of it. */
export class ExchangeCall implements Dispatcher.DispatchHandler, WaitingCall {
  #sender: CallSender;
  #start: CallStart;
  #body: ReplyBody;
  #connection: Connection | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #head: ReplyHead | null = null;
  #isSettled = false;
  #isReused = false;
  #interimReplies = 0;
  #hasStarted = false;
  #isUnread = false;

  constructor(sender: CallSender, start: CallStart) {
    this.#sender = sender;
    this.#start = start;
    this.#body = new ReplyBody(start.maxReplyBytes);
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  sendOver(connection: Connection): void {
    this.#connection = connection;
    // Its server may close it even before the call is on its way.
    this.#isReused = connection.isOpen;
    this.#sender.callStarted();
    this.#dispatch();
  }

  /** Settles the call without a reply unless it has settled; what still comes is dropped, up to the reply's bound. */
  giveUp(kind: OutcomeKind, reason: string): void {
    if (this.#isSettled) return;
    const isUnsent = this.#connection === null && kind === 'timeout';
    this.#settle(
      isUnsent
        ? settledWithout('busy', 'every connection to this host stayed in use', this.#elapsedMs())
        : settledWithout(kind, reason, this.#elapsedMs()),
    );
  }

  /** Closes the call's connection; a settled call that is not sent yet is dropped as soon as its connection opens. */
  abort(): void {
    this.#controller?.abort(noLongerWanted);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#isReused = this.#connection!.carry();
    // Thrown, not aborted: undici then keeps the connection that has just opened for the next call.
    if (this.#isSettled) throw noLongerWanted;
    this.#controller = controller;
  }

  onResponseStarted(): void {
    this.#hasStarted = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ReplyHeaders): void {
    if (status < 200) {
      this.#interimReplies += 1;
      if (this.#interimReplies > mostInterimReplies)
        this.#refuse('broken', 'the reply never gets past its announcements');
      return;
    }
    if (status === 408 && this.#isReused && !this.#isSettled && /close/i.test(String(headers['connection']))) {
      this.#isUnread = true;
      this.abort();
      return;
    }
    this.#head = readReplyHead(status, headers, this.#start.replyHeaders);
    if (this.#head.lengthBytes > this.#start.maxReplyBytes) this.#refuseBody();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (!(this.#isSettled ? this.#body.count(chunk) : this.#body.add(chunk))) this.#refuseBody();
  }

  onResponseEnd(): void {
    this.#finish(true);
  }

  #finish(isOpen: boolean): void {
    if (!this.#isSettled) {
      const { chunks, byteLength } = this.#body;
      const { status, encoding, headers } = this.#head!;
      const reply = { kind: 'reply', status, encoding, reason: '', ...(headers && { headers }) } as const;
      const { isWritten } = this.#connection!;
      this.#settle({ ...reply, elapsedMs: this.#elapsedMs(), chunks, byteLength, isWritten });
    }
    this.#end(isOpen);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    // undici counts blanks behind a length, which mean nothing, as digits of it.
    if (isMislengthed(error) && this.#body.byteLength === this.#head?.lengthBytes) {
      this.#finish(false);
      return;
    }
    const fault = callFault(error, this.#hasStarted);
    if ((fault.isStale || this.#isUnread) && this.#isReused && !this.#isSettled) {
      this.#repeat();
      return;
    }
    this.giveUp(fault.kind, fault.reason);
    this.#end(false);
  }

  // The server closed a kept connection, perhaps with a 408 (RFC 9110, 15.5.9), as the call was on its way: it is sent again, on a
  // new one, so never a third time.
  #repeat(): void {
    this.#controller = null;
    this.#hasStarted = false;
    this.#isUnread = false;
    // Nor when no new one can be made: TLS that is reset in its handshake looks as stale as a kept connection.
    this.#isReused = false;
    // undici is still taking the old socket down.
    queueMicrotask(() => this.#dispatch());
  }

  #dispatch(): void {
    this.#connection!.dispatch(this.#start.options, this);
  }

  #refuseBody(): void {
    this.#refuse('oversized', `the reply is over ${this.#start.maxReplyBytes} bytes, or in over ${mostPieces} pieces`);
  }

  #refuse(kind: OutcomeKind, reason: string): void {
    this.giveUp(kind, reason);
    this.abort();
  }

  #settle(outcome: SettledCall): void {
    this.#isSettled = true;
    const { bidder, origin } = this.#start;
    if (outcome.kind !== 'reply' || origin.health.isSuspect) origin.health.note(bidder, outcome, performance.now());
    this.#sender.callSettled(this.#start.index, outcome);
  }

  #end(isOpen: boolean): void {
    this.#start.origin.release(this.#connection!, isOpen);
    this.#sender.callEnded();
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#start.sentAtMs);
  }
}
