/** Puts a timeout on a source's look-ups, and logs when the source goes down and when it is back (issue 7, 'Must hold'). */
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../error-text.ts';
import { inTime } from '../in-time.ts';
import { Trouble } from '../seldom.ts';
import type { Store, StoredKey } from './store.ts';

/** The part of a logger that this folder uses. */
export interface StoreLog {
  warn(facts: object, text: string): void;
  info(facts: object, text: string): void;
}

/** What a watched source is called in the log, and the timeout of a query to it, in milliseconds. */
export interface WatchedStore {
  readonly source: string;
  readonly giveUpMs: number;
  readonly log: StoreLog;
}

/** `store` with a timeout of `giveUpMs` on its look-ups. Each outage is logged once; of outages that come and go, one a minute. */
export function watchedStore(store: Store, { source, giveUpMs, log }: WatchedStore): Store {
  const trouble = new Trouble(
    (error: unknown) =>
      log.warn(
        { source, reason: reasonOf(error) },
        'stored data cannot be read: texts in memory are still used, auctions that need others get 503',
      ),
    () => log.info({ source }, 'stored data can be read again'),
  );
  const fetch = async (keys: readonly StoredKey[]): ReturnType<Store['fetch']> => {
    try {
      const texts = await inTime(store.fetch(keys), giveUpMs);
      if (texts === undefined) throw new Error(`no answer within ${giveUpMs} ms`);
      trouble.end();
      return texts;
    } catch (error) {
      trouble.begin(error);
      throw error;
    }
  };
  return { ...store, fetch };
}

const probe: readonly StoredKey[] = [{ kind: 'accounts', id: 'probe' }];

const retryMs = 50;

/**
 * Queries `store` until it answers, or for `mostMs`, so that the next caller finds a warm connection. Resolves with the last error,
 * undefined for none. Never rejects.
 */
export async function awaitStore(store: Store, mostMs: number): Promise<unknown> {
  const lastAtMs = performance.now() + mostMs;
  for (;;) {
    try {
      await store.fetch(probe);
      return undefined;
    } catch (error) {
      if (performance.now() >= lastAtMs) return error;
    }
    await sleep(retryMs);
  }
}
