/**
 * One call to a bidder, from dispatch to the end of its reply. It settles once, with one outcome (call-records, `OutcomeKind`). Its
 * connection may stay in use until the late reply has drained or is cut off. Its host still learns how an overtaken call really ends, and
 * that a call could not connect, however late.
 */

import { CallAttempt, type AttemptedCall, type CallTerms } from './call-attempt.ts';
import type { CallFault } from './call-faults.ts';
import type { Connection } from './connection.ts';
import type { OutcomeKind } from '../call-records.ts';
import type { CalledBidder } from './suspects.ts';
import type { Origin } from './origin.ts';
import { settledWithout, type SettledCall } from '../settled-call.ts';
import type { WaitingCall } from './waiting-calls.ts';

/** The sender of a call: is notified once when it settles, and once when it no longer holds a connection. */
export interface CallSender {
  callSettled(index: number, outcome: SettledCall): void;
  /** Called before the call is handed to its connection. */
  callStarted(): void;
  callEnded(): void;
}

/** What a call needs: its index among the auction's calls, its host, its request and bounds. */
export interface CallStart extends CallTerms {
  readonly index: number;
  readonly called: CalledBidder;
  readonly origin: Origin;
  readonly sentAtMs: number;
}

/** One call, which reports its outcome to its sender. */
export class OutgoingCall implements AttemptedCall, WaitingCall {
  readonly #sender: CallSender;
  readonly #start: CallStart;
  #connection: Connection | null = null;
  #attempt: CallAttempt | null = null;
  #isSettled = false;
  /** Settled as overtaken, but its real end is not yet noted for the host. */
  #isOvertaken = false;

  constructor(sender: CallSender, start: CallStart) {
    this.#sender = sender;
    this.#start = start;
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  get elapsedMs(): number {
    return Math.round(performance.now() - this.#start.sentAtMs);
  }

  sendOver(connection: Connection): void {
    this.#connection = connection;
    this.#attempt = new CallAttempt(this, this.#start, { connection, isReused: connection.isOpen });
    this.#sender.callStarted();
    this.#attempt.dispatch();
  }

  /** Settles the call without a reply unless it has settled. Anything that still arrives is dropped, up to the reply's bound. */
  giveUp(kind: OutcomeKind, reason: string): void {
    if (this.#isSettled && !this.#isOvertaken) return;
    const isUnsent = this.#connection === null && kind === 'timeout';
    this.#end(
      isUnsent
        ? settledWithout('busy', "no connection to the bidder's host came free in time", this.elapsedMs)
        : settledWithout(kind, reason, this.elapsedMs),
    );
  }

  /** Settles the call as overtaken unless it has settled, for the auction only. It is not sent again. */
  overtake(): void {
    if (this.#isSettled) return;
    const outcome = settledWithout('overtaken', 'all others were done', this.elapsedMs);
    // Most auctions of an account with secondary bidders overtake a call: `isWritten` lets their memory be freed at once.
    this.#end({ ...outcome, isWritten: this.#attempt?.isWritten === true });
  }

  /** Closes the call's connection. A settled call that is not written yet is dropped as soon as its connection opens. */
  abort(): void {
    this.#attempt?.abort();
  }

  replied(reply: SettledCall): void {
    this.#end(reply);
    this.#release();
  }

  drained(): void {
    if (this.#isOvertaken) this.#end(settledWithout('reply', '', this.elapsedMs));
    this.#release();
  }

  failed({ kind, reason }: CallFault): void {
    const isTooLate = this.#isSettled && !this.#isOvertaken;
    // A host that drops every packet fails no call before its deadline.
    if (isTooLate && kind === 'unreachable' && this.#attempt?.isConnected === false) this.#noteUnconnected(reason);
    this.giveUp(kind, reason);
    this.#release();
  }

  /** Sends the call again on a new connection (RFC 9110, 15.5.9 for a 408), and so at most twice. */
  unread(): void {
    // `isReused` is false even if no new connection can be made: a TLS handshake that is reset looks just like a stale connection.
    const attempt = new CallAttempt(this, this.#start, { connection: this.#connection!, isReused: false });
    this.#attempt = attempt;
    // undici is still tearing down the old socket.
    queueMicrotask(() => this.#start.origin.reopen(() => attempt.dispatch()));
  }

  refuse(kind: OutcomeKind, reason: string): void {
    this.giveUp(kind, reason);
    this.abort();
  }

  /** Records the outcome for the host and, unless the auction has gone on without the call, for the auction. */
  #end(outcome: SettledCall): void {
    const { called, origin, index } = this.#start;
    const isSettled = this.#isSettled;
    this.#isSettled = true;
    this.#isOvertaken = outcome.kind === 'overtaken';
    if (outcome.kind !== 'reply' || origin.health.isSuspect) origin.health.note(called, outcome, performance.now());
    if (!isSettled) this.#sender.callSettled(index, outcome);
  }

  #noteUnconnected(reason: string): void {
    const { called, origin } = this.#start;
    origin.health.noteUnconnected(called, reason, performance.now());
  }

  #release(): void {
    this.#start.origin.release(this.#connection!);
    this.#sender.callEnded();
  }
}
