/**
 * Decides which new auctions are refused because this process is behind (issue 'Overload'). It is behind when its event loop
 * stands still for too long, turn after turn, or when auctions wait too long for a worker. Then a turn takes new auctions
 * for a bounded time, what it will take to work them off at its end included, and the queue takes them up to a bounded wait: so
 * some are always taken, and those are answered in time. Requests that are no auctions, and whose clients can do without, are refused
 * before any auction is.
 */

import type { Refused } from '../observe/metrics/guard-families.ts';
import { AuctionCost, leastTaken } from './auction-cost.ts';
import { QueueWatch, type Backlog } from './queue-watch.ts';
import { Yielding } from './yielding.ts';

/** When auctions are refused. */
export interface OverloadRules {
  /** Longest time that an auction waits for this process, in milliseconds: for a worker, or for two turns of the event loop. */
  readonly maxDelayMs: number;
  /** Most exchanges open at once. */
  readonly maxInFlight: number;
}

/** Milliseconds from one `tick` to the next, when the loop is in time. */
export const tickMs = 20;

/** Up to so many at once none is refused: a few slow auctions are no overload. Fewer, if to work them off takes so many times the bound. */
const alwaysTaken = 128;
const alwaysBounds = 2;
/** A process is slow with its first auctions, which passes by itself: so long it may be so many times as far behind. */
const warmUpMs = 2000;
const warmUpSlack = 4;

/** The gate of one process. Every instant is in milliseconds on one clock. */
export class Overload {
  readonly #refused = { loop: 0, queue: 0, inFlight: 0 };
  readonly #others = new Yielding();
  readonly #rules: OverloadRules;
  readonly #backlog: Backlog;
  readonly #queue: QueueWatch;
  /** The bound as it is now. */
  #maxDelayMs: number;
  #lastTickAtMs: number;
  #loopDelayMs = 0;
  #isLoopLate = false;
  #isUsed = false;
  readonly #cost = new AuctionCost();
  /** Set by the first request. */
  #warmAtMs = -1;

  constructor(rules: OverloadRules, backlog: Backlog, nowMs: number) {
    this.#rules = rules;
    this.#backlog = backlog;
    this.#queue = new QueueWatch(backlog);
    this.#maxDelayMs = rules.maxDelayMs;
    this.#lastTickAtMs = nowMs;
  }

  /** Auctions refused since the start, by what they would have had to wait for; those that found the queue full count as well. */
  get refused(): Refused {
    const { loop, queue, inFlight } = this.#refused;
    return { loop, queue: queue + this.#backlog.refused(), inFlight };
  }

  /** Requests other than auctions that were refused since the start, so that auctions are not. */
  get yielded(): number {
    return this.#others.refused;
  }

  /** True while the event loop is so late that replies of bidders may have come and not be read. */
  get isLate(): boolean {
    return this.#loopDelayMs > this.#maxDelayMs;
  }

  /** Counts a new request as taken, until `refuses` refuses it. False: with `open` exchanges open, that need not be asked. */
  countIn(open: number): boolean {
    if (open >= this.#rules.maxInFlight) return true;
    this.#isUsed = true;
    this.#cost.take();
    if (open < this.#alwaysTaken) return false;
    return this.#isLoopLate || this.#queue.isLong;
  }

  /** Takes back what `countIn` has just counted, with so many exchanges open: it yields to auctions, and says nothing of what one costs. */
  countOut(open: number): void {
    if (open < this.#rules.maxInFlight) this.#cost.giveBack();
  }

  /** True when a new auction must be refused; it is counted as such. */
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
   * True when a request must be refused that is no auction, so that auctions are served; it is counted as such. That is whenever
   * auctions may be refused, as soon as this turn is late, which its end has yet to tell, and for a while after such a turn, but
   * not while too little is open for an auction to be refused and these have hardly worked.
   */
  refusesOther(open: number, nowMs: number): boolean {
    const isTurnLate = nowMs - this.#lastTickAtMs - tickMs > this.#turnMs;
    const isFull = open >= this.#rules.maxInFlight;
    const behind = {
      isBehind: isFull || this.#isLoopLate || isTurnLate || this.#queue.isLong,
      isQuiet: !isFull && open < this.#alwaysTaken,
    };
    return this.#others.refuses(behind, this.#maxDelayMs, nowMs);
  }

  /** Counts the work of a request that is no auction and was taken. */
  noteOther(workedMs: number): void {
    this.#others.noteWork(workedMs);
  }

  /** Looks at the clock and the queue; to be called every `tickMs`, and late when the loop is. */
  tick(nowMs: number): void {
    const passedMs = Math.max(1, nowMs - this.#lastTickAtMs);
    this.#lastTickAtMs = nowMs;
    this.#loopDelayMs = Math.max(0, passedMs - tickMs);
    this.#setBound(nowMs);
    this.#cost.endTurn(passedMs, this.#isLoopLate);
    this.#queue.tick({ nowMs, passedMs }, this.#maxDelayMs);
    this.#judge();
  }

  #setBound(nowMs: number): void {
    if (this.#isUsed && this.#warmAtMs < 0) this.#warmAtMs = nowMs + warmUpMs;
    const isWarm = this.#warmAtMs >= 0 && nowMs >= this.#warmAtMs;
    this.#maxDelayMs = this.#rules.maxDelayMs * (isWarm ? 1 : warmUpSlack);
  }

  /** With fewer exchanges open none is refused for delay. */
  get #alwaysTaken(): number {
    return Math.min(alwaysTaken, Math.max(leastTaken, (alwaysBounds * this.#maxDelayMs) / this.#cost.ms));
  }

  /** For how long a turn takes new auctions: each waits for two, to be read and to read its replies, and each of them has others' replies to read as well. */
  get #turnMs(): number {
    return this.#maxDelayMs / 4;
  }

  // What has begun ends only well below the bound: at it, load and refusals would take turns.
  #judge(): void {
    if (this.#loopDelayMs > this.#turnMs) {
      this.#isLoopLate = true;
      this.#others.noteLate(this.#loopDelayMs, this.#maxDelayMs, this.#lastTickAtMs);
    } else if (this.#loopDelayMs <= this.#turnMs / 2) this.#isLoopLate = false;
  }
}
