/** Vendor lists from a source over HTTP: what is fetched, when, and what is logged (decisions, 'Privacy'; issue 4, item 3). */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { listKey } from '../../src/privacy/tc-string.ts';
import { postAuction, requestFor } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { testFolder } from '../support/folder.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { has, listText, startLists, startSource, upTo, vendors } from './list-source.ts';
import { consentString, vendorListJson } from '../privacy/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

// The tests mostly wait.
t.jobs = 4;

t.test('a wanted list is fetched, then all newer ones', async (t) => {
  const dir = testFolder(t);
  const source = await startSource(
    t,
    upTo(() => 12),
  );
  const { lists, said } = await startLists(t, dir, source.url);
  t.equal(lists.current(), null);
  lists.want(listKey(3, 10));
  lists.want(listKey(3, 10));
  t.ok(await until(() => source.asked.length === 4), 'four requests');
  t.ok(
    await until(() => said.some((text) => text.includes('v3/13 is not available: its URL returned status 404'))),
    'the end',
  );
  t.ok([10, 11, 12].every((version) => has(lists, version)));
  t.strictSame(
    source.asked,
    [10, 11, 12, 13].map((version) => `/v3/archives/vendor-list-v${version}.json`),
  );
  t.strictSame(readdirSync(join(dir, 'v3')).toSorted(), [
    ...[10, 11, 12].map((version) => `vendor-list-v${version}.json`),
    'vendor-list-v13.json.none',
  ]);
  t.equal(readFileSync(join(dir, 'v3', 'vendor-list-v10.json'), 'utf8'), listText(10));
  // Lists are requested one after the other: once the next one is, the pause after the missing one is over.
  lists.want(listKey(3, 9));
  t.ok(await until(() => has(lists, 9)));
  for (const version of [13, 4000, 0, 8]) lists.want(listKey(3, version));
  t.ok(await until(() => has(lists, 8)));
  t.strictSame(
    source.asked.slice(4),
    [9, 8].map((version) => `/v3/archives/vendor-list-v${version}.json`),
    'a missing list is not requested again at once, impossible versions never',
  );
});

t.test('a source that is down or answers garbage changes nothing', async (t) => {
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => response.destroy(),
    (response) => response.writeHead(500).end('no'),
    (response) => response.end('<html>'),
    (response) => response.end(listText(99)),
    (response) => response.writeHead(200, { 'content-length': 20e6 }).end(Buffer.alloc(20e6, ' ')),
  ];
  for (const [at, answer] of answers.entries()) {
    const dir = testFolder(t);
    writeFileSync(join(dir, 'list.json'), listText(5));
    const source = await startSource(t, (_, response) => answer(response));
    const { lists, said } = await startLists(t, dir, source.url);
    t.ok(await until(() => said.length > 0), `fault ${at}`);
    t.match(said, wholeLists([/^vendor list v3\/6 is not available: its URL /]));
    t.ok(has(lists, 5), 'the list on disk stays in use');
    t.notOk(has(lists, 6));
    const files = ['list.json', 'v3', 'v3/vendor-list-v6.json.none'];
    t.ok(await until(() => readdirSync(dir, { recursive: true }).length === files.length), 'the lock is gone');
    t.strictSame(readdirSync(dir, { recursive: true }).toSorted(), files, 'no partial file, no lock');
  }
});

t.test(
  'a source that brings no list at all is a warning that names the setting; a newer list that does not exist yet is not',
  async (t) => {
    const source = await startSource(
      t,
      upTo(() => 5),
    );
    const { lists, said, warned } = await startLists(t, testFolder(t), source.url);
    lists.want(listKey(3, 6));
    t.ok(await until(() => said.length > 0), 'the fault');
    t.match(
      warned,
      wholeLists([
        /^vendor list v3\/6 is not available: .* 404.*; without any list.*correct privacy\.gdpr\.vendorListUrl/,
      ]),
    );
    lists.want(listKey(3, 5));
    t.ok(await until(() => has(lists, 5)), 'a list that exists');
    const again = await startLists(t, testFolder(t), source.url);
    again.lists.want(listKey(3, 5));
    t.ok(
      await until(() => again.said.some((text) => /v3\/6 is not available/.test(text))),
      'the next version is missing',
    );
    t.strictSame(again.warned, []);
  },
);

