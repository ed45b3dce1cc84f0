/** A cached store whose source refuses some ids: that costs neither other texts nor old ones (issue 7, 'Must hold'). */
import t from 'tap';
import { FaultyQuery, type Store, type StoredKey } from '../../src/stored/store.ts';
import { cached, source, stillClock } from './cached-source.ts';
import { imp } from './imp.ts';

/** A store that refuses every query with one of the ids `refused`. */
function refusing(store: Store, refused: ReadonlySet<string> = new Set(['refused'])): Store {
  const isRefused = (keys: readonly StoredKey[]): boolean => keys.some(({ id }) => refused.has(id));
  return {
    ...store,
    fetch: (keys) => (isRefused(keys) ? Promise.reject(new FaultyQuery('status 404')) : store.fetch(keys)),
  };
}

t.test('requests with refused ids do not stop the refresh of other texts', async (t) => {
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

t.test('an old text whose own query is refused is served for a second before it is asked for again', async (t) => {
  const clock = stillClock(t);
  const { store } = source({ a: '1', b: '22' });
  const refused = new Set<string>();
  const refusals = refusing(store, refused);
  const asked: string[][] = [];
  const fetch = (keys: readonly StoredKey[]): ReturnType<Store['fetch']> => {
    asked.push(keys.map(({ id }) => id));
    return refusals.fetch(keys);
  };
  const cache = cached({ ...store, fetch }, { ttlMs: 1000 });
  await cache.fetch([imp('a'), imp('b')]);
  refused.add('a').add('b');
  const valuesAfter = async (passedMs: number) => {
    asked.length = 0;
    clock.nowMs += passedMs;
    const found = await cache.fetch([imp('a'), imp('b')]);
    return [found.map((one) => one?.value), [...asked]];
  };
  const every = [['a', 'b'], ['a'], ['b']];
  t.strictSame(await valuesAfter(1001), [[1, 2], every], 'together, then each alone');
  t.strictSame(await valuesAfter(999), [[1, 2], []]);
  t.strictSame(await valuesAfter(1), [[1, 2], every]);
  refused.clear();
  t.strictSame(await valuesAfter(1000), [[1, 2], [['a', 'b']]]);
  t.strictSame(await valuesAfter(0), [[1, 2], []], 'fresh');
});

t.test('a text that is asked for beside a refused id is available to others', async (t) => {
  const { store } = source({ a: '1' });
  const cache = cached(refusing(store));
  const stranger = cache.fetch([imp('a'), imp('refused')]);
  const other = cache.fetch([imp('a')]);
  await t.rejects(stranger, { message: /^stored data cannot be read now/ });
  t.equal((await other)[0]?.value, 1);
});
