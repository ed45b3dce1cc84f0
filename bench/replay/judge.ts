/** Counts a replay's results: latencies, statuses, and the answers that differ. */
import { bodyBytes, type CapturedAuction } from '../../src/observe/capture-record.ts';
import type { FarmCounts } from '../farm/recorded-calls.ts';
import { requestIdOf } from '../fixture-file.ts';
import { LatencyHistogram } from '../load/latency-histogram.ts';
import type { FileAuction } from './captured-file.ts';
import { differences, type Answer } from './compare.ts';

/** Latencies in milliseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** One answer that differs. */
export interface Different {
  readonly auction: string;
  readonly differences: readonly string[];
}

/** The result of a replay against one service. `added` is the latency beyond the slowest recorded reply, for auctions without a timeout. */
export interface ReplayReport {
  readonly sent: number;
  readonly unanswered: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly ratePerSecond: number;
  readonly latencyMs: Percentiles;
  readonly addedMs: Percentiles;
  readonly compared: number;
  readonly different: number;
  readonly examples: readonly Different[];
  /** The calls to bidders; absent for an interrupted run. */
  readonly bidders?: FarmCounts;
}

const mostExamples = 20;

/** Judges one service's answers as they arrive. */
export class Judge {
  readonly #latency = new LatencyHistogram();
  readonly #added = new LatencyHistogram();
  readonly #statuses = new Map<number, number>();
  readonly #expected: (one: FileAuction) => Answer | undefined;
  readonly #examples: Different[] = [];
  readonly #startMs = performance.now();
  #sent = 0;
  #unanswered = 0;
  #compared = 0;
  #different = 0;

  /** `expected` returns the answer that an auction should get; undefined accepts any. */
  constructor(expected: (one: FileAuction) => Answer | undefined) {
    this.#expected = expected;
  }

  /** Records one auction's end. */
  note(one: FileAuction, answer: Answer | null, latencyMs: number): void {
    const { auction } = one;
    this.#sent += 1;
    if (answer === null) {
      this.#unanswered += 1;
      return;
    }
    this.#statuses.set(answer.status, (this.#statuses.get(answer.status) ?? 0) + 1);
    this.#latency.record(latencyMs);
    if (auction.calls.every(({ kind }) => kind !== 'timeout')) {
      const slowestMs = Math.max(0, ...auction.calls.map(({ elapsedMs }) => elapsedMs));
      this.#added.record(latencyMs - slowestMs);
    }
    const expected = this.#expected(one);
    if (expected !== undefined) this.#compare(one, expected, answer);
  }

  /** A line for the terminal. */
  progress(total: number): string {
    const p99 = this.#latency.percentileMs(99);
    return `${this.#sent}/${total} answered, ${this.#different} differ, ${this.#unanswered} lost, p99 ${p99.toFixed(1)} ms`;
  }

  /** The result so far. */
  report(): ReplayReport {
    return {
      sent: this.#sent,
      unanswered: this.#unanswered,
      statuses: Object.fromEntries(this.#statuses),
      ratePerSecond: this.#sent / ((performance.now() - this.#startMs) / 1000),
      latencyMs: percentiles(this.#latency),
      addedMs: percentiles(this.#added),
      compared: this.#compared,
      different: this.#different,
      examples: this.#examples,
    };
  }

  #compare(one: FileAuction, expected: Answer, answer: Answer): void {
    const { auction } = one;
    this.#compared += 1;
    const unheard = new Set(auction.calls.filter(({ kind }) => kind !== 'reply').map(({ bidder }) => bidder));
    const found = differences(expected, answer, unheard);
    if (found.length === 0) return;
    this.#different += 1;
    if (this.#examples.length < mostExamples) this.#examples.push({ auction: nameOf(one), differences: found });
  }
}

/** The name by which a reader finds an auction in its file. */
function nameOf({ number, auction }: FileAuction): string {
  const { name, method, path, at } = auction;
  const id = requestIdOf(auction);
  const told = id === undefined ? '' : `, id ${JSON.stringify(id)}`;
  return `line ${number}: ${name ?? `${method} ${path.split('?', 1)[0]}${told}, ${new Date(at).toISOString()}`}`;
}

/** The recorded answer, undefined for none. */
export function recordedAnswer({ answer }: CapturedAuction): Answer | undefined {
  return answer && { status: answer.status, text: bodyBytes(answer)?.toString() ?? '' };
}

function percentiles(histogram: LatencyHistogram): Percentiles {
  const [p50, p90, p99] = [50, 90, 99].map((percentile) => histogram.percentileMs(percentile));
  return { p50: p50!, p90: p90!, p99: p99!, max: histogram.maxMs };
}
