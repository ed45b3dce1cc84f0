/** What is kept of a store's answers, and for how long (issue 7): one look-up however many miss, old texts while it cannot be asked. */
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { CachedStore } from '../../src/stored/cached-store.ts';
import type { Store, StoredKey } from '../../src/stored/store.ts';

/** A source under the test's control: what it holds, how slow it is or until when it is silent, whether it fails, and what it was asked. */
function source(texts: { [id: string]: string }) {
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

const imp = (id: string): StoredKey => ({ kind: 'imps', id });

/** Lets answers of a source arrive that is not slow. */
const turn = (): Promise<void> => sleep(20);

/** The clock of caches, which stands still but for what the test adds to `nowMs`; the own one is back when the test ends. */
function stillClock(t: Test): { nowMs: number } {
  const { now } = performance;
  const clock = { nowMs: 10_000 };
  performance.now = () => clock.nowMs;
  t.teardown(() => (performance.now = now));
  return clock;
}

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
  t.match(cache.counts, { hits: 2, misses: 150, stale: 0, failures: 0, entries: 3 });
});

t.test('kinds are apart', async (t) => {
  const { state, store } = source({ a: '1' });
  const cache = cached(store);
  await cache.fetch([imp('a')]);
  await cache.fetch([{ kind: 'requests', id: 'a' }]);
  t.equal(state.asked.length, 2);
});

t.test('reads a text in use again before its time is over, and nobody waits', async (t) => {
  const clock = stillClock(t);
  const texts = { a: '1' };
  const { state, store } = source(texts);
  const cache = cached(store, { ttlMs: 1000 });
  const valueOfA = async (): Promise<number | undefined> => (await cache.fetch([imp('a')]))[0]?.value;
  await valueOfA();
  texts.a = '22';
  clock.nowMs += 599;
  t.equal(await valueOfA(), 1);
  t.equal(state.asked.length, 1, 'young');
  const { promise, resolve: speak } = Promise.withResolvers<void>();
  state.silent = promise;
  clock.nowMs += 200;
  t.same([await valueOfA(), await valueOfA()], [1, 1], 'the old text serves while the new one is read');
  t.equal(state.asked.length, 2, 'once');
  speak();
  await turn();
  t.equal(await valueOfA(), 2);
  t.equal(state.asked.length, 2);
});

t.test('texts that were read together are not read again together', async (t) => {
  const clock = stillClock(t);
  const ids = Array.from({ length: 200 }, (_, n) => `k${n}`);
  const { state, store } = source(Object.fromEntries(ids.map((id) => [id, '1'])));
  const cache = cached(store, { ttlMs: 1000, maxBytes: 1e6 });
  await cache.fetch(ids.map(imp));
  for (let times = 0; times < 16; times++) {
    clock.nowMs += 50;
    await cache.fetch(ids.map(imp));
    await turn();
  }
  const again = state.asked.slice(1);
  t.same(new Set(again.flat()), new Set(ids));
  t.ok(
    again.every((keys) => keys.length < 190),
    'each time a part',
  );
});

t.test('one look-up for all that an auction lacks', async (t) => {
  const { state, store } = source({ a: '1', b: '1', c: '1' });
  const cache = cached(store);
  await cache.fetch([imp('b')]);
  await cache.fetch([imp('a'), imp('b'), imp('none'), imp('c')]);
  t.same(state.asked, [['b'], ['a', 'none', 'c']]);
});

t.test('old texts serve while the store fails or hangs, absence too; what was never known is a 503', async (t) => {
  const clock = stillClock(t);
  const { state, store } = source({ a: '1' });
  const cache = cached(store, { ttlMs: 20, timeoutMs: 30 });
  await cache.fetch([imp('a'), imp('none')]);
  clock.nowMs += 20;
  const { promise, resolve: speak } = Promise.withResolvers<void>();
  for (const trouble of [{ fails: true }, { fails: false, silent: promise }]) {
    Object.assign(state, trouble);
    const found = await cache.fetch([imp('a'), imp('none')]);
    t.same([found[0]?.value, found[1]], [1, undefined]);
    const asked = state.asked.length;
    clock.nowMs += 999;
    for (let tries = 0; tries < 20; tries++) await cache.fetch([imp('a')]);
    t.equal(state.asked.length, asked, 'without asking each time');
    await t.rejects(cache.fetch([imp('a'), imp('new')]), { name: 'RequestError', status: 503 });
    clock.nowMs += 1000;
  }
  speak();
  await turn();
  const before = state.asked.length;
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 1);
  t.equal(state.asked.length, before + 1, 'and is asked again when it is well');
  t.match(cache.counts, { failures: 4, stale: 46 });
});

t.test('a change is believed at once, also while the old text is under way', async (t) => {
  const texts: { [id: string]: string } = { a: '1' };
  const { state, store } = source(texts);
  const cache = cached(store);
  await cache.fetch([imp('a'), imp('b')]);
  Object.assign(texts, { a: '22', b: '333' });
  cache.note([imp('a'), imp('b')]);
  t.same(
    (await cache.fetch([imp('a'), imp('b')])).map((one) => one?.value),
    [2, 3],
  );
  cache.note([imp('a')]);
  state.delayMs = 60;
  const slow = cache.fetch([imp('a')]);
  await sleep(10);
  texts['a'] = '4444';
  state.delayMs = 0;
  cache.note([imp('a')]);
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 4);
  await slow;
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 4, 'the late answer does not come back');
});

