/** The messages of the second hop (house, 'The journey of one request'); `messages.ts` explains how messages cross threads. */
import type { Range } from './byte-range.ts';
import type { CallRecord, OutcomeRecord } from './call-records.ts';
import type { Carried, CodeBug, SharedText } from './messages.ts';
import type { Tally } from './tally.ts';

/** Second hop, main thread to worker. `calls` is empty unless the first hop asked to keep them. */
export interface SettleMessage {
  readonly bytes: ArrayBuffer;
  readonly context: Carried;
  readonly outcomes: readonly OutcomeRecord[];
  readonly calls: readonly CallRecord[];
  /** The same conversion rates that the first hop had. */
  readonly rates: SharedText | null;
  /** The host's category mappings (config/categories, as JSON), null for none; absent where the first hop did not request them. */
  readonly categories?: SharedText | null;
  /** 32 hexadecimal digits from which the ids of cached bids derive; no bidder has seen anything derived from them. */
  readonly cacheSeed: string;
  /** The client has disconnected, so nobody will read the answer. */
  readonly isUnheard?: boolean;
  /** The outcome of the puts that an earlier run of this hop planned; null on the first run, which plans them. */
  readonly cached: CacheOutcome | null;
}

/**
 * The outcome of an auction's cache puts: the stored id of each, in order ('' or undefined where it was not stored), and a reason if any
 * failed.
 */
export interface CacheOutcome {
  readonly ids: readonly string[];
  /** The `of` of each put (`PutRecord`); absent where a rerun plans the same puts. */
  readonly of?: readonly number[];
  /** A short reason in our own words; '' when all were stored. */
  readonly fault: string;
}

/** One value for the bid cache. */
export interface PutRecord {
  readonly id: string;
  readonly type: 'json' | 'xml';
  /** Whole seconds, 1 or more. */
  readonly ttlSeconds: number;
  /**
   * Identifies the bid and the part of it that is cached. Absent where no plugin is involved: a rerun then plans the same puts in the same
   * order.
   */
  readonly of?: number;
  /** The value in `bytes`, UTF-8. */
  readonly value: Range;
}

/** A report for analytics: JSON that the main thread forwards unopened, and the names of the modules that may receive it. */
export interface ReportRecord {
  readonly json: Range;
  readonly modules: readonly string[];
}

/**
 * Second hop's result. `answer` is the answer's JSON, valid once `puts` are stored; `puts` is empty when the message brought their outcome.
 */
export interface SettleResult {
  readonly bytes: ArrayBuffer;
  readonly answer: Range;
  readonly puts: readonly PutRecord[];
  /** How many values were left uncached because of the fault in the message; absent for none. */
  readonly leftOut?: number;
  /** Usually one; empty when no module receives a report. */
  readonly reports: readonly ReportRecord[];
  readonly tally: Tally;
  /** Absent when there is none. */
  readonly bugs?: readonly CodeBug[];
}
