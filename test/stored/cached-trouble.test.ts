/** A cached store that fails or hangs: old texts are served, and failures do not affect other requests (issue 7, 'Must hold'). */
import { mock } from 'node:test';
import { setImmediate as soon, setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { FaultyQuery, type Store } from '../../src/stored/store.ts';
import { succeeds, until } from '../support/until.ts';
import { cached, source, stillClock, turn } from './cached-source.ts';
import { imp } from './imp.ts';

const statusOf = ({ status }: { status: number }): number => status;

t.test('an answer is used even if this process was too busy to read it in time', async (t) => {
  const clock = stillClock(t);
  const { state, store } = source({ a: '1' });
  state.delayMs = 30;
  const served = cached(store, { timeoutMs: 20 }).fetch([imp('a')], clock.nowMs + 10_000);
  clock.nowMs += 100;
  t.equal((await served)[0]?.value, 1);
});

/** How what `start` begins ends once half a second has passed on its timers: the status of its error, or 'waits on'. */
async function statusAfter(t: Test, start: () => Promise<unknown>): Promise<unknown> {
  // Node warns of its mock timers.
  t.intercept(process, 'emitWarning', { value: () => undefined });
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  let end: unknown = 'waits on';
  start().catch((error) => (end = statusOf(error)));
  mock.timers.tick(500);
  for (let turns = 0; turns < 10; turns++) await soon();
  return end;
}

t.test('a hanging store is waited for at most ten times the timeout, even in a busy process', async (t) => {
  const clock = stillClock(t);
  const { state, store } = source({ a: '1' });
  state.silent = new Promise(() => {});
  const ask = (): Promise<unknown> => {
    const late = cached(store, { timeoutMs: 500 }).fetch([imp('a')]);
    clock.nowMs += 5500;
    return late;
  };
  t.equal(await statusAfter(t, ask), 503);
});

t.test('a request does not wait beyond its own deadline, even in a busy process', async (t) => {
  const clock = stillClock(t);
  const { state, store } = source({ a: '1' });
  state.silent = new Promise(() => {});
  const ask = (): Promise<unknown> => {
    const late = cached(store, { timeoutMs: 500 }).fetch([imp('a')], clock.nowMs + 3000);
    clock.nowMs += 3000;
    return late;
  };
  t.equal(await statusAfter(t, ask), 503);
});

t.test('a text that arrives in time is not counted as stale if another one is late', async (t) => {
  const clock = stillClock(t);
  const { store } = source({ a: '1', old: '2' });
  let hangs = false;
  const oneByOne: Store = {
    ...store,
    asksOneByOne: true,
    fetch: (keys) => (hangs && keys[0]!.id === 'old' ? new Promise(() => {}) : store.fetch(keys)),
  };
  const cache = cached(oneByOne, { ttlMs: 20, timeoutMs: 30 });
  await cache.fetch([imp('old')]);
  clock.nowMs += 20;
  hangs = true;
  await cache.fetch([imp('a'), imp('old')]);
  t.equal(cache.counts.stale, 1);
});

t.test('while the store fails or hangs old texts and absences are served; an unknown key is a 503', async (t) => {
  const clock = stillClock(t);
  const { state, store } = source({ a: '1' });
  const cache = cached(store, { ttlMs: 20, timeoutMs: 30 });
  await cache.fetch([imp('a'), imp('none')]);
  clock.nowMs += 20;
  const { promise, resolve: speak } = Promise.withResolvers<void>();
  for (const trouble of [{ fails: true }, { fails: false, silent: promise }]) {
    Object.assign(state, trouble);
    const found = await cache.fetch([imp('a'), imp('none')]);
    t.strictSame([found[0]?.value, found[1]], [1, undefined]);
    const asked = state.asked.length;
    clock.nowMs += 999;
    for (let tries = 0; tries < 20; tries++) await cache.fetch([imp('a')]);
    t.equal(state.asked.length, asked, 'without a look-up each time');
    await t.rejects(cache.fetch([imp('a'), imp('new')]), { name: 'RequestError', status: 503 });
    clock.nowMs += 1000;
  }
  speak();
  await turn();
  const before = state.asked.length;
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 1);
  t.equal(state.asked.length, before + 1, 'asked again after it recovers');
  t.match(cache.counts, { failures: 4, stale: 46 });
});

t.test('once the source answers again, each old text is asked for at once', async (t) => {
  const clock = stillClock(t);
  const texts = { a: '1', b: '1' };
  const { state, store } = source(texts);
  const cache = cached(store, { ttlMs: 1000 });
  await cache.fetch([imp('a')]);
  clock.nowMs += 1001;
  state.fails = true;
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 1);
  state.fails = false;
  texts.a = '22';
  await cache.fetch([imp('b')]);
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 2);
});

