/**
 * Sends all of an auction's calls at once. Every call settles as an outcome by the deadline, and a late, broken or endless reply does not
 * affect the other calls (house, 'The journey of one request').
 */

import type { BlockedReading, HealthReading } from '../observe/metrics/guard-families.ts';
import type { ConnectionUse } from '../observe/metrics/service-families.ts';
import { BlockedCalls } from './calls/blocked-calls.ts';
import { serverCloses } from './calls/call-faults.ts';
import { type HealthRules, noHealthRules } from './calls/host-health.ts';
import type { OutcomeKind } from './call-records.ts';
import { Origins, type OriginsOptions } from './calls/origins.ts';
import { clientGone, Round, type ReplyBounds } from './calls/round.ts';
import type { Cancel } from './cancel.ts';
import { settledWithout, type CallToSend, type SettledCall } from './settled-call.ts';

type RequiredBounds = Pick<OriginsOptions, 'connectionsPerOrigin' | 'connectTimeoutMs'>;
type DefaultedBounds = Pick<OriginsOptions, 'queuePerOrigin' | 'rejectUnauthorized' | 'maxOrigins' | 'ownHosts'>;

/**
 * The bounds of calls to bidders. Defaults: no call waits for a connection, certificates are checked, and connections to at most 1,000
 * hosts are kept.
 */
export interface FanOutOptions extends ReplyBounds, RequiredBounds, Partial<DefaultedBounds> {
  /** When calls to failing hosts and bidders are held back; absent: never. */
  readonly health?: Partial<Omit<HealthRules, 'onBlocked'>>;
  /** Called once the auction has its outcomes, with all its calls, sent or not. Not called when none could be attempted. */
  readonly onSettled?: ((calls: readonly CallToSend[], outcomes: readonly SettledCall[]) => void) | undefined;
}

/** Sends the calls of all auctions of the process. */
export class FanOut {
  readonly #options: FanOutOptions;
  readonly #origins: Origins;
  readonly #blocked = new BlockedCalls();
  #isClosed = false;

  constructor(options: FanOutOptions) {
    this.#options = options;
    const health = { ...noHealthRules, ...options.health, onBlocked: this.#blocked.add };
    this.#origins = new Origins({ rejectUnauthorized: true, maxOrigins: 1000, queuePerOrigin: 0, ...options, health });
  }

  /**
   * Sends every call and resolves with the outcomes, in the order of the calls, once all have settled: at `deadlineAtMs` (as
   * `performance.now()`) at the latest. Never rejects.
   */
  send(calls: readonly CallToSend[], deadlineAtMs: number, cancel: Cancel): Promise<readonly SettledCall[]> {
    if (this.#isClosed) return settleAll(calls, 'cancelled', serverCloses);
    if (cancel.isAborted) return settleAll(calls, 'cancelled', clientGone);
    // Node's timers last at least a millisecond.
    if (!(deadlineAtMs - performance.now() >= 1)) return settleAll(calls, 'late', 'no time was left to send it');
    if (calls.length === 0) return Promise.resolve([]);
    return new Promise((resolve) => {
      const round = new Round(calls, this.#options, (outcomes) => {
        resolve(outcomes);
        this.#options.onSettled?.(calls, outcomes);
      });
      round.begin(deadlineAtMs, cancel);
      for (const [index, call] of calls.entries()) round.send(index, call, this.#origins);
    });
  }

  /** Calls that hold a connection: not settled yet, or settled and draining. */
  inFlight(): number {
    return this.#origins.inFlight();
  }

  /** Connections in use and idle, and calls that wait for one, by host (scheme, name and port). */
  connections(): ReadonlyMap<string, ConnectionUse> {
    return this.#origins.use();
  }

  /** How bidders are treated at hosts with recent failures. */
  health(): readonly HealthReading[] {
    return this.#origins.health();
  }

  /** Calls held back since the start, by bidder. */
  blocked(): BlockedReading {
    return this.#blocked.byBidder();
  }

  /** Closes every connection, which ends the calls on it; later calls settle as 'cancelled'. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#origins.destroy();
  }
}

function settleAll(calls: readonly CallToSend[], kind: OutcomeKind, reason: string): Promise<readonly SettledCall[]> {
  return Promise.resolve(calls.map(() => settledWithout(kind, reason, 0)));
}
