/** What a host's log says of stored accounts that are wrong, and what their clients see (issue 7). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { checkAccount } from '../../src/config/account.ts';
import { findAccount, readAccount, type AccountRules } from '../../src/stored/accounts.ts';
import { CachedStore } from '../../src/stored/cached-store.ts';
import { openStored } from '../../src/stored/open-stored.ts';
import { accountFaults } from '../../src/stored/stored-faults.ts';
import { testFolder } from '../support/folder.ts';
import { wholeLists } from '../support/whole-lists.ts';

t.test('the log names the account and its faults; the client hears only that it is wrong', async (t) => {
  const told: unknown[] = [];
  const rules: AccountRules = {
    required: false,
    defaults: {},
    check: checkAccount,
    tellFaults: (id, faults) => told.push([id, ...faults]),
  };
  const text = Buffer.from('{"disabld":true,"debugAllowed":7}');
  const accounts = new CachedStore(
    { fetch: () => Promise.resolve([text]) },
    { maxBytes: 1e6, ttlMs: 1e6, timeoutMs: 1000, read: readAccount(rules) },
  );
  await t.rejects(findAccount({ id: 'odd', lastAtMs: Infinity }, accounts, rules), {
    name: 'RequestError',
    status: 500,
    faults: ['the settings of account "odd" are wrong: ask this host to mend them'],
  });
  t.match(told, wholeLists([['odd', /disabld is not a setting: did you mean disabled\?/, /debugAllowed/]]));
});

t.test('a text that is no object, or nests so deep that it could not be written again, is wrong', async (t) => {
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

t.test('null states nothing, in the objects of lists too', async (t) => {
  const read = readAccount({ required: false, defaults: {}, check: checkAccount });
  const text = '{"privacy":{"allowActivities":{"syncUser":{"rules":[{"condition":{"gpc":null},"allow":false}]}}}}';
  const account = read('accounts', Buffer.from(text));
  t.strictSame(account.faults, []);
  t.equal(account.text, text.replace('"gpc":null', ''));
});

t.test('a number of twenty digits is out of bounds like any other', async (t) => {
  const read = readAccount({ required: false, defaults: {}, check: checkAccount });
  const { faults } = read('accounts', Buffer.from('{"cache":{"bannerTtlSeconds":10000000000000000001}}'));
  t.match(faults, [/^cache\.bannerTtlSeconds must be a whole number from 0 to /]);
});

t.test('an account is named once a minute, twenty of them at most, and the rest counted', async (t) => {
  let nowMs = 0;
  const lines: [object, string][] = [];
  const tell = accountFaults({ warn: (facts, text) => void lines.push([facts, text]) }, () => nowMs);
  for (let times = 0; times < 100; times++) tell('odd', ['f']);
  t.match(lines, wholeLists([[{ account: 'odd', faults: ['f'] }, /a stored account is wrong/]]));
  for (let at = 0; at < 100; at++) tell(`a${at}`, ['f']);
  t.equal(lines.length, 20);
  nowMs = 60_000;
  tell('odd', ['f']);
  t.match(
    lines.slice(20),
    wholeLists([
      [{ leftOut: 81 }, /more stored accounts/],
      [{ account: 'odd' }, /wrong/],
    ]),
  );
});

t.test('a clock that is set says nothing of how long ago an account was named', async (t) => {
  const clock = Date.now;
  let aheadMs = 0;
  Date.now = () => clock() + aheadMs;
  t.teardown(() => void (Date.now = clock));
  const dir = testFolder(t);
  mkdirSync(join(dir, 'accounts'));
  writeFileSync(join(dir, 'accounts', 'odd.json'), '{"disabld":true}');
  const told: string[] = [];
  const log = { warn: (_: object, text: string) => void told.push(text), info: () => undefined };
  const bounds = { timeoutMs: 10_000, ttlSeconds: 30, maxBytes: 1e7, connections: 1 };
  const stored = { source: 'files', dir, url: '', ...bounds } as const;
  const { accounts, accountRules, close } = await openStored(
    { stored, accounts: { required: false, defaults: {} } },
    { read: () => ({}), log },
  );
  t.teardown(close);
  for (; aheadMs < 3 * 3_600_000; aheadMs += 3_600_000)
    await t.rejects(findAccount({ id: 'odd', lastAtMs: Infinity }, accounts, accountRules), {
      name: 'RequestError',
      status: 500,
    });
  t.strictSame(told, ['a stored account is wrong: its requests are refused until it is mended']);
});

t.test('floors are fetched for accounts that have them, and follow what providers make', async (t) => {
  const read = readAccount({ required: false, defaults: {}, check: checkAccount });
  const fetch = { url: 'https://floors.example/p1.json' };
  const fetched = (more: object) =>
    read('accounts', Buffer.from(JSON.stringify({ priceFloors: { fetch, ...more } }))).floorFetch;
  t.strictSame(fetched({ enabled: true }), fetch);
  t.equal(fetched({}), undefined);
  t.equal(fetched({ enabled: false }), undefined);
  t.equal(fetched({ enabled: true, useDynamicData: false }), undefined);
});
