/** A model of the embedded store: whatever is put, expires and is evicted, what it returns was put there, and the file keeps its limit. */
import t from 'tap';
import type { CachePut } from '../../src/cache/bid-cache.ts';
import { dice } from '../support/chance.ts';
import { testFolder } from '../support/folder.ts';
import { fileBytes, mebibyte, open, put } from './embedded-support.ts';

/** A put, and the instant of its expiry in milliseconds. */
interface Put extends CachePut {
  readonly expiresAtMs: number;
}

const sizes = [0, 1, 500, 2000, 5000, 40_000];
const lifetimes = [1, 2, 60, 100, 300, 3600];
const pauses = [0, 0, 1, 500, 1000, 20_000];

/** The most bytes that puts may take before one of them may be evicted: a store of a mebibyte keeps more. */
const safeBytes = mebibyte / 8;

/** The values that must be there: the last ones, unless they have expired. */
function lastOf(all: readonly Put[], nowMs: number): Put[] {
  let bytes = 0;
  const last = all.toReversed().filter(({ value }) => (bytes += value.byteLength + 8192) < safeBytes);
  return last.filter(({ expiresAtMs }) => nowMs < expiresAtMs);
}

t.test('random puts, gets, pauses and restarts', async (t) => {
  for (let seed = 1; seed <= 6; seed += 1) {
    const roll = dice(seed);
    const path = testFolder(t);
    let nowMs = 1_000_000_000;
    const options = { path, nowMs: () => nowMs };
    let cache = open(t, options);
    const all: Put[] = [];
    for (let steps = 150; steps > 0; steps -= 1) {
      nowMs += pauses[roll(pauses.length)]!;
      const puts = Array.from({ length: 1 + roll(4) }, () => put(sizes[roll(6)]!, lifetimes[roll(6)]!));
      const ids = await cache.put(puts, Infinity);
      if (ids.join() !== puts.map(({ id }) => id).join()) t.fail(`seed ${seed}: a put is not stored`);
      all.push(...puts.map((one) => ({ ...one, expiresAtMs: nowMs + 1000 * one.ttlSeconds })));
      if (roll(30) === 0) {
        await cache.close();
        cache = open(t, options);
      }
      const last = new Set(lastOf(all, nowMs));
      for (const one of [...last, all[roll(all.length)]!]) {
        const found = await cache.get(one.id);
        // Times are kept in whole seconds.
        if (found !== undefined && nowMs >= one.expiresAtMs + 1000) t.fail(`seed ${seed}: an expired value`);
        if (found !== undefined && Buffer.compare(found.value, one.value) !== 0) t.fail(`seed ${seed}: another value`);
        if (found === undefined && last.has(one)) t.fail(`seed ${seed}: a new value is missing`);
      }
      if (fileBytes(path) > mebibyte) t.fail(`seed ${seed}: the file is too large`);
    }
    await cache.close();
  }
  t.pass();
});
