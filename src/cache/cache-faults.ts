/**
 * Why bids are not in the cache (decisions, 'Caching'): one table of sentences that are safe to show to clients, and their names in
 * metrics.
 */
import { CacheAnswerError } from './bid-cache.ts';

/** The reasons why a put fails. */
export const cacheFaults = {
  late: 'no time was left for the bid cache',
  resting: 'the bid cache has failed several times and is not called for a moment',
  busy: 'the bid cache is too slow: too many puts are in flight',
  slow: 'the bid cache did not answer in time',
  failed: 'the bid cache cannot be reached',
  refused: 'the bid cache did not store every value',
} as const;

/** The names of the reasons, for metrics. */
export const cacheFaultNames: ReadonlyMap<string, string> = new Map(
  Object.entries(cacheFaults).map(([name, text]) => [text, name]),
);

/** Why a store failed, as a sentence that is safe to show to clients; `error` is what a put or get rejected with. */
export function cacheFault(error: unknown): string {
  if (error instanceof CacheAnswerError) return `the bid cache answered ${error.what}`;
  // After a pause of the process the store's own timeout may fire first.
  return error instanceof Error && error.name === 'TimeoutError' ? cacheFaults.slow : cacheFaults.failed;
}

/** The error of a store that does not answer in time. */
export function timedOut(): Error {
  return new DOMException(cacheFaults.slow, 'TimeoutError');
}
