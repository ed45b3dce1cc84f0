/** A service without a vendor list fetches the newest before it serves, where the source has a name for it (decisions, 'Privacy'). */
import { readdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { listKey } from '../../src/privacy/tc-string.ts';
import type { VendorList } from '../../src/privacy/vendor-list.ts';
import { VendorListFiles } from '../../src/stored/vendor-list-files.ts';
import { startVendorLists } from '../../src/stored/vendor-lists.ts';
import { muteLog } from './mute-log.ts';
import { closedWith } from '../support/closed-with.ts';
import { testFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { has, listText, startLists, startSource, upTo } from './list-source.ts';

t.test('the newest list is in use and on disk after the start', async (t) => {
  const source = await startSource(t, (version, response) =>
    Number.isNaN(version) ? response.end(listText(12)) : response.writeHead(404).end(),
  );
  const dir = testFolder(t);
  const { lists, said } = await startLists(t, dir, `${source.folder}/`);
  t.ok(has(lists, 12));
  t.equal(source.asked[0], '/v3/vendor-list.json');
  t.equal(said[0], 'vendor list v3/12 is in use');
  t.strictSame(
    readdirSync(join(dir, 'v3')).filter((name) => name.endsWith('.json')),
    ['vendor-list-v12.json'],
  );
});

t.test('sixty older lists follow, one after the other, until one is missing', async (t) => {
  const source = await startSource(t, (version, response) => {
    if (version < 8) response.writeHead(404).end();
    else response.end(listText(Number.isNaN(version) ? 100 : version));
  });
  const { lists, said } = await startLists(t, '', source.folder);
  t.ok(await until(() => said.includes('60 older vendor lists are in use')), 'sixty are fetched');
  t.ok(has(lists, 100) && has(lists, 99) && has(lists, 40));
  t.notOk(has(lists, 39), 'and no more');
  const few = await startSource(t, (version, response) => {
    if (version < 8 || version > 12) response.writeHead(404).end();
    else response.end(listText(Number.isNaN(version) ? 12 : version));
  });
  const second = await startLists(t, '', few.folder);
  t.ok(await until(() => second.said.includes('4 older vendor lists are in use')));
  t.strictSame(
    few.asked.filter((url) => /v(?:8|7|6)\.json$/.test(url)).length,
    2,
    'the first missing list is the last request',
  );
});

t.test('of several starts with one folder, one fetches the newest list', async (t) => {
  const source = await startSource(t, (version, response) =>
    Number.isNaN(version) ? setTimeout(() => response.end(listText(12)), 50) : response.writeHead(404).end(),
  );
  const dir = testFolder(t);
  const all = await Promise.all(Array.from({ length: 4 }, () => startLists(t, dir, source.folder)));
  // A busy machine may take longer for all four than a start waits.
  for (const { lists } of all) t.ok(await until(() => has(lists, 12)));
  t.equal(source.asked.filter((url) => url === '/v3/vendor-list.json').length, 1);
  const later = await startLists(t, dir, source.folder);
  t.ok(has(later.lists, 12), 'a later start has it');
  t.equal(source.asked.filter((url) => url === '/v3/vendor-list.json').length, 1, 'from disk');
});

t.test('of several starts with one folder, one asks a source that is down', async (t) => {
  const source = await startSource(t, (_, response) => response.writeHead(503).end());
  const dir = testFolder(t);
  for (const { lists } of await Promise.all(Array.from({ length: 4 }, () => startLists(t, dir, source.folder))))
    t.equal(lists.current(), null);
  t.strictSame(source.asked, ['/v3/vendor-list.json']);
});

t.test('a source that failed for the newest or an older list is asked again on the schedule', async (t) => {
  const away = new Set([Number.NaN, 11]);
  const source = await startSource(t, (version, response) => {
    if (away.has(version)) response.writeHead(503).end();
    else if (version < 10 || version > 12) response.writeHead(404).end();
    else response.end(listText(Number.isNaN(version) ? 12 : version));
  });
  const { lists, said } = await startLists(t, '', source.folder, 1);
  t.match(said, wholeLists([/^the newest vendor list is not available/]));
  away.delete(Number.NaN);
  t.ok(await until(() => has(lists, 12)));
  t.notOk(has(lists, 11));
  away.delete(11);
  t.ok(await until(() => has(lists, 11) && has(lists, 10)));
});

t.test('where another process was first, its lists are read from disk; other files are reported', async (t) => {
  const source = await startSource(t, (_, response) => response.writeHead(404).end());
  const dir = testFolder(t);
  const files = new VendorListFiles(dir, 0);
  await files.folder.prepare();
  for (const version of [9, 10]) writeFileSync(join(dir, `${version}.json`), listText(version));
  writeFileSync(join(dir, 'bad.json'), 'x');
  const lists: VendorList[] = [];
  const faults: string[] = [];
  const fetched = await files.fetchNewest(source.folder, async () => {
    const read = await files.folder.readNew();
    lists.push(...read.lists);
    faults.push(...read.faults);
    return true;
  });
  t.equal(fetched, undefined);
  t.strictSame(lists.map(({ key }) => key).toSorted(), [listKey(3, 9), listKey(3, 10)].toSorted());
  t.match(faults, wholeLists([/bad\.json is not JSON$/]));
  t.strictSame(source.asked, []);
});

t.test(
  'with GDPR disabled for the host, lists on disk are read and newer ones fetched, for accounts that enable it',
  async (t) => {
    const source = await startSource(
      t,
      upTo(() => 7),
    );
    const dir = testFolder(t);
    writeFileSync(join(dir, 'list.json'), listText(5));
    const settings = { enabled: false, vendorListDir: dir, vendorListUrl: source.folder, vendorListRefreshSeconds: 9 };
    const lists = closedWith(t, await startVendorLists(settings, { ...muteLog, warn: t.fail }));
    t.ok(has(lists, 5));
    t.ok(await until(() => has(lists, 7)));
    t.notOk(
      source.asked.some((url) => /vendor-list\.json$|-v4\.json$/.test(url)),
      'neither the newest list nor older ones are fetched at the start',
    );
  },
);

/** Whether a start with lists from `url` does not take the two seconds for which it may wait; tried again, as the machine may pause for as long. */
function startsAtOnce(t: Test, url: string): Promise<boolean> {
  return until(async () => {
    const beginMs = performance.now();
    await startLists(t, '', url);
    return performance.now() - beginMs < 1900;
  });
}

t.test('a source without a name for the newest list, or that answers garbage, does not delay the start', async (t) => {
  const source = await startSource(t, (_, response) => response.writeHead(404).end());
  const { lists, said, warned } = await startLists(t, '', source.folder);
  t.equal(lists.current(), null);
  t.match(
    said,
    wholeLists([
      /^the newest vendor list is not available: its URL returned status 404.*; lists are fetched when consent strings refer to them$/,
    ]),
  );
  const nonsense = await startSource(t, (_, response) => response.end('<html>'));
  t.match((await startLists(t, '', nonsense.folder)).said, wholeLists([/^the newest .* its URL is not JSON; /]));
  await startLists(t, '', source.url);
  t.equal(source.asked.length, 1, 'a URL of numbered lists only is not asked for the newest');
  for (const url of [source.folder, nonsense.folder, source.url]) t.ok(await startsAtOnce(t, url), url);
  lists.want(listKey(3, 100));
  t.ok(await until(() => warned.length === 1), 'that no list is in use is a warning');
});

t.test('a source that hangs delays the start by two seconds; its late answer is used', async (t) => {
  const hanging: ServerResponse[] = [];
  const source = await startSource(t, (_, response) => void hanging.push(response));
  const begin = performance.now();
  const { lists, said } = await startLists(t, '', source.folder);
  t.ok(performance.now() - begin > 1900);
  t.equal(lists.current(), null);
  hanging[0]?.end(listText(12));
  t.ok(await until(() => has(lists, 12)));
  t.equal(said[0], 'vendor list v3/12 is in use');
});
