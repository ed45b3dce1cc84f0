/** Says why bids are not in the cache (decisions, 'Caching'): one table of sentences for anybody, with the names that metrics count them by. */
import { CacheAnswerError } from './bid-cache.ts';

/** What may hinder a put. */
export const cacheFaults = {
  late: 'no time was left for the bid cache',
  resting: 'the bid cache has failed several times and is left alone for a moment',
  busy: 'the bid cache is too slow: too many puts are under way',
  slow: 'the bid cache did not answer in time',
  failed: 'the bid cache cannot be reached',
  refused: 'the bid cache did not take every value',
} as const;

/** Names of the faults, for metrics. */
export const cacheFaultNames: ReadonlyMap<string, string> = new Map(
  Object.entries(cacheFaults).map(([name, text]) => [text, name]),
);

/** Why a store failed, as a sentence for anybody; `error` is what a put or get rejected with. */
export function cacheFault(error: unknown): string {
  if (error instanceof CacheAnswerError) return `the bid cache answered ${error.what}`;
  // Where the process has halted, a store's own time-out may end first.
  return error instanceof Error && error.name === 'TimeoutError' ? cacheFaults.slow : cacheFaults.failed;
}

/** What a store that answers too late would have rejected with. */
export function timedOut(): Error {
  return new DOMException(cacheFaults.slow, 'TimeoutError');
}
