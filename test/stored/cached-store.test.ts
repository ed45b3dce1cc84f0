/** What is asked of a store behind its cache: one look-up however many miss, and again after changes; old texts while it cannot be asked (issue 7). */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { FaultyQuestion } from '../../src/stored/join-look-ups.ts';
import type { Store, StoredKey } from '../../src/stored/store.ts';
import { cached, imp, source, stillClock } from './cached-source.ts';

/** Lets answers of a source arrive that is not slow. */
const turn = (): Promise<void> => sleep(20);

const isRefused = (keys: readonly StoredKey[]): boolean => keys.some(({ id }) => id === 'refused');

/** `store`, which refuses every question for the id 'refused'. */
function refusing(store: Store): Store {
  return {
    ...store,
    fetch: (keys) => (isRefused(keys) ? Promise.reject(new FaultyQuestion('status 404')) : store.fetch(keys)),
  };
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

t.test('while strangers name ids that the source refuses, the texts of others are read again in time', async (t) => {
  const clock = stillClock(t);
  const texts = { a: '1' };
  const { store } = source(texts);
  const cache = cached(refusing(store), { ttlMs: 1000 });
  await cache.fetch([imp('a')]);
  texts.a = '22';
  clock.nowMs += 1001;
  await t.rejects(cache.fetch([imp('refused')]), { message: /^stored data cannot be read now/ });
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 2);
});

t.test('what a stranger asks for beside an id that the source refuses is there for others', async (t) => {
  const { store } = source({ a: '1' });
  const cache = cached(refusing(store));
  const stranger = cache.fetch([imp('a'), imp('refused')]);
  const other = cache.fetch([imp('a')]);
  await t.rejects(stranger, { message: /^stored data cannot be read now/ });
  t.equal((await other)[0]?.value, 1);
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

t.test('a store that hangs is late for those, too, who all have less time: old texts serve them at once', async (t) => {
  const clock = stillClock(t);
  const { state, store } = source({ a: '1' });
  const cache = cached(store, { ttlMs: 20, timeoutMs: 60_000 });
  await cache.fetch([imp('a')]);
  const { promise, resolve: speak } = Promise.withResolvers<void>();
  t.teardown(speak);
  state.silent = promise;
  for (const failures of [0, 1]) {
    clock.nowMs += 60_000;
    t.equal((await cache.fetch([imp('a')], clock.nowMs + 10))[0]?.value, 1);
    t.match(cache.counts, { failures });
  }
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 1, 'without a wait');
  t.equal(state.asked.length, 2);
});
