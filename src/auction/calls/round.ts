/**
 * The calls of one auction, from the first dispatch until the last has settled and drained. One timer serves them all, overtaken ones
 * included, because they share the deadline; a second timer bounds the drain.
 */

import type { Cancel } from '../cancel.ts';
import { OutgoingCall, type CallSender } from './outgoing-call.ts';
import { settledWithout, type CallToSend, type SettledCall } from '../settled-call.ts';
import type { OutcomeKind } from '../call-records.ts';
import type { Origins } from './origins.ts';
import { secondaryCallsOf, type SecondaryCalls } from './secondary-calls.ts';

/** The bounds of one reply. */
export interface ReplyBounds {
  /** Most bytes of its body on the wire; a longer one is 'oversized'. */
  readonly maxReplyBytes: number;
  /** How long a reply may still arrive after the deadline, or after the client's disconnect, before its connection is closed. */
  readonly drainGraceMs: number;
}

/** The reason for calls given up because the client has disconnected. */
export const clientGone = 'the client went away';
const noWebAddress = 'the uri is not an http or https URL without credentials';

/** Sends one auction's calls and collects their outcomes. */
export class Round implements CallSender {
  readonly #bounds: ReplyBounds;
  readonly #resolve: (outcomes: readonly SettledCall[]) => void;
  #outcomes: SettledCall[];
  #unsettled: number;
  /** Undefined for most auctions, which pay nothing for it. */
  readonly #secondary: SecondaryCalls | undefined;
  readonly #calls: OutgoingCall[] = [];
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `resolve` gets the outcomes of `calls`, in order, once all have settled. */
  constructor(calls: readonly CallToSend[], bounds: ReplyBounds, resolve: (outcomes: readonly SettledCall[]) => void) {
    this.#outcomes = Array.from({ length: calls.length });
    this.#unsettled = calls.length;
    this.#secondary = secondaryCallsOf(calls);
    this.#bounds = bounds;
    this.#resolve = resolve;
  }

  /** Starts the timer and listens for the client's disconnect; `deadlineAtMs` is in terms of `performance.now()`. */
  begin(deadlineAtMs: number, cancel: Cancel): void {
    // Timers run before sockets are read: replies that have arrived by then count, however busy this process was.
    const expire = (): void => void setImmediate(() => this.#expire());
    // Rounded down here and again by Node: up to two milliseconds early still counts as in time.
    this.#timer = setTimeout(expire, Math.floor(deadlineAtMs - performance.now()));
    cancel.onAbort(() => this.#cancel());
  }

  /** Sends the call at `index` to its host, or settles it at once if its uri or the host's state does not allow it. */
  send(index: number, { record, body }: CallToSend, origins: Origins): void {
    const target = origins.find(record.uri);
    if (target === null) return this.#refuse(index, 'unreachable', noWebAddress);
    const { origin, path } = target;
    if (origin === null) return this.#refuse(index, 'busy', 'too many bidder hosts are in use');
    const refusal = origin.health.isSuspect ? origin.health.refusal(record, performance.now()) : null;
    if (refusal !== null) return this.callSettled(index, refusal);
    const call = new OutgoingCall(this, {
      index,
      called: record,
      origin,
      sentAtMs: performance.now(),
      options: { path, method: record.method, headers: record.headers, body },
      maxReplyBytes: this.#bounds.maxReplyBytes,
      replyHeaders: record.replyHeaders,
    });
    const connection = origin.take();
    if (connection !== null) call.sendOver(connection);
    else if (!origin.wait(call))
      return this.#refuse(index, 'busy', "too many calls to the bidder's host are in flight");
    this.#calls.push(call);
  }

  callSettled(index: number, outcome: SettledCall): void {
    this.#outcomes[index] = outcome;
    this.#unsettled -= 1;
    const mayOvertake = this.#secondary?.noteSettled(index, outcome) === true;
    if (this.#unsettled === 0) {
      this.#stopTimerIfDone();
      this.#resolve(this.#outcomes);
      // Overtaken calls may keep this object alive for long.
      this.#outcomes = [];
    } else if (mayOvertake) {
      // Replies that arrive in the same turn count, and further calls may still be about to be sent.
      setImmediate(() => this.#overtake());
    }
  }

  callStarted(): void {
    this.#running += 1;
  }

  callEnded(): void {
    this.#running -= 1;
    this.#stopTimerIfDone();
  }

  #stopTimerIfDone(): void {
    if (this.#running === 0 && this.#unsettled === 0) clearTimeout(this.#timer);
  }

  #refuse(index: number, kind: OutcomeKind, reason: string): void {
    this.callSettled(index, settledWithout(kind, reason, 0));
  }

  #expire(): void {
    if (this.#unsettled > 0 || this.#running > 0) this.#giveUp('timeout', 'no reply by the deadline');
  }

  /** The auction goes on without its secondary calls. They run on until the deadline, so that their ends are noted for their hosts. */
  #overtake(): void {
    for (const call of this.#calls) call.overtake();
  }

  #cancel(): void {
    if (this.#unsettled > 0) this.#giveUp('cancelled', clientGone);
  }

  /** Settles all pending calls. Their replies may still drain for a while: closing a connection costs the next call a new one. */
  #giveUp(kind: OutcomeKind, reason: string): void {
    clearTimeout(this.#timer);
    for (const call of this.#calls) call.giveUp(kind, reason);
    if (this.#running > 0) this.#timer = setTimeout(() => this.#abort(), this.#bounds.drainGraceMs);
  }

  #abort(): void {
    for (const call of this.#calls) call.abort();
  }
}
