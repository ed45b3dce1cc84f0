/** Vendor lists that are closed fetch nothing more, whatever was wanted before (decisions, 'Privacy'). */
import type { ServerResponse } from 'node:http';
import t, { type Test } from 'tap';
import { listKey } from '../../src/privacy/tc-string.ts';
import { testFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { has, listText, startLists, startSource } from './list-source.ts';

t.test('wanted lists are not fetched after the one in flight, nor when they are wanted later', async (t) => {
  const source = await startHolding(t);
  const { lists } = await startLists(t, testFolder(t), source.url);
  lists.want(listKey(3, 10));
  lists.want(listKey(3, 9));
  t.ok(await until(() => source.held.length === 1));
  lists.close();
  source.held[0]!();
  t.ok(await until(() => has(lists, 10)), 'the download in flight ends');
  lists.want(listKey(3, 8));
  await source.passed();
  t.equal(source.held.length, 1);
});

t.test('lists older than the newest are not fetched after the one in flight', async (t) => {
  const source = await startHolding(t);
  const { lists } = await startLists(t, '', source.folder);
  const isAsked = (version: number): boolean => source.asked.some((path) => path.endsWith(`-v${version}.json`));
  t.ok(await until(() => isAsked(11)));
  lists.close();
  for (const answer of source.held) answer();
  await source.passed();
  t.notOk(isAsked(10));
});

/** A source whose newest list is 12. It holds its other answers; `passed` resolves when requests that are on their way have arrived. */
async function startHolding(t: Test) {
  const held: (() => void)[] = [];
  const source = await startSource(t, (version, response: ServerResponse) => {
    if (Number.isNaN(version)) response.end(listText(12));
    else held.push(() => response.end(listText(version)));
  });
  const passed = async (): Promise<void> => {
    for (let at = 0; at < 50; at++) await (await fetch(`${source.folder}/later`)).arrayBuffer();
  };
  return { ...source, held, passed };
}
