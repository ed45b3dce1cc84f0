/**
 * Decides which calls are still sent to a host, from the outcomes of recent calls to it (issue 'Overload'). To keep the usual call cheap,
 * callers need not ask here, nor note replies, while `isSuspect` is false.
 */
import type { HostNews } from '../../observe/host-log.ts';
import type { HealthReading } from '../../observe/metrics/guard-families.ts';
import type { Blocker } from './blocked-calls.ts';
import { isOwnFault, noSocket } from './call-faults.ts';
import { Breaker, type BreakerRules } from './breaker.ts';
import { settledWithout, type SettledCall } from '../settled-call.ts';
import { codeOf, Suspects, type CalledBidder } from './suspects.ts';

/** When calls to failing hosts and bidders are held back. */
export interface HealthRules extends BreakerRules {
  /** Calls over which a bidder's share of timeouts is smoothed; 0: none is throttled. */
  readonly throttleMemory: number;
  /** True while this process itself is late: timeouts then say nothing about a bidder. */
  readonly isOwnDelay: () => boolean;
  /** Called for each call that is held back, with the bidder's configured code. */
  readonly onBlocked: (bidder: string, by: Blocker) => void;
  /**
   * Gets each failed call of a host whose breaker is open, until it reports one; after that, the closing of the breaker. Also gets each
   * call that found no socket on this machine.
   */
  readonly news: HostNews;
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
  'recent calls to this bidder timed out: only some are sent until one is answered',
  0,
);
/** A timeout after less time than this says nothing about a bidder, only about the request's `tmax`. */
const tellingTimeoutMs = 50;

/** One host's breaker and the throttles of the bidders there. */
export class HostHealth {
  /** True once a call has failed, until nothing counts against the host and its bidders any more. */
  isSuspect = false;
  readonly #rules: HealthRules;
  readonly #host: string;
  readonly #breaker: Breaker;
  readonly #suspects: Suspects;
  /** Why the last call failed. */
  #reason = '';
  /** The outcome of calls that the breaker holds back. */
  #held = unreachableHost('');
  #isReported = false;

  /** `host` is its name in the news. */
  constructor(rules: HealthRules, host: string) {
    this.#rules = rules;
    this.#host = host;
    this.#breaker = new Breaker(rules);
    this.#suspects = new Suspects(rules.throttleMemory);
  }

  /** The outcome of a bidder's call that must not be sent now; null when it may, and the caller must then send it. */
  refusal(called: CalledBidder, nowMs: number): SettledCall | null {
    if (!this.#breaker.allows(nowMs)) {
      this.#rules.onBlocked(codeOf(called), 'breaker');
      return this.#held;
    }
    // A probe goes out whatever the throttle says.
    if (this.#breaker.state !== 'closed' || this.#suspects.throttleOf(called.bidder)?.allows(nowMs) !== false)
      return null;
    this.#rules.onBlocked(codeOf(called), 'throttle');
    return onlyTimesOut;
  }

  /** Notes how a bidder's call ended. Replies need to be noted only while `isSuspect`. */
  note(called: CalledBidder, { kind, reason, elapsedMs }: SettledCall, nowMs: number): void {
    if (kind === 'reply' || kind === 'oversized') this.#noteAnswer(called.bidder);
    else if (kind === 'timeout') this.#noteTimeout(called, elapsedMs);
    else if (kind === 'broken' || (kind === 'unreachable' && !isOwnFault(reason)))
      this.#noteFailure(called, reason, nowMs);
    else if (reason === noSocket) this.#rules.news.noSocket(this.#host);
  }

  /** Notes that no connection could be opened for a call that had already settled, mostly as a timeout. */
  noteUnconnected(called: CalledBidder, reason: string, nowMs: number): void {
    if (!isOwnFault(reason) && !this.#rules.isOwnDelay()) this.#noteFailure(called, reason, nowMs);
  }

  /** How each suspect bidder is treated at this host. */
  states(): HealthReading[] {
    const breaker = this.#breaker.state;
    return this.#suspects.all().map(({ code, throttle: { sentShare } }) => ({ bidder: code, breaker, sentShare }));
  }

  #noteAnswer(bidder: string): void {
    this.#suspects.throttleOf(bidder)?.answered();
    this.#breaker.succeeded();
    if (this.#isReported) this.#rules.news.reached(this.#host);
    this.#isReported = false;
    this.#suspects.removeClean();
    this.isSuspect = this.#suspects.size > 0;
  }

  #noteTimeout(called: CalledBidder, elapsedMs: number): void {
    const { throttleMemory, isOwnDelay } = this.#rules;
    if (throttleMemory === 0 || elapsedMs < tellingTimeoutMs || isOwnDelay()) return;
    this.isSuspect = true;
    this.#suspects.add(called).timedOut();
  }

  #noteFailure(called: CalledBidder, reason: string, nowMs: number): void {
    if (this.#rules.breakerFailures === 0) return;
    this.isSuspect = true;
    this.#suspects.add(called);
    if (reason !== this.#reason) this.#held = unreachableHost((this.#reason = reason));
    this.#breaker.failed(nowMs);
    if (this.#breaker.state !== 'open' || this.#isReported) return;
    this.#isReported = this.#rules.news.unreachable(this.#host, { bidder: codeOf(called), reason });
  }
}

function unreachableHost(reason: string): SettledCall {
  const why = `recent calls to the bidder's host failed (${reason}): not called until a probe is answered`;
  return settledWithout('blocked', why, 0);
}
