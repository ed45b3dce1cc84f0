/** What the cache of stored data keeps, and for how long: bounded in entries, bytes and time (issue 7: 'bounded LRU with TTL and jitter'). */
import t from 'tap';
import type { Store } from '../../src/stored/store.ts';
import { cached, imp, source, stillClock } from './cached-source.ts';

t.test('a text that is asked for again and has not changed is the one that was kept', async (t) => {
  const cache = cached(source({ a: '1' }).store);
  const [before] = await cache.fetch([imp('a')]);
  cache.note('all');
  const [after] = await cache.fetch([imp('a')]);
  t.equal(after, before);
});

t.test('keeps texts that it is told', async (t) => {
  const { state, store } = source({});
  const cache = cached(store);
  t.strictSame(await cache.fetch([imp('a')]), [undefined]);
  cache.keep([{ ...imp('a'), text: Buffer.from('55555') }]);
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 5);
  t.equal(state.asked.length, 1);
});

t.test('made-up ids neither reach the store, where no store has them, nor push out what is used', async (t) => {
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

t.test('forgets after its time', async (t) => {
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

t.test('stays within its bytes', async (t) => {
  const { state, store } = source(
    Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, 'x'.repeat(1000)])),
  );
  const cache = cached(store);
  for (let n = 0; n < 100; n++) await cache.fetch([imp(`k${n}`)]);
  const { entries, bytes } = cache.counts;
  t.ok(entries > 0 && entries < 10, `${entries} kept`);
  t.ok(bytes <= 10_000, `${bytes} bytes`);
  await cache.fetch([imp('k99')]);
  t.equal(state.asked.length, 100, 'the newest is there');
  await cache.fetch([imp('k0')]);
  t.equal(state.asked.length, 101, 'the oldest went first');
});

t.test('keeps each text on a buffer of its own', async (t) => {
  const pool = Buffer.from('.....text.....');
  const store: Store = {
    fetch: (keys) => Promise.resolve(keys.map(() => pool.subarray(5, 9))),
    close: () => Promise.resolve(),
  };
  const [found] = await cached(store).fetch([imp('a')]);
  t.equal(found?.text.buffer.byteLength, 4);
});
