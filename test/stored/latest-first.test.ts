/** Limiting concurrent queries to a source, with the order of those that wait. */
import t from 'tap';
import { LatestFirst } from '../../src/stored/latest-first.ts';

t.test('at most two run at the same time, then the latest one first', async (t) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const turns = new LatestFirst(2);
  const { signal } = new AbortController();
  const run = (name: string): Promise<void> =>
    turns.run(() => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    }, signal);
  const all = ['a', 'b', 'c', 'd'].map((name) => run(name));
  t.strictSame(begun, ['a', 'b']);
  ends.get('a')!();
  await all[0];
  t.strictSame(begun, ['a', 'b', 'd']);
  for (const name of ['b', 'd']) ends.get(name)!();
  await Promise.all([all[1], all[3]]);
  ends.get('c')!();
  await all[2];
  t.strictSame(begun, ['a', 'b', 'd', 'c']);
});
