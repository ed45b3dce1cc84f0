/** What crosses threads for the second hop, and what it gives (house, 'The journey of one request'; `messages.ts` says how). */
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
  /** The host's conversion rates as the first hop had them. */
  readonly rates: SharedText | null;
  /** The host's category mappings (config/categories, as JSON), null for none; absent where the first hop did not ask for them. */
  readonly categories?: SharedText | null;
  /** 32 hexadecimal digits that no bidder has seen anything of: the ids of cached bids derive from them. */
  readonly cacheSeed: string;
  /** The client has left: nobody will hear the answer. */
  readonly isUnheard?: boolean;
  /** What became of the puts that this hop planned before; null: it plans them. */
  readonly cached: CacheOutcome | null;
}

/** What became of an auction's puts: the id of each in their order, '' or nothing where it was not kept, and why any was not. */
export interface CacheOutcome {
  readonly ids: readonly string[];
  /** Of what each put was (`PutRecord`); absent where the puts are planned as before. */
  readonly of?: readonly number[];
  /** A few words of ours, '' when all were kept. */
  readonly fault: string;
}

/** One value for the bid cache. */
export interface PutRecord {
  readonly id: string;
  readonly type: 'json' | 'xml';
  /** Whole seconds, 1 or more. */
  readonly ttlSeconds: number;
  /** A number for what is kept of which bid; absent where no plugin of the host, asked once more, could plan other puts. */
  readonly of?: number;
  /** The value in `bytes`, UTF-8. */
  readonly value: Range;
}

/** What analytics are told of an auction: JSON that the main thread hands on unopened, and the names of the modules that may have it. */
export interface ReportRecord {
  readonly json: Range;
  readonly modules: readonly string[];
}

/** Second hop's result: the answer's JSON, true once `puts` (none when the message said what became of them) are kept. */
export interface SettleResult {
  readonly bytes: ArrayBuffer;
  readonly answer: Range;
  readonly puts: readonly PutRecord[];
  /** How many values the message's fault keeps out of the cache; absent for none. */
  readonly leftOut?: number;
  /** Mostly one; none when no module is to be told. */
  readonly reports: readonly ReportRecord[];
  readonly tally: Tally;
  /** Absent when there is none. */
  readonly bugs?: readonly CodeBug[];
}