t.test('a source that answers every version is followed for 200 lists only', async (t) => {
  const source = await startSource(
    t,
    upTo(() => Infinity),
  );
  const { lists, said, warned } = await startLists(t, '', source.url);
  lists.want(listKey(3, 11));
  t.ok(await until(() => warned.length > 0), 'that is a warning');
  t.match(
    warned,
    wholeLists([/^privacy\.gdpr\.vendorListUrl has returned 200 newer vendor lists .* v3\/210: .* do not exist$/]),
  );
  lists.want(listKey(3, 211));
  lists.want(listKey(3, 10));
  t.ok(await until(() => has(lists, 10)), 'an older list is still fetched');
  t.equal(source.asked.length, 201, 'newer ones are not requested');
  t.equal(said.length, 202);
});

t.test('the next scheduled check continues where the last one stopped', async (t) => {
  const source = await startSource(
    t,
    upTo(() => Infinity),
  );
  const { lists } = await startLists(t, '', source.url, 2);
  lists.want(listKey(3, 1));
  t.ok(await until(() => has(lists, 201)));
});

t.test('the scheduled check finds lists that others put on disk, and new ones of the source', async (t) => {
  const dir = testFolder(t);
  let newest = 5;
  const source = await startSource(
    t,
    upTo(() => newest),
  );
  const { lists } = await startLists(t, dir, source.url, 1);
  writeFileSync(join(dir, 'new.json'), listText(5));
  t.ok(await until(() => has(lists, 5)), 'the file');
  t.ok(await until(() => source.asked.length > 0), 'the source has no newer one yet');
  newest = 6;
  t.ok(await until(() => has(lists, 6)), 'the new list');
});

t.test('without a folder lists are kept in memory; an unusable folder fails the start and is named', async (t) => {
  const source = await startSource(
    t,
    upTo(() => 3),
  );
  const { lists } = await startLists(t, '', source.url);
  lists.want(listKey(3, 3));
  t.ok(await until(() => has(lists, 3)), 'the list');
  const file = join(testFolder(t), 'file');
  writeFileSync(file, 'x');
  for (const path of [file, '/proc/gavel']) {
    const message = /^privacy\.gdpr\.vendorListDir .* cannot be used \((?:EEXIST|ENOENT)\)/;
    await t.rejects(startLists(t, path, ''), { message });
  }
});

t.test('without a source no list is requested, so none is reported missing', async (t) => {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'v3'));
  writeFileSync(join(dir, 'v3', 'vendor-list-v3.json'), listText(3));
  const { lists, said } = await startLists(t, dir, '');
  t.ok(has(lists, 3));
  lists.want(listKey(3, 2));
  await sleep(500);
  t.strictSame(said, []);
});

t.test('through the service with worker threads a missing list is fetched for a later auction', async (t) => {
  const source = await startSource(
    t,
    upTo(() => 9),
  );
  const ask = await startAuctions(t, source.url);
  t.strictSame(await ask(), [], 'no bidder is called while the list is unknown');
  t.ok(await until(async () => (await ask()).join() === 'me'), 'called with the user id once the list is there');
});

t.test(
  'through the service the first auction under GDPR calls its bidder, where the source has a name for its newest list',
  async (t) => {
    const source = await startSource(t, (version, response) =>
      Number.isNaN(version) ? response.end(listText(9)) : response.writeHead(404).end(),
    );
    const ask = await startAuctions(t, source.folder);
    t.strictSame(await ask(), ['me']);
  },
);

/** Starts a service with `vendorListUrl`; the function runs an auction whose consent names list 9, and gives the user ids sent to the bidder. */
async function startAuctions(t: Test, vendorListUrl: string): Promise<() => Promise<(string | undefined)[]>> {
  const bidders = await startBidders(t);
  const service = await startService(t, {
    workers: 1,
    bidders: { bidderA: { endpoint: bidders.endpoint('bidderA'), gvlVendorId: 7 } },
    privacy: { gdpr: { vendorListUrl } },
  });
  const consent = consentString(vendorListJson(9, vendors), { purposes: [1, 2], vendors: [7] });
  const request = requestFor({ bidderA: {} }, { regs: { gdpr: 1 }, user: { consent, id: 'me' } });
  return async () => {
    bidders.forget();
    const response = await postAuction(service.url, request);
    await response.text();
    return bidders.received('bidderA').map(({ body }) => (body as { user: { id?: string } }).user.id);
  };
}
