/** The embedded store: its cap, the order of eviction, clocks, sizes (decisions, 'Caching'). */
import t from 'tap';
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';
import { testFolder } from '../support/folder.ts';
import { mebibyte, put, open, fileBytes, count } from './embedded-support.ts';

t.test('the file stays under the cap, whatever the sizes', async (t) => {
  for (const [maxBytes, sizes] of [
    [mebibyte, [60, 900, 2500]],
    [2 * mebibyte, [50, 3000, 30_000]],
  ] as const) {
    const path = testFolder(t);
    const cache = new EmbeddedCache({ path, maxBytes });
    let written = 0;
    let kept = 0;
    for (let round = 0; written < 12 * maxBytes; round++) {
      const puts = Array.from({ length: 40 }, (_, at) => put(sizes[(at * 7 + round) % 3]!, 100 + round));
      written += puts.reduce((sum, { value }) => sum + value.byteLength, 0);
      const ids = await cache.put(puts, Infinity);
      kept += ids.filter((id) => id !== '').length - puts.length;
      if (round % 10 === 0) t.ok(fileBytes(path) <= maxBytes, `${fileBytes(path)} of ${maxBytes} bytes`);
    }
    t.equal(kept, 0, 'every put was kept');
    t.ok(fileBytes(path) > maxBytes / 2, 'most of the cap is used');
    await cache.close();
  }
});

t.test('the oldest values are evicted first, whatever their lifetimes, and none below the cap', async (t) => {
  let nowMs = Date.now();
  const cache = open(t, { nowMs: () => nowMs });
  const soon = await cache.put([put(2000, 50)], Infinity);
  const late = await cache.put([put(2000, 5000)], Infinity);
  const others: string[] = [];
  nowMs += 1000;
  for (let round = 0; round < 40; round++)
    others.push(...(await cache.put([put(2000, 100), put(2000, 100)], Infinity)));
  t.equal(await count(cache, [...soon, ...late, ...others]), 82, 'below the cap nothing is evicted');
  nowMs += 1000;
  for (let round = 0; round < 300; round++) await cache.put([put(2000, 200)], Infinity);
  t.equal(await count(cache, [...soon, ...late]), 0, 'the first are evicted');
  t.equal(await count(cache, others), 0, 'those after them as well');
});

t.test('a store full of long-lived values keeps new short-lived ones, and drops expired ones first', async (t) => {
  let nowMs = Date.now();
  const cache = open(t, { nowMs: () => nowMs });
  const long: string[] = [];
  for (let round = 0; round < 300; round++) long.push(...(await cache.put([put(2000, 5000)], Infinity)));
  t.ok((await count(cache, long)) < 290, 'it is full');
  nowMs += 1000;
  const short: string[] = [];
  for (let round = 0; round < 40; round++) short.push(...(await cache.put([put(2000, 60 + round)], Infinity)));
  t.equal(await count(cache, short), 40);
  const before = await count(cache, long);
  nowMs += 101_000;
  for (let round = 0; round < 40; round++) await cache.put([put(2000, 300)], Infinity);
  t.equal(await count(cache, long), before, 'expired values make room before older ones');
});

t.test('setting the system clock loses no values, neither old nor new ones', async (t) => {
  const { now } = Date;
  t.teardown(() => (Date.now = now));
  let aheadMs = 0;
  Date.now = () => now() + aheadMs;
  const cache = open(t);
  const before = await cache.put([put(2000)], Infinity);
  aheadMs = 365 * 86_400_000;
  t.equal(await count(cache, before), 1, 'old values stay when the clock jumps ahead');
  for (let round = 0; round < 300; round++) await cache.put([put(2000)], Infinity);
  aheadMs = 0;
  const since: string[] = [];
  for (let round = 0; round < 40; round++) since.push(...(await cache.put([put(2000, 100)], Infinity)));
  t.equal(await count(cache, since), 40, 'new values stay when the clock is set back');
});

t.test('expired values are not found, and their pages are used again', async (t) => {
  let nowMs = Date.now();
  const path = testFolder(t);
  const cache = open(t, { path, maxBytes: 4 * mebibyte, nowMs: () => nowMs });
  const first = await cache.put(
    Array.from({ length: 100 }, () => put(3000, 10)),
    Infinity,
  );
  t.equal(await count(cache, first), 100);
  const before = fileBytes(path);
  nowMs += 11_000;
  t.equal(await count(cache, first), 0, 'expired values are not found');
  for (let round = 0; round < 20; round++) {
    nowMs += 11_000;
    await cache.put(
      Array.from({ length: 100 }, () => put(3000, 10)),
      Infinity,
    );
  }
  t.ok(fileBytes(path) < 3 * before, `the file grew from ${before} to ${fileBytes(path)}: its pages were used again`);
});

t.test('a value too large for a small store is refused alone', async (t) => {
  const cache = open(t);
  const ids = await cache.put([put(100), put(200_000), put(100)], Infinity);
  t.strictSame(
    ids.map((id) => id !== ''),
    [true, false, true],
  );
});

t.test('puts that come too late are dropped unwritten', async (t) => {
  const cache = open(t);
  const puts = [put(100)];
  t.strictSame(await cache.put(puts, performance.now() - 1), ['']);
  t.equal(await count(cache, [puts[0]!.id]), 0);
});
