import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { CachedStore } from '../../src/stored/cached-store.ts';
import type { Store, StoredKey } from '../../src/stored/store.ts';

/** A source under the test's control: what it holds, how slow it is, whether it fails, and what it was asked. */
function source(texts: { [id: string]: string }) {
  const state = { asked: [] as string[][], delayMs: 0, fails: false };
  const store: Store = {
    fetch: async (keys) => {
      state.asked.push(keys.map(({ id }) => id));
      await sleep(state.delayMs);
      if (state.fails) throw new Error('down');
      return keys.map(({ id }) => (Object.hasOwn(texts, id) ? Buffer.from(texts[id]!) : undefined));
    },
    close: () => Promise.resolve(),
  };
  return { state, store };
}

const imp = (id: string): StoredKey => ({ kind: 'imps', id });

function cached(store: Store, more: object = {}): CachedStore<number> {
  return new CachedStore(store, {
    maxBytes: 10_000,
    ttlMs: 60_000,
    timeoutMs: 1000,
    read: (_, text) => text.byteLength,
    ...more,
  });
}

t.test('asks once for what many want at the same time, absent keys included', async (t) => {
  const { state, store } = source({ a: '1', b: '22' });
  const cache = cached(store);
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.fetch([imp('a'), imp('none'), imp('b')])));
  t.same(state.asked, [['a', 'none', 'b']]);
  for (const [a, none, b] of answers) t.same([a?.value, none, b?.value], [1, undefined, 2]);
  await cache.fetch([imp('none'), imp('a')]);
  t.equal(state.asked.length, 1, 'and not again while it is believed');
  t.equal(cache.peek(imp('a')) !== 'unknown' && cache.peek(imp('none')) === undefined, true);
});

t.test('kinds are apart', async (t) => {
  const { state, store } = source({ a: '1' });
  const cache = cached(store);
  await cache.fetch([imp('a')]);
  await cache.fetch([{ kind: 'requests', id: 'a' }]);
  t.equal(state.asked.length, 2);
});

t.test('forgets after its time', async (t) => {
  const texts = { a: '1' };
  const { state, store } = source(texts);
  const cache = cached(store, { ttlMs: 30 });
  await cache.fetch([imp('a')]);
  texts.a = '333';
  await sleep(60);
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 3);
  t.equal(state.asked.length, 2);
});

t.test('stays within its bytes', async (t) => {
  const { store } = source(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, 'x'.repeat(1000)])));
  const cache = cached(store);
  for (let n = 0; n < 100; n++) await cache.fetch([imp(`k${n}`)]);
  const kept = Array.from({ length: 100 }, (_, n) => cache.peek(imp(`k${n}`))).filter((one) => one !== 'unknown');
  t.ok(kept.length > 0 && kept.length < 10, `${kept.length} kept`);
  t.equal(cache.peek(imp('k0')), 'unknown', 'the oldest went first');
});

t.test('a slow or failing store is a 503 in time, and is asked again', async (t) => {
  const { state, store } = source({ a: '1' });
  const cache = cached(store, { timeoutMs: 30 });
  state.delayMs = 300;
  const startedAt = performance.now();
  await t.rejects(cache.fetch([imp('a')]), { name: 'RequestError', status: 503 });
  t.ok(performance.now() - startedAt < 250);
  await sleep(350);
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 1, 'the late answer was kept');
  state.fails = true;
  state.delayMs = 0;
  await t.rejects(cache.fetch([imp('b')]), { name: 'RequestError', status: 503 });
  state.fails = false;
  t.same(await cache.fetch([imp('b')]), [undefined]);
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
