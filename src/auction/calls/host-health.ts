/**
 * What the calls to one host have taught, and so which calls are still sent to it (issue 'Overload'). The path of a call asks
 * and tells nothing while `isSuspect` is false and its calls are answered.
 */
import type { HostNews } from '../../observe/host-log.ts';
import type { HealthReading } from '../../observe/metrics/guard-families.ts';
import type { CallRecord } from '../call-records.ts';
import type { Blocker } from './blocked-calls.ts';
import { isOwnFault, noSocket } from './call-faults.ts';
import { Breaker, type BreakerRules } from './breaker.ts';
import { settledWithout, type SettledCall } from '../settled-call.ts';
import { Throttle } from './throttle.ts';

/** When hosts and bidders are spared calls. */
export interface HealthRules extends BreakerRules {
  /** Calls over which a bidder's share of timeouts is smoothed; 0: none is throttled. */
  readonly throttleMemory: number;
  /** True while this process itself is late: timeouts then say nothing of a bidder. */
  readonly isOwnDelay: () => boolean;
  /** Told of each call that is not sent, by the code that its bidder is configured as. */
  readonly onBlocked: (bidder: string, by: Blocker) => void;
  /** Told of each failed call of a host whose breaker is open, until one is told on, and then when it closes; and of each call without a socket. */
  readonly news: HostNews;
}

/** Who is called: its name, and the code that it is configured as where that is another (an alias of the request). */
export type CalledBidder = Pick<CallRecord, 'bidder' | 'configured'>;

/** One bidder that has failed of late. */
interface Suspect {
  readonly code: string;
  readonly throttle: Throttle;
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
  /** By name: an alias is a bidder of its own. */
  readonly #suspects = new Map<string, Suspect>();
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

  /** The outcome of a call of a bidder that is not to be sent now, null when it is; the caller then sends it. */
  refusal(called: CalledBidder, nowMs: number): SettledCall | null {
    if (!this.#breaker.allows(nowMs)) {
      this.#rules.onBlocked(codeOf(called), 'breaker');
      return this.#held;
    }
    // A probe goes out whatever the throttle says.
    if (this.#breaker.state !== 'closed' || this.#suspects.get(called.bidder)?.throttle.allows(nowMs) !== false)
      return null;
    this.#rules.onBlocked(codeOf(called), 'throttle');
    return onlyTimesOut;
  }

  /** Takes in how a call of a bidder ended. Replies need be told only while `isSuspect`. */
  note(called: CalledBidder, { kind, reason, elapsedMs }: SettledCall, nowMs: number): void {
    if (kind === 'reply' || kind === 'oversized') this.#noteAnswer(called.bidder);
    else if (kind === 'timeout') this.#noteTimeout(called, elapsedMs);
    else if (kind === 'broken' || (kind === 'unreachable' && !isOwnFault(reason)))
      this.#noteFailure(called, reason, nowMs);
    else if (reason === noSocket) this.#rules.news.noSocket(this.#host);
  }

  /** How each bidder is treated that this host has failed of late. */
  states(): HealthReading[] {
    const breaker = this.#breaker.state;
    return [...this.#suspects.values()].map(({ code, throttle: { sentShare } }) => ({
      bidder: code,
      breaker,
      sentShare,
    }));
  }

  #noteAnswer(bidder: string): void {
    this.#suspects.get(bidder)?.throttle.answered();
    this.#breaker.succeeded();
    if (this.#isTold) this.#rules.news.reached(this.#host);
    this.#isTold = false;
    for (const [name, { throttle }] of this.#suspects) if (throttle.isClean) this.#suspects.delete(name);
    this.isSuspect = this.#suspects.size > 0;
  }

  #noteTimeout(called: CalledBidder, elapsedMs: number): void {
    const { throttleMemory, isOwnDelay } = this.#rules;
    if (throttleMemory > 0 && elapsedMs >= tellingTimeoutMs && !isOwnDelay()) this.#suspect(called).timedOut();
  }

  #noteFailure(called: CalledBidder, reason: string, nowMs: number): void {
    if (this.#rules.breakerFailures === 0) return;
    this.#suspect(called);
    if (reason !== this.#reason) this.#held = unreachableHost((this.#reason = reason));
    this.#breaker.failed(nowMs);
    if (this.#breaker.state !== 'open' || this.#isTold) return;
    this.#isTold = this.#rules.news.unreachable(this.#host, { bidder: codeOf(called), reason });
  }

  /** The bidder's throttle, now the youngest. */
  #suspect(called: CalledBidder): Throttle {
    this.isSuspect = true;
    const { bidder } = called;
    const throttle = this.#suspects.get(bidder)?.throttle ?? new Throttle(this.#rules.throttleMemory);
    this.#suspects.delete(bidder);
    if (this.#suspects.size >= mostBidders) this.#forgetOne();
    this.#suspects.set(bidder, { code: codeOf(called), throttle });
    return throttle;
  }

  /** The least that is known goes, the oldest of it first: names that one request makes up push out no bidder that is held back. */
  #forgetOne(): void {
    let least: string | undefined;
    let leastShare = Infinity;
    for (const [bidder, { throttle }] of this.#suspects) {
      const { timedOutShare } = throttle;
      if (timedOutShare >= leastShare) continue;
      least = bidder;
      leastShare = timedOutShare;
    }
    if (least !== undefined) this.#suspects.delete(least);
  }
}

function codeOf({ bidder, configured = bidder }: CalledBidder): string {
  return configured;
}

function unreachableHost(reason: string): SettledCall {
  const why = `the last calls to the bidder's host failed (${reason}): not called until a probe is answered`;
  return settledWithout('blocked', why, 0);
}