t.test('after a time in which nobody could tell, everything is asked anew, and serves when that fails', async (t) => {
  const texts = { a: '1' };
  const { state, store } = source(texts);
  const cache = cached(store);
  await cache.fetch([imp('a')]);
  texts.a = '22';
  cache.note('all');
  state.fails = true;
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 1);
  state.fails = false;
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 1, 'for a moment without another question');
  await cache.fetch([imp('new')]);
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 2, 'until the source has answered one');
});

t.test('what was asked before a change or a doubt settles nothing that came after it', async (t) => {
  const texts: { [id: string]: string } = { a: '1' };
  const { state, store } = source(texts);
  const cache = cached(store);
  /** Asks for `a` what is not answered until the function that this gives is called. */
  const askSilently = async (): Promise<() => Promise<unknown>> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    state.silent = promise;
    const answer = cache.fetch([imp('a')]);
    await sleep(10);
    return () => (resolve(), answer);
  };
  const before = await askSilently();
  cache.note([imp('a')]);
  const after = await askSilently();
  await before();
  const third = cache.fetch([imp('a')]);
  t.equal(state.asked.length, 2, 'the second question is under way');
  await Promise.all([after(), third]);

  cache.note([imp('a')]);
  const old = await askSilently();
  cache.keep([{ ...imp('a'), text: Buffer.from('55555') }]);
  await old();
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 5, 'what was told stays');

  cache.note([imp('a')]);
  const doubted = await askSilently();
  cache.note('all');
  await doubted();
  const asked = state.asked.length;
  await cache.fetch([imp('a')]);
  t.equal(state.asked.length, asked + 1, 'asked before the doubt, so asked again');
});

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
  t.same(await cache.fetch([imp('a')]), [undefined]);
  cache.keep([{ ...imp('a'), text: Buffer.from('55555') }]);
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 5);
  t.equal(state.asked.length, 1);
});

t.test('made-up ids neither reach the store, where no store has them, nor push out what is used', async (t) => {
  const { state, store } = source({ good: 'x'.repeat(1000) });
  const cache = cached(store, { maxBytes: 4000 });
  await cache.fetch([imp('good')]);
  for (const id of ['', 'a\0', 'x'.repeat(256), '\ud800']) t.same(await cache.fetch([imp(id)]), [undefined]);
  t.equal(state.asked.length, 1);
  for (let n = 0; n < 500; n++) await cache.fetch([imp(`made-up-${n}`)]);
  const asked = state.asked.length;
  await cache.fetch([imp('good')]);
  t.equal(state.asked.length, asked, 'still there');
  t.ok(cache.counts.bytes <= 4500);
});

t.test('a store that hangs cannot fill the memory', async (t) => {
  const hung: Store = { fetch: () => new Promise(() => undefined), close: () => Promise.resolve() };
  const cache = cached(hung, { timeoutMs: 5 });
  let asked = 0;
  const counting = cached({ ...hung, fetch: (keys) => ((asked += keys.length), hung.fetch(keys)) }, { timeoutMs: 1 });
  await t.rejects(cache.fetch([imp('a')]), { name: 'RequestError', status: 503 });
  for (let round = 0; round < 30; round++) {
    const keys = Array.from({ length: 500 }, (_, n) => imp(`${round}-${n}`));
    await t.rejects(counting.fetch(keys), { name: 'RequestError', status: 503 });
  }
  t.equal(asked, 10_000);
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

t.test('a slow or failing store is a 503 in time, and is asked again', async (t) => {
  const { state, store } = source({ a: '1' });
  const cache = cached(store, { timeoutMs: 30 });
  const { promise, resolve: speak } = Promise.withResolvers<void>();
  state.silent = promise;
  await t.rejects(cache.fetch([imp('a')]), { name: 'RequestError', status: 503 }, 'while the store is silent');
  speak();
  await sleep(1);
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 1);
  t.equal(state.asked.length, 1, 'the late answer was kept');
  state.fails = true;
  await t.rejects(cache.fetch([imp('b')]), { name: 'RequestError', status: 503 });
  state.fails = false;
  t.same(await cache.fetch([imp('b')]), [undefined]);
});

t.test(
  'who has less time than others waits no longer: they and the cache get the answer, and the store is not blamed',
  async (t) => {
    const { state, store } = source({ a: '1' });
    let late = 0;
    const cache = cached(store, { timeoutMs: 60_000, onLate: () => late++ });
    const { promise, resolve: speak } = Promise.withResolvers<void>();
    state.silent = promise;
    const patient = cache.fetch([imp('a')]);
    await t.rejects(cache.fetch([imp('a')], performance.now() + 10), { name: 'RequestError', status: 503 });
    await t.rejects(cache.fetch([imp('a')], performance.now() - 10), { name: 'RequestError', status: 503 });
    t.match([cache.counts.failures, late], [0, 0]);
    speak();
    t.equal((await patient)[0]?.value, 1);
    t.equal((await cache.fetch([imp('a')], performance.now() - 10))[0]?.value, 1, 'what is known needs no time');
    t.equal(state.asked.length, 1);
  },
);

t.test('keeps each text on a buffer of its own', async (t) => {
  const pool = Buffer.from('.....text.....');
  const store: Store = {
    fetch: (keys) => Promise.resolve(keys.map(() => pool.subarray(5, 9))),
    close: () => Promise.resolve(),
  };
  const [found] = await cached(store).fetch([imp('a')]);
  t.equal(found?.text.buffer.byteLength, 4);
});
