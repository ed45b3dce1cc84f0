/** Vendor lists and the clock; in its own file, since it sets the clock of the process. */
import t from 'tap';
import { listKey } from '../../src/privacy/tc-string.ts';
import { until } from '../support/until.ts';
import { has, startLists, startSource, upTo } from './list-source.ts';

t.test('a missing list is requested again after a minute, even if the clock is set back', async (t) => {
  let newest = 0;
  const source = await startSource(
    t,
    upTo(() => newest),
  );
  const { lists, said } = await startLists(t, '', source.url);
  const day = 86_400_000;
  const dateNow = Date.now;
  const performanceNow = performance.now.bind(performance);
  t.teardown(() => Object.assign(Date, { now: dateNow }));
  Date.now = () => dateNow() + day;
  lists.want(listKey(3, 7));
  t.ok(await until(() => said.length > 0), 'the list is missing');
  Date.now = dateNow;
  newest = 7;
  // Lists are requested one after the other: once the next one is, the pause after the first is over.
  for (const next of [6, 5]) {
    lists.want(listKey(3, next));
    t.ok(await until(() => source.asked.at(-1)!.includes(`v${next}.json`)), `version ${next}`);
    lists.want(listKey(3, 7));
  }
  t.equal(source.asked.length, 3, 'not requested at once');
  t.teardown(() => Object.assign(performance, { now: performanceNow }));
  performance.now = () => performanceNow() + 61_000;
  // The pause after a failure may not be over.
  const asksAgain = (): boolean => (lists.want(listKey(3, 7)), has(lists, 7));
  t.ok(await until(asksAgain), 'the list');
});
