/** Invalid stored accounts: the log, and the answer to clients (issue 7). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { checkAccount } from '../../src/config/account.ts';
import { findAccount, readAccount, type AccountRules } from '../../src/stored/accounts.ts';
import { CachedStore } from '../../src/stored/cached-store.ts';
import { openStored } from '../../src/stored/open-stored.ts';
import { accountFaults } from '../../src/stored/stored-faults.ts';
import { muteLog } from './mute-log.ts';
import { testFolder } from '../support/folder.ts';
import { wholeLists } from '../support/whole-lists.ts';

t.test('the log has the account and its faults; the client learns only that it is wrong', async (t) => {
  const reported: unknown[] = [];
  const rules: AccountRules = {
    required: false,
    defaults: {},
    check: checkAccount,
    tellFaults: (id, faults) => reported.push([id, ...faults]),
  };
  const text = Buffer.from('{"disabld":true,"debugAllowed":7}');
  const accounts = new CachedStore(
    { fetch: () => Promise.resolve([text]) },
    { maxBytes: 1e6, ttlMs: 1e6, timeoutMs: 1000, read: readAccount(rules) },
  );
  await t.rejects(findAccount({ id: 'odd', lastAtMs: Infinity }, { accounts, accountRules: rules }), {
    name: 'RequestError',
    status: 500,
    faults: ['the settings of account "odd" are invalid: ask this host to fix them'],
  });
  t.match(reported, wholeLists([['odd', /disabld is not a setting: did you mean disabled\?/, /debugAllowed/]]));
});

t.test('an account that is no object or nests too deeply is disabled with a fault', async (t) => {
  const rules: AccountRules = { required: false, defaults: {}, check: checkAccount };
  const read = readAccount(rules);
  for (const text of ['', '[]', `{"ext":${'['.repeat(50_000)}${']'.repeat(50_000)}}`])
    t.match(
      read('accounts', Buffer.from(text)),
      wholeLists({
        disabled: true,
        faults: [/not a JSON object of at most 512 levels/],
      }),
    );
});

t.test('null members are removed, also in objects of lists', async (t) => {
  const read = readAccount({ required: false, defaults: {}, check: checkAccount });
  const text = '{"privacy":{"allowActivities":{"syncUser":{"rules":[{"condition":{"gpc":null},"allow":false}]}}}}';
  const account = read('accounts', Buffer.from(text));
  t.strictSame(account.faults, []);
  t.equal(account.text, text.replace('"gpc":null', ''));
});

t.test('a number of twenty digits is out of range', async (t) => {
  const read = readAccount({ required: false, defaults: {}, check: checkAccount });
  const { faults } = read('accounts', Buffer.from('{"cache":{"bannerTtlSeconds":10000000000000000001}}'));
  t.match(faults, [/^cache\.bannerTtlSeconds must be a whole number from 0 to /]);
});

t.test('each account is logged once a minute, at most twenty, and the rest is counted', async (t) => {
  let nowMs = 0;
  const lines: [object, string][] = [];
  const tell = accountFaults({ warn: (facts, text) => void lines.push([facts, text]) }, () => nowMs);
  for (let times = 0; times < 100; times++) tell('odd', ['f']);
  t.match(lines, wholeLists([[{ account: 'odd', faults: ['f'] }, /a stored account is invalid/]]));
  for (let at = 0; at < 100; at++) tell(`a${at}`, ['f']);
  t.equal(lines.length, 20);
  nowMs = 60_000;
  tell('odd', ['f']);
  t.match(
    lines.slice(20),
    wholeLists([
      [{ leftOut: 81 }, /more stored accounts/],
      [{ account: 'odd' }, /invalid/],
    ]),
  );
});

t.test('setting the system clock does not repeat the log line of an account', async (t) => {
  const clock = Date.now;
  let aheadMs = 0;
  Date.now = () => clock() + aheadMs;
  t.teardown(() => void (Date.now = clock));
  const dir = testFolder(t);
  mkdirSync(join(dir, 'accounts'));
  writeFileSync(join(dir, 'accounts', 'odd.json'), '{"disabld":true}');
  const reported: string[] = [];
  const log = { ...muteLog, warn: (_: object, text: string) => void reported.push(text) };
  const bounds = { timeoutMs: 10_000, ttlSeconds: 30, maxBytes: 1e7, connections: 1 };
  const stored = { source: 'files', dir, url: '', ...bounds } as const;
  const { accounts, accountRules, close } = await openStored(
    { stored, accounts: { required: false, defaults: {} } },
    { read: () => ({}), log },
  );
  t.teardown(close);
  for (; aheadMs < 3 * 3_600_000; aheadMs += 3_600_000)
    await t.rejects(findAccount({ id: 'odd', lastAtMs: Infinity }, { accounts, accountRules }), {
      name: 'RequestError',
      status: 500,
    });
  t.strictSame(reported, ['a stored account is invalid: its requests are rejected until it is fixed']);
});

t.test('an account has a floorFetch if its floors and dynamic data are on', async (t) => {
  const read = readAccount({ required: false, defaults: {}, check: checkAccount });
  const fetch = { url: 'https://floors.example/p1.json' };
  const fetched = (more: object) =>
    read('accounts', Buffer.from(JSON.stringify({ priceFloors: { fetch, ...more } }))).floorFetch;
  t.strictSame(fetched({ enabled: true }), fetch);
  t.equal(fetched({}), undefined);
  t.equal(fetched({ enabled: false }), undefined);
  t.equal(fetched({ enabled: true, useDynamicData: false }), undefined);
});
