/**
 * The calls of one auction, from the first dispatch until the last has settled and drained. One timer serves them all,
 * because they share the deadline, overtaken ones as well; after it, one more bounds the drain.
 */

import { OutgoingCall, type CallSender } from './outgoing-call.ts';
import { settledWithout, type CallToSend, type SettledCall } from '../settled-call.ts';
import type { OutcomeKind } from '../call-records.ts';
import type { Origins } from './origins.ts';

/** Tells that the client has gone away. */
export interface Cancel {
  onAbort(listener: () => void): void;
  readonly isAborted: boolean;
}

/** The bounds of one reply. */
export interface ReplyBounds {
  /** Bytes of its body on the wire; a longer one is 'oversized'. */
  readonly maxReplyBytes: number;
  /** How long after the deadline, or the client's leave, it may still arrive before its connection is closed. */
  readonly drainGraceMs: number;
}

/** Why a call was given up when the client no longer waits. */
export const clientGone = 'the client went away';
const noWebAddress = 'the uri is not an http or https URL without credentials';

/** Sends one auction's calls and gathers their outcomes. */
export class Round implements CallSender {
  #bounds: ReplyBounds;
  #resolve: (outcomes: readonly SettledCall[]) => void;
  #outcomes: SettledCall[];
  #unsettled: number;
  /** Places of the calls that are not waited for once all others are done, one of them with an answer; none where there are no others. */
  readonly #secondary: ReadonlySet<number>;
  #unsettledPrimary: number;
  #isAnswered = false;
  #calls: OutgoingCall[] = [];
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `resolve` gets the outcomes of `calls`, in order, once all have settled. */
  constructor(calls: readonly CallToSend[], bounds: ReplyBounds, resolve: (outcomes: readonly SettledCall[]) => void) {
    this.#outcomes = Array.from({ length: calls.length });
    this.#unsettled = calls.length;
    this.#secondary = secondaryOf(calls);
    this.#unsettledPrimary = calls.length - this.#secondary.size;
    this.#bounds = bounds;
    this.#resolve = resolve;
  }

  /** Starts the clock and listens for the client's going away; `deadlineAtMs` is of `performance.now()`. */
  begin(deadlineAtMs: number, cancel: Cancel): void {
    // Timers run before sockets are read: what has come by then counts, however busy this process was.
    const expire = (): void => void setImmediate(() => this.#expire());
    // Rounded down, and by Node once more: up to two milliseconds early is in time.
    this.#timer = setTimeout(expire, Math.floor(deadlineAtMs - performance.now()));
    cancel.onAbort(() => this.#cancel());
  }

  /** Sends the call at `index` to its host, or settles it at once when its uri or the host's state do not allow it. */
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
      return this.#refuse(index, 'busy', "too many calls to the bidder's host are under way");
    this.#calls.push(call);
  }

  callSettled(index: number, outcome: SettledCall): void {
    this.#outcomes[index] = outcome;
    this.#unsettled -= 1;
    const isSecondary = this.#secondary.has(index);
    if (!isSecondary) {
      this.#unsettledPrimary -= 1;
      this.#isAnswered ||= isAnswer(outcome);
    }
    if (this.#unsettled === 0) {
      this.#restIfDone();
      this.#resolve(this.#outcomes);
      // Overtaken calls may run on for long.
      this.#outcomes = [];
    } else if (this.#unsettledPrimary === 0 && !isSecondary && this.#isAnswered) {
      // What has come at the same time counts, and calls may still be about to be sent.
      setImmediate(() => this.#overtake());
    }
  }

  callStarted(): void {
    this.#running += 1;
  }

  callEnded(): void {
    this.#running -= 1;
    this.#restIfDone();
  }

  #restIfDone(): void {
    if (this.#running === 0 && this.#unsettled === 0) clearTimeout(this.#timer);
  }

  #refuse(index: number, kind: OutcomeKind, reason: string): void {
    this.callSettled(index, settledWithout(kind, reason, 0));
  }

  #expire(): void {
    if (this.#unsettled > 0 || this.#running > 0) this.#giveUp('timeout', 'no reply by the deadline');
  }

  /** The auction goes on without its secondary calls. They go on, too: how each ends, by the deadline, its host hears as of any other. */
  #overtake(): void {
    for (const call of this.#calls) call.overtake();
  }

  #cancel(): void {
    if (this.#unsettled > 0) this.#giveUp('cancelled', clientGone);
  }

  /** Settles what has not settled. Replies may still come for a while: closing a connection costs the next call a new one. */
  #giveUp(kind: OutcomeKind, reason: string): void {
    clearTimeout(this.#timer);
    for (const call of this.#calls) call.giveUp(kind, reason);
    if (this.#running > 0) this.#timer = setTimeout(() => this.#abort(), this.#bounds.drainGraceMs);
  }

  #abort(): void {
    for (const call of this.#calls) call.abort();
  }
}

/** An error or a redirect says no more of bids than silence: the front of a bidder that is down answers so, faster than any bidder. */
function isAnswer({ kind, status }: SettledCall): boolean {
  return kind === 'reply' && status < 300;
}

const nowhere: ReadonlySet<number> = new Set();

function secondaryOf(calls: readonly CallToSend[]): ReadonlySet<number> {
  if (calls.every(({ record }) => record.isSecondary === undefined)) return nowhere;
  const places = calls.flatMap(({ record }, at) => (record.isSecondary === undefined ? [] : [at]));
  return places.length === calls.length ? nowhere : new Set(places);
}
