/** `GET /event` over a real socket, and the events that analytics get. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { checkAccount } from '../../src/config/account.ts';
import { EventAccounts } from '../../src/http/event-accounts.ts';
import { readAccount, type AccountRules } from '../../src/stored/accounts.ts';
import { CachedStore } from '../../src/stored/cached-store.ts';
import { testFolder } from '../support/folder.ts';
import { startService } from '../support/service.ts';
import { wholeLists } from '../support/whole-lists.ts';

const folder = testFolder(t);
const path = join(folder, 'events.ndjson');
const denied = { allowActivities: { reportAnalytics: { default: false } } };
const service = await startService(
  t,
  { analytics: { file: { path } } },
  {
    accounts: {
      on: { events: { enabled: true } },
      off: { events: { enabled: false } },
      gone: { disabled: true, events: { enabled: true } },
      broken: { events: { enabled: 'yes' } },
      torn: [],
      private: { events: { enabled: true }, privacy: denied },
    },
  },
);

const get = (query: string): Promise<Response> => fetch(`${service.url}/event?${query}`);

t.test('a valid event is answered with the image or the empty body that it asks for', async (t) => {
  const image = await get('t=win&b=b1&a=on&aid=r%201&ts=1700000000000&bidder=bidderA&f=i&int=web-1');
  t.equal(image.status, 200);
  t.equal(image.headers.get('content-type'), 'image/png');
  t.match(image.headers.get('cache-control'), /no-store/);
  const bytes = Buffer.from(await image.arrayBuffer());
  t.equal(bytes.subarray(1, 4).toString(), 'PNG');
  const beacon = await get('t=imp&b=b1&a=on&f=b&int=');
  t.equal(beacon.status, 200);
  t.equal(await beacon.text(), '');
  t.equal((await get('t=vast&vtype=midPoint&b=b1&a=on')).status, 200);
});

const faulty: [query: string, fault: string][] = [
  ['b=1&a=on', 't must be win, imp or vast: say which event this is'],
  ['t=Win&b=1&a=on', 't must be win, imp or vast: say which event this is'],
  ['t=win&a=on', 'b is missing: name the bid'],
  ['t=win&b=%20&a=on', 'b is missing: name the bid'],
  ['t=win&b=1&a=on&ts=1.5', 'ts must be a whole number of milliseconds'],
  ['t=win&b=1&a=on&ts=9999999999999999', 'ts must be a whole number of milliseconds'],
  ['t=win&b=1&a=on&f=x', 'f must be b for a beacon or i for an image'],
  ['t=win&b=1&a=on&x=2', 'x must be 0 or 1'],
  ['t=win&b=1&a=on&int=a%20b', 'int must be at most 64 letters, digits, "-" and "_"'],
  [`t=win&b=1&a=on&int=${'x'.repeat(65)}`, 'int must be at most 64 letters, digits, "-" and "_"'],
  [
    't=vast&b=1&a=on',
    'vtype must be one of start, firstQuartile, midPoint, thirdQuartile, complete with t=vast, and absent otherwise',
  ],
  [
    't=win&vtype=start&b=1&a=on',
    'vtype must be one of start, firstQuartile, midPoint, thirdQuartile, complete with t=vast, and absent otherwise',
  ],
];

t.test('an invalid event is refused with 400 and every fault', async (t) => {
  for (const [query, fault] of faulty) {
    const answer = await get(query);
    t.equal(answer.status, 400, query);
    t.equal(await answer.text(), `Invalid request: ${fault}\n`);
  }
  const all = await (await get('f=x&x=x')).text();
  t.equal(all.split('\n').length, 5, 'four faults');
});

t.test("an invalid account is reported to the host's log", async (t) => {
  const told: string[] = [];
  const accountRules: AccountRules = {
    required: false,
    defaults: {},
    check: checkAccount,
    tellFaults: (id, faults) => told.push(`${id}: ${faults.join()}`),
  };
  const store = { fetch: () => Promise.resolve([Buffer.from('{"disabld":true}')]) };
  const kept = { maxBytes: 1e6, ttlMs: 1e6, timeoutMs: 1000, read: readAccount(accountRules) };
  const accounts = new EventAccounts({
    accounts: new CachedStore(store, kept),
    accountRules,
    privacy: {},
    hasEvents: true,
  });
  await t.rejects(accounts.find('odd'), { name: 'RequestError', status: 500 });
  t.match(told, wholeLists([/^odd: disabld is not a setting/]));
});

t.test('an event of an account without events is refused with 401', async (t) => {
  t.equal((await get('t=win&b=1')).status, 401, 'no account named');
  t.equal((await get('t=win&b=1&x=0')).status, 401, 'nor where nothing is reported');
  t.equal((await get('t=win&b=1&a=off')).status, 401);
  t.equal((await get('t=win&b=1&a=gone')).status, 401, 'disabled');
  t.equal((await get('t=win&b=1&a=unknown')).status, 401, 'the host has events disabled');
  t.equal((await get(`t=win&b=1&a=${'x'.repeat(1000)}`)).status, 401);
  t.equal((await get('t=win&b=1&a=..%2Fon')).status, 401);
  t.equal((await get('t=win&b=1&a=broken')).status, 500, 'invalid settings');
  t.equal((await get('t=win&b=1&a=torn')).status, 500, 'unreadable settings');
  t.equal((await get('t=win&b=1&a=off&x=0')).status, 200, 'an event that is not counted needs no account');
});

t.test('the answer does not reflect the request', async (t) => {
  for (const query of ['t=%3Cscript%3E&b=%3Cscript%3E', 't=win&b=1&a=%3Cscript%3E', 't=win&b=1&a=on&int=%0D%0AX-A:1']) {
    const answer = await get(query);
    t.notMatch(await answer.text(), /script|X-A/);
    t.equal(answer.headers.get('x-a'), null);
  }
});

t.test('each counted event is one line in the file, and no other is', async (t) => {
  t.equal((await get('t=win&b=b2&a=private')).status, 200, 'an account that forbids reports to analytics');
  t.equal((await get('t=win&b=b3&a=on&x=0')).status, 200);
  t.equal((await fetch(`${service.url}/event?t=win&b=b4&a=on`, { method: 'HEAD' })).status, 200);
  await service.stop();
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as object);
  const time = { timestamp: Number };
  t.match(lines[0], { ...time, kind: 'notification', type: 'win', bidId: 'b1', account: 'on', bidder: 'bidderA' });
  t.match(lines[0], { auctionId: 'r 1', auctiontimestamp: 1700000000000, integration: 'web-1' });
  t.match(lines[1], { ...time, kind: 'notification', type: 'imp', bidId: 'b1', account: 'on' });
  t.strictSame(
    Object.keys(lines[1]!),
    ['kind', 'timestamp', 'type', 'bidId', 'account'],
    'unknown members are left out',
  );
  t.match(lines[2], { type: 'vast', vtype: 'midPoint' });
  t.equal(lines.length, 3);
});

t.test('with events enabled by the host every account has them, unless accounts are required', async (t) => {
  const open = await startService(
    t,
    { events: { enabled: true } },
    { accounts: { off: { events: { enabled: false } } } },
  );
  t.equal((await fetch(`${open.url}/event?t=win&b=1&a=anybody`)).status, 200);
  t.equal((await fetch(`${open.url}/event?t=win&b=1&a=off`)).status, 401);
  const strict = await startService(t, { events: { enabled: true }, accounts: { required: true } });
  t.equal((await fetch(`${strict.url}/event?t=win&b=1&a=anybody`)).status, 401);
});

t.test('an event is answered with 500 when the account store fails', async (t) => {
  // A folder stands where the account's file should.
  const broken = await startService(t, {}, { accounts: { 'p1.json/x': {} } });
  t.equal((await fetch(`${broken.url}/event?t=win&b=1&a=p1`)).status, 500);
  t.equal((await fetch(`${broken.url}/event?t=win&b=1&a=p1&x=0`)).status, 200, 'the store is not needed');
});
