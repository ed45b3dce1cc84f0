/**
 * Runs the second hop and keeps what it wants cached (spec 4.1.4; house, 'The journey of one request'): usually its answer
 * holds; when a put failed, or the store minted an id of its own, a third hop writes the answer anew with what is true.
 */
import type { BoundedCache } from '../cache/bounded-cache.ts';
import { bytesAt } from './byte-range.ts';
import type { CodeBug, Unasked } from './messages.ts';
import type { CacheOutcome, SettleResult } from './settle-messages.ts';
import type { Tally } from './tally.ts';

/** What keeping needs. */
export interface Keeping {
  readonly cache: Pick<BoundedCache, 'put' | 'faultBy' | 'noteLeftOut'>;
  /** When puts end, on the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
  /** Runs the second hop, or the third: `cached` says what became of its puts, null before they are made. */
  readonly settle: (cached: CacheOutcome | null) => Promise<SettleResult>;
}

/** What an auction ends with: the answer's bytes, and what analytics are to be told. */
export interface AuctionAnswer {
  readonly bytes: Uint8Array;
  readonly reports: readonly { readonly json: Uint8Array; readonly modules: readonly string[] }[];
  /** What its bidders did, for metrics. */
  readonly tally: Tally;
  readonly bugs: readonly CodeBug[] | undefined;
}

/** The answer: every id in it is in the cache. What goes wrong with the cache is only told in the answer. */
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

/** The answer of a request for which nobody was asked: nothing of it is kept, and no module is told of it. */
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
