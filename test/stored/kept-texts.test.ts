/** The cache of stored data is bounded in entries, bytes and time (issue 7: 'bounded LRU with TTL and jitter'). */
import t from 'tap';
import type { Store } from '../../src/stored/store.ts';
import { cached, source, stillClock } from './cached-source.ts';
import { imp } from './imp.ts';

t.test('an unchanged text that is read again is the same object', async (t) => {
  const cache = cached(source({ a: '1' }).store);
  const [before] = await cache.fetch([imp('a')]);
  cache.note('all');
  const [after] = await cache.fetch([imp('a')]);
  t.equal(after, before);
});

t.test('a text from keep() is served', async (t) => {
  const { state, store } = source({});
  const cache = cached(store);
  t.strictSame(await cache.fetch([imp('a')]), [undefined]);
  cache.keep([{ ...imp('a'), text: Buffer.from('55555') }]);
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 5);
  t.equal(state.asked.length, 1);
});

t.test('invalid ids do not reach the store, and made-up ids do not push out texts in use', async (t) => {
  const { state, store } = source({ good: 'x'.repeat(1000) });
  const cache = cached(store, { maxBytes: 4000 });
  await cache.fetch([imp('good')]);
  for (const id of ['', 'a\0', 'x'.repeat(256), '\ud800']) t.strictSame(await cache.fetch([imp(id)]), [undefined]);
  t.equal(state.asked.length, 1);
  for (let n = 0; n < 500; n++) await cache.fetch([imp(`made-up-${n}`)]);
  const asked = state.asked.length;
  await cache.fetch([imp('good')]);
  t.equal(state.asked.length, asked, 'still there');
  t.ok(cache.counts.bytes <= 4500);
});

t.test('a text is read again after its lifetime', async (t) => {
  const texts = { a: '1' };
  const { state, store } = source(texts);
  const clock = stillClock(t);
  const cache = cached(store, { ttlMs: 30 });
  await cache.fetch([imp('a')]);
  texts.a = '333';
  clock.nowMs += 30;
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 3);
  t.equal(state.asked.length, 2);
});

t.test('the cache stays within its bytes and drops the oldest texts', async (t) => {
  const { state, store } = source(
    Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, 'x'.repeat(1000)])),
  );
  const cache = cached(store);
  for (let n = 0; n < 100; n++) await cache.fetch([imp(`k${n}`)]);
  const { entries, bytes } = cache.counts;
  t.ok(entries > 0 && entries < 10, `${entries} kept`);
  t.ok(bytes <= 10_000, `${bytes} bytes`);
  await cache.fetch([imp('k99')]);
  t.equal(state.asked.length, 100, 'the newest is kept');
  await cache.fetch([imp('k0')]);
  t.equal(state.asked.length, 101, 'the oldest was dropped');
});

t.test('a text is kept in a buffer of its own', async (t) => {
  const pool = Buffer.from('.....text.....');
  const store: Store = {
    fetch: (keys) => Promise.resolve(keys.map(() => pool.subarray(5, 9))),
    close: () => Promise.resolve(),
  };
  const [found] = await cached(store).fetch([imp('a')]);
  t.equal(found?.text.buffer.byteLength, 4);
});
