/** Vendor lists from a real source over HTTP: what is fetched, when, and what is said (decisions, 'Privacy'; issue 4, item 3). */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { listKey } from '../../src/privacy/tc-string.ts';
import { startBidders } from '../support/bidders.ts';
import { testFolder } from '../support/folder.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { has, listText, startLists, startSource, upTo, vendors } from './list-source.ts';
import { consentString, vendorListJson } from '../privacy/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

// Most of the time goes by in waiting.
t.jobs = 4;

t.test('a list that a consent string names is fetched, and then all that are newer', async (t) => {
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
    await until(() => said.some((text) => text.includes('v3/13 is not to be had: its URL answered status 404'))),
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
  lists.want(listKey(3, 13));
  lists.want(listKey(3, 4000));
  lists.want(listKey(3, 0));
  await sleep(100);
  t.equal(source.asked.length, 4, 'what was not there is not asked for again at once, and made-up numbers never');
});

t.test('a source that is down or talks nonsense changes nothing', async (t) => {
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
    t.match(said, wholeLists([/^vendor list v3\/6 is not to be had: its URL /]));
    t.ok(has(lists, 5), 'the list on disk serves on');
    t.notOk(has(lists, 6));
    const files = ['list.json', 'v3', 'v3/vendor-list-v6.json.none'];
    t.ok(await until(() => readdirSync(dir, { recursive: true }).length === files.length), 'the lock is gone');
    t.strictSame(readdirSync(dir, { recursive: true }).toSorted(), files, 'nothing half-written, no lock');
  }
});

t.test(
  'a source that brings none at all is a warning that names the setting, the next list that is not yet there is none',
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
        /^vendor list v3\/6 is not to be had: .* 404.*; without any list.*correct privacy\.gdpr\.vendorListUrl/,
      ]),
    );
    lists.want(listKey(3, 5));
    t.ok(await until(() => has(lists, 5)), 'one that is there');
    const again = await startLists(t, testFolder(t), source.url);
    again.lists.want(listKey(3, 5));
    t.ok(await until(() => again.said.some((text) => /v3\/6 is not to be had/.test(text))), 'the next one');
    t.strictSame(again.warned, []);
  },
);

t.test('a source that answers every version is not followed without end', async (t) => {
  const source = await startSource(
    t,
    upTo(() => Infinity),
  );
  const { lists, said, warned } = await startLists(t, '', source.url);
  lists.want(listKey(3, 11));
  t.ok(await until(() => warned.length > 0), 'it is told');
  t.match(
    warned,
    wholeLists([/^privacy\.gdpr\.vendorListUrl has brought 200 newer vendor lists .* v3\/210: .* does not exist$/]),
  );
  lists.want(listKey(3, 211));
  lists.want(listKey(3, 10));
  t.ok(await until(() => has(lists, 10)), 'older ones are still to be had');
  t.equal(source.asked.length, 201, 'newer ones are not asked for');
  t.equal(said.length, 202);
});

t.test('the next look of the schedule goes on where the last one left off', async (t) => {
  const source = await startSource(
    t,
    upTo(() => Infinity),
  );
  const { lists } = await startLists(t, '', source.url, 2);
  lists.want(listKey(3, 1));
  t.ok(await until(() => has(lists, 201)));
});

t.test('the schedule finds what others put on disk, and what the source has new', async (t) => {
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

t.test('without a folder lists live in memory; a folder that cannot be used is named', async (t) => {
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

t.test('through the service, with threads: a missing list is fetched and the next auction has it', async (t) => {
  const source = await startSource(
    t,
    upTo(() => 9),
  );
  const ask = await startAuctions(t, source.url);
  t.strictSame(await ask(), [], 'not called while the list is unknown');
  t.ok(await until(async () => (await ask()).join() === 'me'), 'with its ids once the list is here');
});

t.test(
  'through the service: where the source names its newest list, the first auction under GDPR has bidders',
  async (t) => {
    const source = await startSource(t, (version, response) =>
      Number.isNaN(version) ? response.end(listText(9)) : response.writeHead(404).end(),
    );
    const ask = await startAuctions(t, source.folder);
    t.strictSame(await ask(), ['me']);
  },
);

/** A service that takes its lists from `vendorListUrl`; the function gives the user ids of the calls of one auction whose consent names list 9. */
async function startAuctions(t: Test, vendorListUrl: string): Promise<() => Promise<(string | undefined)[]>> {
  const bidders = await startBidders(t);
  const service = await startService(t, {
    workers: 1,
    bidders: { bidderA: { endpoint: bidders.endpoint('bidderA'), gvlVendorId: 7 } },
    privacy: { gdpr: { vendorListUrl } },
  });
  const consent = consentString(vendorListJson(9, vendors), { purposes: [1, 2], vendors: [7] });
  const imp = [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { bidderA: {} } } } }];
  const request = {
    id: 'r1',
    imp,
    site: { page: 'https://p.example/' },
    regs: { gdpr: 1 },
    user: { consent, id: 'me' },
  };
  return async () => {
    bidders.forget();
    const response = await fetch(`${service.url}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(request) });
    await response.text();
    return bidders.received('bidderA').map(({ body }) => (body as { user: { id?: string } }).user.id);
  };
}
