/** An account's rules decide which analytics modules get its events (implementation A 7, reportAnalytics). */
import { createServer } from 'node:http';
import t from 'tap';
import { listening } from '../support/listening.ts';
import { auction, request, deliveredLines } from './delivered-lines.ts';

async function useTwoAccounts(url: string): Promise<void> {
  await auction(url);
  await auction(url, { ...request, site: { id: 's1', publisher: { id: 'p2' } } });
  await fetch(`${url}/setuid?bidder=bidderA&uid=secret-uid&account=p1`);
}

t.test('an account may exclude one module or all from its events', async (t) => {
  const rule = { condition: { componentName: ['http'] }, allow: false };
  const accounts = {
    p1: { privacy: { allowActivities: { reportAnalytics: { rules: [rule] } } } },
    p2: { privacy: { allowActivities: { reportAnalytics: { default: false } } } },
  };
  const { file, http } = await deliveredLines(t, {}, useTwoAccounts, accounts);
  t.strictSame(
    file.map(({ kind }) => kind),
    ['auction', 'setuid'],
  );
  t.strictSame(http, []);
});

t.test("an account's rules also hold for its rejected auctions", async (t) => {
  const accounts = {
    p1: { privacy: { allowActivities: { reportAnalytics: { default: false } } } },
    wrong: { disabld: true },
    off: { disabled: true },
    quiet: { disabled: true, privacy: { allowActivities: { reportAnalytics: { default: false } } } },
  };
  const { file } = await deliveredLines(
    t,
    {},
    async (url) => {
      for (const [id, status] of [
        ['p1', 400],
        ['wrong', 500],
        ['off', 503],
        ['quiet', 503],
        ['other', 400],
        ['x'.repeat(300), 400],
      ] as const)
        t.equal((await auction(url, { id: 'r1', site: { publisher: { id } } })).status, status);
      t.equal((await auction(url, '{')).status, 400);
    },
    accounts,
  );
  // The account's rules are read after the answer: lines may overtake each other.
  const ends = file.map(({ kind, status, account }) => `${kind} ${status} ${account}`);
  const long = `auction 400 ${'x'.repeat(255)}`;
  t.strictSame(ends.toSorted(), ['auction 400 ', 'auction 400 other', long, 'auction 503 off']);
});

const quietWith = (rule: object): object => ({ privacy: { allowActivities: { reportAnalytics: rule } } });

t.test("a sync event has the bidders asked for, and an account's rules hold for it", async (t) => {
  const accounts = {
    quiet: quietWith({ default: false }),
    careful: quietWith({ rules: [{ condition: { gpc: '1' }, allow: false }] }),
    wrong: { disabld: true },
  };
  const { file } = await deliveredLines(
    t,
    {},
    async (url) => {
      const ask = async (account: string, headers: Record<string, string>, status: number): Promise<void> => {
        const body = JSON.stringify({ bidders: ['bidderA'], account });
        t.equal((await fetch(`${url}/cookie_sync`, { method: 'POST', headers, body })).status, status);
        const path = `setuid?bidder=bidderA&uid=u&account=${account}`;
        t.equal((await fetch(`${url}/${path}`, { headers })).status, status);
      };
      await ask('', { cookie: `uids=${Buffer.from('{"optout":true}').toString('base64url')}` }, 401);
      await ask('quiet', {}, 200);
      await ask('careful', { 'sec-gpc': '1' }, 200);
      await ask('careful', {}, 200);
      await ask('wrong', {}, 400);
      t.equal((await fetch(`${url}/setuid?bidder=${'b'.repeat(65)}`)).status, 400);
    },
    accounts,
  );
  // The account's rules are read after the answer: lines may overtake each other.
  t.strictSame(
    file.map(({ kind, status, bidders = [], bidder = '' }) => [kind, status, bidders, bidder].join(' ')).toSorted(),
    [
      'cookie_sync 200 bidderA ',
      'cookie_sync 401  ',
      'setuid 200  bidderA',
      `setuid 400  ${'b'.repeat(64)}`,
      'setuid 401  bidderA',
    ],
  );
});

t.test('an account that cannot be read is asked for once; its auction is reported without an account', async (t) => {
  const asked: string[] = [];
  const source = createServer(({ url = '' }, response) => {
    if (url.includes('p1')) asked.push(url);
    response.writeHead(500).end();
  });
  const stored = { source: 'http', url: `http://127.0.0.1:${await listening(t, source)}/`, dir: null };
  const { file } = await deliveredLines(t, { stored }, async (url) => {
    t.equal((await auction(url)).status, 503);
    t.equal((await auction(url, '{')).status, 400);
  });
  t.equal(asked.length, 1, asked.join());
  t.match(file[0], { kind: 'auction', status: 503, account: '', faults: [/^stored data cannot be read now/] });
});
