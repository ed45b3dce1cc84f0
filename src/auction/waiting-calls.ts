/** Calls that found every connection to their host in use, and wait for one in order (issue 'Overload', per-bidder limits). */
import type { Connection } from './connection.ts';

/** A call that can be sent later; it settles by its deadline whether it was or not. */
export interface WaitingCall {
  readonly isSettled: boolean;
  /** Sends the call over a connection that is the call's own until it gives it back. */
  sendOver(connection: Connection): void;
}

/** The queue of one host. */
export class WaitingCalls {
  readonly #limit: number;
  #calls: WaitingCall[] = [];

  /** `limit`: the most calls that may wait; 0: none. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#calls.length;
  }

  /** True when another call may wait; those that have settled meanwhile make room. */
  hasRoom(): boolean {
    if (this.#calls.length >= this.#limit) this.#calls = this.#calls.filter(({ isSettled }) => !isSettled);
    return this.#calls.length < this.#limit;
  }

  /** Takes a call in; the caller has asked for room. */
  add(call: WaitingCall): void {
    this.#calls.push(call);
  }

  /** The call that waits the longest and still can be sent; undefined when there is none. */
  next(): WaitingCall | undefined {
    for (;;) {
      const call = this.#calls.shift();
      if (call === undefined || !call.isSettled) return call;
    }
  }
}
