/** A source of stored texts under the test's control, and a cache in front of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { CachedStore } from '../../src/stored/cached-store.ts';
import type { Store } from '../../src/stored/store.ts';

/** A source with `texts`; `state` sets its delay, silence or failure, and has the ids it was asked for. */
export function source(texts: { [id: string]: string }) {
  const state = { asked: [] as string[][], delayMs: 0, silent: Promise.resolve(), fails: false };
  const store: Store = {
    fetch: async (keys) => {
      state.asked.push(keys.map(({ id }) => id));
      const found = keys.map(({ id }) => (Object.hasOwn(texts, id) ? Buffer.from(texts[id]!) : undefined));
      await sleep(state.delayMs);
      await state.silent;
      if (state.fails) throw new Error('down');
      return found;
    },
    close: () => Promise.resolve(),
  };
  return { state, store };
}

/** Lets the answers of a source without delay arrive. */
export const turn = (): Promise<void> => sleep(20);

/** Stops the clock of caches until the test ends; the test advances `nowMs`. */
export function stillClock(t: Test): { nowMs: number } {
  const { now } = performance;
  const clock = { nowMs: 10_000 };
  performance.now = () => clock.nowMs;
  t.teardown(() => (performance.now = now));
  return clock;
}

/** A cache in front of `store`, with `more` over its settings. */
export function cached(store: Store, more: object = {}): CachedStore<number> {
  return new CachedStore(store, {
    maxBytes: 10_000,
    ttlMs: 60_000,
    timeoutMs: 1000,
    read: (_, text) => text.byteLength,
    ...more,
  });
}