t.test('a known text that is being refreshed does not delay a request with an unknown key', async (t) => {
  const clock = stillClock(t);
  const { state, store } = source({ a: '1', b: '22' });
  const cache = cached(store, { ttlMs: 1000, timeoutMs: 60_000 });
  await cache.fetch([imp('a')]);
  const { promise, resolve: speak } = Promise.withResolvers<void>();
  t.teardown(speak);
  state.silent = promise;
  clock.nowMs += 799;
  await cache.fetch([imp('a')]);
  await turn();
  state.silent = Promise.resolve();
  const found = await cache.fetch([imp('a'), imp('b')]);
  t.strictSame(
    [found.map((one) => one?.value), state.asked],
    [
      [1, 2],
      [['a'], ['a'], ['b']],
    ],
  );
});

t.test('a slow or failing store is a 503 in time, and is asked again later', async (t) => {
  const { state, store } = source({ a: '1' });
  let late = 0;
  const cache = cached(store, { timeoutMs: 30, onLate: () => late++ });
  const { promise, resolve: speak } = Promise.withResolvers<void>();
  state.silent = promise;
  await t.rejects(cache.fetch([imp('a')]), { name: 'RequestError', status: 503 }, 'while the store is silent');
  t.equal(late, 1);
  speak();
  await sleep(1);
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 1);
  t.equal(state.asked.length, 1, 'the late answer is kept');
  state.fails = true;
  await t.rejects(cache.fetch([imp('b')]), { name: 'RequestError', status: 503 });
  state.fails = false;
  t.strictSame(await cache.fetch([imp('b')]), [undefined]);
});

t.test('a query that fails, or is refused for its only id, is not repeated', async (t) => {
  const { state, store } = source({});
  state.fails = true;
  await t.rejects(cached(store).fetch([imp('a'), imp('b')]), { name: 'RequestError', status: 503 });
  t.strictSame(state.asked, [['a', 'b']]);
  let asked = 0;
  const fetch = (): Promise<never> => {
    asked += 1;
    return Promise.reject(new FaultyQuery('status 404'));
  };
  await t.rejects(cached({ ...store, fetch }).fetch([imp('a')]), { name: 'RequestError', status: 503 });
  t.equal(asked, 1);
});

t.test('a hanging store is asked for at most 10,000 keys, and never for an invalid id', async (t) => {
  const { state, store } = source({});
  const { promise, resolve: speak } = Promise.withResolvers<void>();
  t.teardown(speak);
  state.silent = promise;
  const cache = cached(store, { timeoutMs: 1 });
  t.strictSame(await cache.fetch([imp(''), imp('a\n')]), [undefined, undefined]);
  for (const prefix of ['k', 'l']) {
    const keys = Array.from({ length: 5000 }, (_, at) => imp(`${prefix}${at}`));
    await t.rejects(cache.fetch(keys), { name: 'RequestError', status: 503 });
  }
  for (const change of [[], 'all', [imp('k0')]] as const) {
    cache.note(change);
    await t.rejects(cache.fetch([imp('one more')]), { name: 'RequestError', status: 503 });
  }
  t.strictSame(
    state.asked.map(({ length }) => length),
    [5000, 5000],
    'also after changes, which leave the look-ups in flight',
  );
  speak();
  t.ok(await until(() => succeeds(cache.fetch([imp('one more')]))), 'once it answers, there is room again');
});

t.test(
  'a request with less time gets a 503 at its deadline; others and the cache get the answer, without a failure',
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
    t.equal((await cache.fetch([imp('a')], performance.now() - 10))[0]?.value, 1, 'a known text needs no time');
    t.equal(state.asked.length, 1);
  },
);

t.test(
  'if every request has less time a hanging store still counts as failed, and old texts are served at once',
  async (t) => {
    const clock = stillClock(t);
    const { state, store } = source({ a: '1' });
    const onLate = (): void => void t.fail('onLate must not be called');
    const cache = cached(store, { ttlMs: 20, timeoutMs: 60_000, onLate });
    await cache.fetch([imp('a')]);
    const { promise, resolve: speak } = Promise.withResolvers<void>();
    t.teardown(speak);
    state.silent = promise;
    for (const failures of [0, 1]) {
      clock.nowMs += 60_000;
      t.equal((await cache.fetch([imp('a'), imp('')], clock.nowMs + 10))[0]?.value, 1);
      t.match(cache.counts, { failures });
    }
    t.equal((await cache.fetch([imp('a')]))[0]?.value, 1, 'served without waiting');
    t.equal(state.asked.length, 2);
  },
);

t.test('a hanging query is one failure for all waiting requests, even if it finally fails', async (t) => {
  const { state, store } = source({});
  const { promise, resolve: speak } = Promise.withResolvers<void>();
  Object.assign(state, { silent: promise, fails: true });
  const cache = cached(store, { timeoutMs: 30 });
  const waits = ['a', 'a', 'a', 'b'].map((id) => cache.fetch([imp(id)]).catch(statusOf));
  t.strictSame(await Promise.all(waits), [503, 503, 503, 503]);
  t.match(cache.counts, { misses: 4, failures: 2 });
  speak();
  await turn();
  t.match(cache.counts, { failures: 2 });
  t.equal(await cache.fetch([imp('a')]).catch(statusOf), 503);
  t.match(cache.counts, { failures: 3 }, 'another query is another failure');
});
