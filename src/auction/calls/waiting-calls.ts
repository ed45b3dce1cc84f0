/** Calls that found every connection to their host in use, and wait for one in order (issue 'Overload', per-bidder limits). */
import type { Connection } from './connection.ts';
import type { OutcomeKind } from '../call-records.ts';

/** A call that can be sent later; it settles by its deadline whether it was or not. */
export interface WaitingCall {
  readonly isSettled: boolean;
  /** Sends the call over a connection that is the call's own until it gives it back. */
  sendOver(connection: Connection): void;
  /** Settles it unless it has settled. */
  giveUp(kind: OutcomeKind, reason: string): void;
}

/** The queue of one host. */
export class WaitingCalls {
  #calls: WaitingCall[] = [];

  /** Calls that still can be sent. */
  get length(): number {
    return this.#calls.filter(({ isSettled }) => !isSettled).length;
  }

  /** True when another call may wait, of `limit` at most; those that have settled meanwhile make room. */
  hasRoom(limit: number): boolean {
    if (this.#calls.length >= limit) this.#calls = this.#calls.filter(({ isSettled }) => !isSettled);
    return this.#calls.length < limit;
  }

  /** Takes a call in; the caller has asked for room. */
  add(call: WaitingCall): void {
    this.#calls.push(call);
  }

  /** True when a call waits that still can be sent. */
  hasAny(): boolean {
    while (this.#calls[0]?.isSettled === true) this.#calls.shift();
    return this.#calls.length > 0;
  }

  /** The call that waits the longest and still can be sent; undefined when there is none. */
  next(): WaitingCall | undefined {
    return this.hasAny() ? this.#calls.shift() : undefined;
  }

  /** Settles all of them. */
  giveUp(kind: OutcomeKind, reason: string): void {
    for (const call of this.#calls.splice(0)) call.giveUp(kind, reason);
  }
}
