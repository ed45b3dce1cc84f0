/**
 * One call to a bidder, from dispatch to the end of its reply. It settles once, as one outcome (call-records, `OutcomeKind`);
 * its connection may stay in use a while longer, until the late reply has drained or is cut off.
 */

import { CallAttempt, type AttemptedCall, type CallTerms } from './call-attempt.ts';
import type { CallFault } from './call-faults.ts';
import type { Connection } from './connection.ts';
import type { OutcomeKind } from '../call-records.ts';
import type { Origin } from './origin.ts';
import { settledWithout, type SettledCall } from '../settled-call.ts';
import type { WaitingCall } from './waiting-calls.ts';

/** Who sent the call: hears once that it settled, and once that it holds no connection any more. */
export interface CallSender {
  callSettled(index: number, outcome: SettledCall): void;
  /** Told before the call is handed to its connection. */
  callStarted(): void;
  callEnded(): void;
}

/** What a call needs: its place among the auction's calls, its host, its request and bounds. */
export interface CallStart extends CallTerms {
  readonly index: number;
  readonly bidder: string;
  readonly origin: Origin;
  readonly sentAtMs: number;
}

/** One call, which tells its sender what became of it. */
export class OutgoingCall implements AttemptedCall, WaitingCall {
  readonly #sender: CallSender;
  readonly #start: CallStart;
  #connection: Connection | null = null;
  #attempt: CallAttempt | null = null;
  #isSettled = false;

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

  /** Settles the call without a reply unless it has settled; what still comes is dropped, up to the reply's bound. */
  giveUp(kind: OutcomeKind, reason: string): void {
    if (this.#isSettled) return;
    const isUnsent = this.#connection === null && kind === 'timeout';
    this.#settle(
      isUnsent
        ? settledWithout('busy', "no connection to the bidder's host came free in time", this.elapsedMs)
        : settledWithout(kind, reason, this.elapsedMs),
    );
  }

  /** Closes the call's connection; a settled call that is not sent yet is dropped as soon as its connection opens. */
  abort(): void {
    this.#attempt?.abort();
  }

  replied(reply: SettledCall): void {
    this.#settle(reply);
    this.drained();
  }

  drained(): void {
    this.#start.origin.release(this.#connection!);
    this.#sender.callEnded();
  }

  failed({ kind, reason }: CallFault): void {
    this.giveUp(kind, reason);
    this.drained();
  }

  /** Sends the call again, on a new connection (RFC 9110, 15.5.9 for a 408), so never a third time. */
  unread(): void {
    // Not reused even where no new one can be made: TLS that is reset in its handshake looks as stale as a kept connection.
    const attempt = new CallAttempt(this, this.#start, { connection: this.#connection!, isReused: false });
    this.#attempt = attempt;
    // undici is still taking the old socket down.
    queueMicrotask(() => this.#start.origin.reopen(() => attempt.dispatch()));
  }

  refuse(kind: OutcomeKind, reason: string): void {
    this.giveUp(kind, reason);
    this.abort();
  }

  #settle(outcome: SettledCall): void {
    this.#isSettled = true;
    const { bidder, origin } = this.#start;
    if (outcome.kind !== 'reply' || origin.health.isSuspect) origin.health.note(bidder, outcome, performance.now());
    this.#sender.callSettled(this.#start.index, outcome);
  }
}
