/**
 * Runs the second hop and stores the cache puts that it plans (spec 4.1.4; house, 'The journey of one request'). Usually its answer stands;
 * when a put failed, or the store minted its own id, a third hop writes the answer again with the actual ids.
 */
import type { BoundedCache } from '../cache/bounded-cache.ts';
import { bytesAt } from './byte-range.ts';
import type { CodeBug, Unasked } from './messages.ts';
import type { CacheOutcome, SettleResult } from './settle-messages.ts';
import type { Tally } from './tally.ts';

/** What `settleAndKeep` needs. */
export interface Keeping {
  readonly cache: Pick<BoundedCache, 'put' | 'faultBy' | 'noteLeftOut'>;
  /** When the auction stops waiting for puts, as `performance.now()`. */
  readonly deadlineAtMs: number;
  /** Runs the second hop with null, or the third with the outcome of the puts. */
  readonly settle: (cached: CacheOutcome | null) => Promise<SettleResult>;
}

/** The result of an auction: the answer's bytes, and the reports for analytics. */
export interface AuctionAnswer {
  readonly bytes: Uint8Array;
  readonly reports: readonly { readonly json: Uint8Array; readonly modules: readonly string[] }[];
  /** What its bidders did, for metrics. */
  readonly tally: Tally;
  readonly bugs: readonly CodeBug[] | undefined;
}

/** Resolves with the answer, in which every cache id is stored. Cache failures only show as errors in the answer. */
export async function settleAndKeep({ cache, deadlineAtMs, settle }: Keeping): Promise<AuctionAnswer> {
  const fault = cache.faultBy(deadlineAtMs);
  const settled = await settle(fault === '' ? null : { ids: [], fault });
  if (settled.leftOut !== undefined) cache.noteLeftOut(settled.leftOut, fault);
  if (settled.puts.length === 0) return answerOf(settled);
  const puts = settled.puts.map(({ value, ...put }) => ({ ...put, value: bytesAt(settled.bytes, value) }));
  const outcome = await cache.put(puts, deadlineAtMs);
  const isAsPlanned = settled.puts.every(({ id }, at) => outcome.ids[at] === id);
  if (isAsPlanned) return answerOf(settled);
  const of = settled.puts.flatMap((put) => put.of ?? []);
  return answerOf(await settle(of.length === 0 ? outcome : { ...outcome, of }));
}

/** The answer of a request for which no bidder was called: nothing is cached, and nothing is reported. */
export function unkeptAnswer({ bytes, answer }: Unasked): AuctionAnswer {
  return { bytes: bytesAt(bytes, answer), reports: [], tally: [], bugs: undefined };
}

function answerOf({ bytes, answer, reports, tally, bugs }: SettleResult): AuctionAnswer {
  return {
    bytes: bytesAt(bytes, answer),
    reports: reports.map(({ json, modules }) => ({ json: bytesAt(bytes, json), modules })),
    tally,
    bugs,
  };
}
