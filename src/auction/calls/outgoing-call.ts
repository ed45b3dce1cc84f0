/**
 * One call to a bidder, from dispatch to the end of its reply. It settles once, as one outcome (call-records, `OutcomeKind`);
 * its connection may stay in use a while longer, until the late reply has drained or is cut off. An overtaken call's host hears
 * how it ended all the same.
 */

import { CallAttempt, type AttemptedCall, type CallTerms } from './call-attempt.ts';
import type { CallFault } from './call-faults.ts';
import type { Connection } from './connection.ts';
import type { OutcomeKind } from '../call-records.ts';
import type { CalledBidder } from './host-health.ts';
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
  readonly called: CalledBidder;
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
  /** Its host has not heard yet how the call ended. */
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

  /** Settles the call without a reply unless it has settled; what still comes is dropped, up to the reply's bound. */
  giveUp(kind: OutcomeKind, reason: string): void {
    if (this.#isSettled && !this.#isOvertaken) return;
    const isUnsent = this.#connection === null && kind === 'timeout';
    this.#end(
      isUnsent
        ? settledWithout('busy', "no connection to the bidder's host came free in time", this.elapsedMs)
        : settledWithout(kind, reason, this.elapsedMs),
    );
  }

  /** Settles the call for the auction alone, which has no time for it, unless it has settled. It is not sent again. */
  overtake(): void {
    if (this.#isSettled) return;
    const outcome = settledWithout('overtaken', 'all others were done', this.elapsedMs);
    // In most auctions of an account with secondary bidders one is overtaken: its memory must not wait for the collector.
    this.#end({ ...outcome, isWritten: this.#attempt?.isWritten === true });
  }

  /** Closes the call's connection; a settled call that is not sent yet is dropped as soon as its connection opens. */
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
    this.giveUp(kind, reason);
    this.#release();
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

  /** The call has ended so, for the auction unless that has gone on without it. */
  #end(outcome: SettledCall): void {
    const { called, origin, index } = this.#start;
    const isSettled = this.#isSettled;
    this.#isSettled = true;
    this.#isOvertaken = outcome.kind === 'overtaken';
    if (outcome.kind !== 'reply' || origin.health.isSuspect) origin.health.note(called, outcome, performance.now());
    if (!isSettled) this.#sender.callSettled(index, outcome);
  }

  #release(): void {
    this.#start.origin.release(this.#connection!);
    this.#sender.callEnded();
  }
}
