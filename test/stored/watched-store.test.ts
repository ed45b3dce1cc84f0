/** What the log says of a source that goes away, comes back, or keeps doing both (issue 7, 'Must hold'). */
import t from 'tap';
import type { Store } from '../../src/stored/store.ts';
import { watchedStore } from '../../src/stored/watched-store.ts';

/** A watched source that fails while `state.isAway`, and its log lines. */
function watched() {
  const said: string[] = [];
  const state = { isAway: false };
  const note = (_: object, text: string): void => void said.push(text);
  const fetch: Store['fetch'] = async (keys) => {
    if (state.isAway) throw new Error('away');
    return keys.map(() => undefined);
  };
  const store = watchedStore(
    { fetch, close: () => Promise.resolve() },
    { source: 'http', giveUpMs: 5000, log: { warn: note, info: note } },
  );
  const ask = (): Promise<unknown> => store.fetch([{ kind: 'imps', id: 'a' }]).catch(() => undefined);
  return { said, state, ask };
}

t.test('an outage is logged once, and so is its end', async (t) => {
  const { said, state, ask } = watched();
  await ask();
  state.isAway = true;
  for (let times = 0; times < 100; times++) await ask();
  state.isAway = false;
  for (let times = 0; times < 100; times++) await ask();
  t.match(said, [/cannot be read/, /can be read again/]);
  t.equal(said.length, 2);
});

t.test('a source whose every other answer fails does not fill the log', async (t) => {
  const { said, state, ask } = watched();
  for (let times = 0; times < 10_000; times++) {
    state.isAway = !state.isAway;
    await ask();
  }
  t.match(said, [/cannot be read/, /can be read again/]);
  t.equal(said.length, 2);
});
