/**
 * What the calls to one host have taught, and so which calls are still sent to it (issue 'Overload'). The path of a call asks
 * and tells nothing while `isSuspect` is false and its calls are answered.
 */
import type { HostNews } from '../../observe/host-log.ts';
import type { Blocker } from './blocked-calls.ts';
import { isOwnFault, noSocket } from './call-faults.ts';
import { Breaker, type BreakerRules, type BreakerState } from './breaker.ts';
import { settledWithout, type SettledCall } from '../settled-call.ts';
import { Throttle } from './throttle.ts';

/** When hosts and bidders are spared calls. */
export interface HealthRules extends BreakerRules {
  /** Calls over which a bidder's share of timeouts is smoothed; 0: none is throttled. */
  readonly throttleMemory: number;
  /** True while this process itself is late: timeouts then say nothing of a bidder. */
  readonly isOwnDelay: () => boolean;
  /** Told of each call that is not sent. */
  readonly onBlocked: (bidder: string, by: Blocker) => void;
  /** Told of each failed call of a host whose breaker is open, until one is told on, and then when it closes; and of each call without a socket. */
  readonly news: HostNews;
}

/** How one bidder is treated at one host. */
export interface BidderHealth {
  readonly bidder: string;
  readonly breaker: BreakerState;
  /** The share of its calls that is sent, 0.05 to 1, when the breaker allows. */
  readonly sentShare: number;
}

/** Rules under which every call is sent. */
export const noHealthRules: HealthRules = {
  breakerFailures: 0,
  breakerWindowMs: 0,
  breakerProbeMs: 0,
  throttleMemory: 0,
  isOwnDelay: () => false,
  onBlocked: () => undefined,
  news: { unreachable: () => false, reached: () => undefined, noSocket: () => undefined },
};

const onlyTimesOut = settledWithout(
  'throttled',
  'the last calls to this bidder timed out: only some are sent until one is answered',
  0,
);
/** A timeout after less time than this says nothing of a bidder, only of the request's `tmax`. */
const tellingTimeoutMs = 50;
/** Names that requests may give to bidders of one host (aliases) must not fill memory. */
const mostBidders = 64;

/** One host's breaker and the throttles of the bidders there. */
export class HostHealth {
  /** True once a call has failed, until nothing speaks against the host and its bidders any more. */
  isSuspect = false;
  readonly #rules: HealthRules;
  readonly #host: string;
  readonly #breaker: Breaker;
  readonly #throttles = new Map<string, Throttle>();
  /** Why the last call failed, and what calls that are held back are told. */
  #reason = '';
  #held = unreachableHost('');
  #isTold = false;

  /** `host` is what the news call it. */
  constructor(rules: HealthRules, host: string) {
    this.#rules = rules;
    this.#host = host;
    this.#breaker = new Breaker(rules);
  }

  /** The outcome of a call of `bidder` that is not to be sent now, null when it is; the caller then sends it. */
  refusal(bidder: string, nowMs: number): SettledCall | null {
    if (!this.#breaker.allows(nowMs)) {
      this.#rules.onBlocked(bidder, 'breaker');
      return this.#held;
    }
    // A probe goes out whatever the throttle says.
    if (this.#breaker.state !== 'closed' || this.#throttles.get(bidder)?.allows(nowMs) !== false) return null;
    this.#rules.onBlocked(bidder, 'throttle');
    return onlyTimesOut;
  }

  /** Takes in how a call of `bidder` ended. Replies need be told only while `isSuspect`. */
  note(bidder: string, { kind, reason, elapsedMs }: SettledCall, nowMs: number): void {
    if (kind === 'reply' || kind === 'oversized') this.#noteAnswer(bidder);
    else if (kind === 'timeout') this.#noteTimeout(bidder, elapsedMs);
    else if (kind === 'broken' || (kind === 'unreachable' && !isOwnFault(reason)))
      this.#noteFailure({ bidder, reason }, nowMs);
    else if (reason === noSocket) this.#rules.news.noSocket(this.#host);
  }

  /** How each bidder is treated that this host has failed of late. */
  states(): BidderHealth[] {
    const breaker = this.#breaker.state;
    return [...this.#throttles].map(([bidder, { sentShare }]) => ({ bidder, breaker, sentShare }));
  }

  #noteAnswer(bidder: string): void {
    this.#throttles.get(bidder)?.answered();
    this.#breaker.succeeded();
    if (this.#isTold) this.#rules.news.reached(this.#host);
    this.#isTold = false;
    for (const [name, throttle] of this.#throttles) if (throttle.isClean) this.#throttles.delete(name);
    this.isSuspect = this.#throttles.size > 0;
  }

  #noteTimeout(bidder: string, elapsedMs: number): void {
    const { throttleMemory, isOwnDelay } = this.#rules;
    if (throttleMemory > 0 && elapsedMs >= tellingTimeoutMs && !isOwnDelay()) this.#suspect(bidder).timedOut();
  }

  #noteFailure(call: { readonly bidder: string; readonly reason: string }, nowMs: number): void {
    if (this.#rules.breakerFailures === 0) return;
    this.#suspect(call.bidder);
    if (call.reason !== this.#reason) this.#held = unreachableHost((this.#reason = call.reason));
    this.#breaker.failed(nowMs);
    if (this.#breaker.state === 'open' && !this.#isTold) this.#isTold = this.#rules.news.unreachable(this.#host, call);
  }

  /** The bidder's throttle, now the youngest. */
  #suspect(bidder: string): Throttle {
    this.isSuspect = true;
    const throttle = this.#throttles.get(bidder) ?? new Throttle(this.#rules.throttleMemory);
    this.#throttles.delete(bidder);
    if (this.#throttles.size >= mostBidders) this.#forgetOne();
    this.#throttles.set(bidder, throttle);
    return throttle;
  }

  /** The least that is known goes, the oldest of it first: names that one request makes up push out no bidder that is held back. */
  #forgetOne(): void {
    let least: string | undefined;
    let leastShare = Infinity;
    for (const [bidder, { timedOutShare }] of this.#throttles) {
      if (timedOutShare >= leastShare) continue;
      least = bidder;
      leastShare = timedOutShare;
    }
    if (least !== undefined) this.#throttles.delete(least);
  }
}

function unreachableHost(reason: string): SettledCall {
  const why = `the last calls to the bidder's host failed (${reason}): not called until a probe is answered`;
  return settledWithout('blocked', why, 0);
}
