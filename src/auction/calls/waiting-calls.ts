/** The queue of calls that found every connection to their host in use (issue 'Overload', per-bidder limits). */
import type { Connection } from './connection.ts';
import type { OutcomeKind } from '../call-records.ts';

/** A call that can be sent later. It settles by its deadline, sent or not. */
export interface WaitingCall {
  readonly isSettled: boolean;
  /** Sends the call over a connection that it owns until it releases it. */
  sendOver(connection: Connection): void;
  /** Settles it unless it has settled. */
  giveUp(kind: OutcomeKind, reason: string): void;
}

/** The queue of one host. */
export class WaitingCalls {
  #calls: WaitingCall[] = [];

  /** Calls that can still be sent. */
  get length(): number {
    return this.#calls.filter(({ isSettled }) => !isSettled).length;
  }

  /** True when another call may wait, of at most `limit`. Calls that have settled meanwhile make room. */
  hasRoom(limit: number): boolean {
    if (this.#calls.length >= limit) this.#calls = this.#calls.filter(({ isSettled }) => !isSettled);
    return this.#calls.length < limit;
  }

  /** Adds a call; the caller has checked `hasRoom`. */
  add(call: WaitingCall): void {
    this.#calls.push(call);
  }

  /** True when a call is waiting that can still be sent. */
  hasAny(): boolean {
    while (this.#calls[0]?.isSettled === true) this.#calls.shift();
    return this.#calls.length > 0;
  }

  /** Removes and returns the call that has waited longest and can still be sent; undefined when there is none. */
  next(): WaitingCall | undefined {
    return this.hasAny() ? this.#calls.shift() : undefined;
  }

  /** Settles all waiting calls without a reply. */
  giveUp(kind: OutcomeKind, reason: string): void {
    for (const call of this.#calls.splice(0)) call.giveUp(kind, reason);
  }
}
