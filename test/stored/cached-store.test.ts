/** The look-ups of a cache in its store: one for all that miss, and again after changes (issue 7). */
import t from 'tap';
import type { CachedStore } from '../../src/stored/cached-store.ts';
import { cached, source, stillClock, turn } from './cached-source.ts';
import { imp } from './imp.ts';

/** Asks for `a`; the answer arrives when the returned function is called. */
async function askSilently(
  cache: CachedStore<number>,
  state: { silent: Promise<void> },
): Promise<() => Promise<unknown>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  state.silent = promise;
  const answer = cache.fetch([imp('a')]);
  await turn();
  return () => (resolve(), answer);
}

t.test('concurrent requests for the same keys cause one look-up, also for absent keys', async (t) => {
  const { state, store } = source({ a: '1', b: '22' });
  const cache = cached(store);
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.fetch([imp('a'), imp('none'), imp('b')])));
  t.strictSame(state.asked, [['a', 'none', 'b']]);
  for (const [a, none, b] of answers) t.strictSame([a?.value, none, b?.value], [1, undefined, 2]);
  await cache.fetch([imp('none'), imp('a')]);
  t.equal(state.asked.length, 1, 'no second look-up before it expires');
  t.match(cache.counts, { hits: 2, misses: 150, stale: 0, failures: 0, entries: 3 });
});

t.test('the same id of another kind is another key', async (t) => {
  const { state, store } = source({ a: '1' });
  const cache = cached(store);
  await cache.fetch([imp('a')]);
  await cache.fetch([{ kind: 'requests', id: 'a' }]);
  t.equal(state.asked.length, 2);
});

t.test('a text is copied to a buffer of its own length', async (t) => {
  const { store } = source({ a: '1' });
  const [found] = await cached(store).fetch([imp('a')]);
  t.equal(found!.text.buffer.byteLength, 1);
});

t.test('a text in use is refreshed before it expires, and no request waits', async (t) => {
  const clock = stillClock(t);
  const texts = { a: '1' };
  const { state, store } = source(texts);
  const cache = cached(store, { ttlMs: 1000 });
  const valueOfA = async (): Promise<number | undefined> => (await cache.fetch([imp('a')]))[0]?.value;
  await valueOfA();
  texts.a = '22';
  clock.nowMs += 599;
  t.equal(await valueOfA(), 1);
  t.equal(state.asked.length, 1, 'not refreshed yet');
  const { promise, resolve: speak } = Promise.withResolvers<void>();
  state.silent = promise;
  clock.nowMs += 200;
  t.strictSame([await valueOfA(), await valueOfA()], [1, 1], 'the old text is served during the refresh');
  t.equal(state.asked.length, 2, 'refreshed once');
  speak();
  await turn();
  t.equal(await valueOfA(), 2);
  t.equal(state.asked.length, 2);
});

t.test('onNew and read are called only for a changed text', async (t) => {
  const clock = stillClock(t);
  const texts = { a: '1' };
  const seen: string[] = [];
  const see = (what: string, text: Uint8Array): number => seen.push(`${what} ${Buffer.from(text).toString()}`);
  const onNew = (_: unknown, text: Uint8Array): number => see('new', text);
  const read = (_: unknown, text: Uint8Array): number => see('read', text);
  const cache = cached(source(texts).store, { ttlMs: 1000, onNew, read });
  for (const a of ['1', '1', '22']) {
    texts.a = a;
    await cache.fetch([imp('a')]);
    clock.nowMs += 1001;
  }
  t.strictSame(seen, ['new 1', 'read 1', 'new 22', 'read 22']);
});

t.test('texts that were read together are refreshed at different times', async (t) => {
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
  t.strictSame(new Set(again.flat()), new Set(ids));
  t.ok(
    again.every((keys) => keys.length < 190),
    'a part at a time',
  );
});

t.test('all missing keys of an auction are one look-up', async (t) => {
  const { state, store } = source({ a: '1', b: '1', c: '1' });
  const cache = cached(store);
  await cache.fetch([imp('b')]);
  await cache.fetch([imp('a'), imp('b'), imp('none'), imp('c')]);
  t.strictSame(state.asked, [['b'], ['a', 'none', 'c']]);
});

t.test('after a notice of change a text is read again, even while the old one is being read', async (t) => {
  const texts: { [id: string]: string } = { a: '1' };
  const { state, store } = source(texts);
  const cache = cached(store);
  await cache.fetch([imp('a'), imp('b')]);
  Object.assign(texts, { a: '22', b: '333' });
  cache.note([imp('a'), imp('b')]);
  t.strictSame(
    (await cache.fetch([imp('a'), imp('b')])).map((one) => one?.value),
    [2, 3],
  );
  cache.note([imp('a')]);
  const late = await askSilently(cache, state);
  texts['a'] = '4444';
  state.silent = Promise.resolve();
  cache.note([imp('a')]);
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 4);
  await late();
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 4, 'the late answer is not kept');
});

t.test("after note('all') every text is read again, and the old one served if that fails", async (t) => {
  const texts = { a: '1' };
  const { state, store } = source(texts);
  const cache = cached(store);
  await cache.fetch([imp('a')]);
  texts.a = '22';
  cache.note('all');
  state.fails = true;
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 1);
  state.fails = false;
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 1, 'not asked again at once');
  await cache.fetch([imp('new')]);
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 2, 'asked again after the source has answered');
});

t.test("after note('all') a text that was just being read is read again", async (t) => {
  const texts: { [id: string]: string } = { a: '1' };
  const { state, store } = source(texts);
  const cache = cached(store);
  const late = await askSilently(cache, state);
  texts['a'] = '22';
  state.silent = Promise.resolve();
  cache.note('all');
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 2);
  await late();
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 2);
  t.equal(state.asked.length, 2, 'the late answer does not replace it');
});

t.test('an answer to a query from before a change is not kept', async (t) => {
  const texts: { [id: string]: string } = { a: '1' };
  const { state, store } = source(texts);
  const cache = cached(store);
  const before = await askSilently(cache, state);
  cache.note([imp('a')]);
  const after = await askSilently(cache, state);
  await before();
  const third = cache.fetch([imp('a')]);
  t.equal(state.asked.length, 2, 'the second query is under way');
  await Promise.all([after(), third]);

  cache.note([imp('a')]);
  const old = await askSilently(cache, state);
  cache.keep([{ ...imp('a'), text: Buffer.from('55555') }]);
  await old();
  t.equal((await cache.fetch([imp('a')]))[0]?.value, 5, 'the text from keep() stays');

  cache.note([imp('a')]);
  const doubted = await askSilently(cache, state);
  cache.note('all');
  await doubted();
  const asked = state.asked.length;
  await cache.fetch([imp('a')]);
  t.equal(state.asked.length, asked + 1, "asked again after note('all')");
});
