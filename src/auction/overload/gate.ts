/**
 * Decides which new auctions are refused because this process is behind (issue 'Overload'): its event loop is late, or auctions wait too
 * long for a worker. Then it takes only as many as it can answer in time: each turn takes auctions for a bounded time, and the queue up to
 * a bounded wait. Requests that yield to auctions (`Route.yields`) are refused first.
 */

import type { Refused } from '../../observe/metrics/guard-families.ts';
import { AuctionCost, leastTaken } from './auction-cost.ts';
import { DelayBound } from './delay-bound.ts';
import { QueueWatch, type Backlog } from './queue-watch.ts';
import { Yielding } from './yielding.ts';

/** When auctions are refused. */
export interface OverloadRules {
  /** Longest time that an auction may wait for this process, in milliseconds: for a worker, or for two event loop turns. */
  readonly maxDelayMs: number;
  /** Most exchanges open at once. */
  readonly maxInFlight: number;
}

/** Milliseconds from one `tick` to the next when the loop is on time. */
export const tickMs = 20;

/**
 * With fewer exchanges open, none is refused for delay: a few slow auctions are no overload. Fewer are exempt if working them off would
 * take more than `alwaysBounds` times the delay bound.
 */
const alwaysTaken = 128;
const alwaysBounds = 2;

/** The admission gate of one process. Every instant is in milliseconds on one clock. */
export class OverloadGate {
  readonly #refused = { loop: 0, queue: 0, inFlight: 0 };
  readonly #yielding = new Yielding();
  readonly #rules: OverloadRules;
  readonly #backlog: Backlog;
  readonly #queue: QueueWatch;
  readonly #bound: DelayBound;
  #lastTickAtMs: number;
  #loopDelayMs = 0;
  #isLoopLate = false;
  readonly #cost = new AuctionCost();

  constructor(rules: OverloadRules, backlog: Backlog, nowMs: number) {
    this.#rules = rules;
    this.#backlog = backlog;
    this.#queue = new QueueWatch(backlog);
    this.#bound = new DelayBound(rules.maxDelayMs);
    this.#lastTickAtMs = nowMs;
  }

  /** Auctions refused since the start, by the cause; those that found the queue full count under `queue`. */
  get refused(): Refused {
    const { loop, queue, inFlight } = this.#refused;
    return { loop, queue: queue + this.#backlog.refused(), inFlight };
  }

  /** Yielding requests refused since the start, to leave time for auctions. */
  get yielded(): number {
    return this.#yielding.refused;
  }

  /** True while the event loop is so late that bidders' replies may have arrived without being read. */
  get isLate(): boolean {
    return this.#loopDelayMs > this.#bound.ms;
  }

  /** Counts a new request as taken, until `refuses` refuses it. Returns whether `refuses` must be called, given `open` exchanges. */
  countIn(open: number): boolean {
    if (open >= this.#rules.maxInFlight) return true;
    this.#bound.noteRequest();
    this.#cost.take();
    if (open < this.#alwaysTaken) return false;
    return this.#isLoopLate || this.#queue.isLong;
  }

  /** Undoes `countIn`, with the same number of `open` exchanges, for a yielding request: it says nothing about the cost of auctions. */
  countOut(open: number): void {
    if (open < this.#rules.maxInFlight) this.#cost.giveBack();
  }

  /** True when a new auction must be refused; the refusal is counted. */
  refuses(open: number, nowMs: number): boolean {
    if (open >= this.#rules.maxInFlight) {
      this.#refused.inFlight += 1;
      return true;
    }
    if (open < this.#alwaysTaken) return false;
    if (this.#isLoopLate && nowMs - this.#lastTickAtMs + this.#cost.dueMs > this.#turnMs) {
      this.#refused.loop += 1;
      this.#cost.giveBack();
      return true;
    }
    if (this.#queue.isFull) {
      this.#refused.queue += 1;
      this.#cost.giveBack();
      return true;
    }
    return false;
  }

  /**
   * True when a yielding request must be refused so that auctions are served; the refusal is counted. It is refused while auctions may
   * be, when this turn is already late, and for a while after a late turn; but not if too few exchanges are open for auctions to be refused
   * and such requests have hardly worked.
   */
  refusesYielding(open: number, nowMs: number): boolean {
    const isThisTurnLate = nowMs - this.#lastTickAtMs - tickMs > this.#turnMs;
    const isFull = open >= this.#rules.maxInFlight;
    const behind = {
      isBehind: isFull || this.#isLoopLate || isThisTurnLate || this.#queue.isLong,
      isQuiet: !isFull && open < this.#alwaysTaken,
    };
    return this.#yielding.refuses(behind, this.#bound.ms, nowMs);
  }

  /** Adds the work of a yielding request that was taken, in milliseconds. */
  noteYielding(workedMs: number): void {
    this.#yielding.noteWork(workedMs);
  }

  /** Measures the loop's delay and the queue. To be called every `tickMs`, so that it comes late when the loop is. */
  tick(nowMs: number): void {
    const passedMs = Math.max(1, nowMs - this.#lastTickAtMs);
    this.#lastTickAtMs = nowMs;
    this.#loopDelayMs = Math.max(0, passedMs - tickMs);
    this.#bound.tick(nowMs);
    this.#cost.endTurn(passedMs, this.#isLoopLate);
    this.#queue.tick({ nowMs, passedMs }, this.#bound.ms);
    this.#judge();
  }

  /** With fewer exchanges open than this, none is refused for delay. */
  get #alwaysTaken(): number {
    return Math.min(alwaysTaken, Math.max(leastTaken, (alwaysBounds * this.#bound.ms) / this.#cost.ms));
  }

  /**
   * How long a turn takes new auctions: a quarter of the bound, since each waits for two turns (to be read, and to have its replies read),
   * and each turn also reads others' replies.
   */
  get #turnMs(): number {
    return this.#bound.ms / 4;
  }

  // The late state ends only well below the bound (hysteresis): otherwise it would flip with every refusal.
  #judge(): void {
    if (this.#loopDelayMs > this.#turnMs) {
      this.#isLoopLate = true;
      this.#yielding.noteLate(this.#loopDelayMs, this.#bound.ms, this.#lastTickAtMs);
    } else if (this.#loopDelayMs <= this.#turnMs / 2) this.#isLoopLate = false;
  }
}
