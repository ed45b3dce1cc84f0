/** What analytics are told by a running service: every kind of event, through both modules, and nothing of the user. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { startBidders } from '../support/bidders.ts';
import { testFolder } from '../support/folder.ts';
import { startService } from '../support/service.ts';
import { startCollector } from './collector.ts';
import { wholeLists } from '../support/whole-lists.ts';

const bidders = await startBidders(t);
const folder = testFolder(t);

const bid = {
  id: 'b1',
  impid: 'i1',
  price: 1.5,
  crid: 'c1',
  adm: '<b>ad</b>',
  adomain: ['shop.example'],
  w: 300,
  h: 250,
};
bidders.answer('bidderA', { body: { id: 'x', seatbid: [{ bid: [bid] }] } });
bidders.answer('bidderB', { status: 500 });

const imp = { id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { bidderA: {}, bidderB: {} } } } };
const request = {
  id: 'r1',
  imp: [imp],
  site: { page: 'https://news.example/', publisher: { id: 'p1' } },
  user: { id: 'secret-user', ext: { eids: [{ source: 's.example', uids: [{ id: 'secret-eid' }] }] } },
  device: { ip: '203.0.113.9', ifa: 'secret-ifa', geo: { lat: 48.123456, lon: 2 } },
  mine: { any: 'thing' },
  ext: { svc: { integration: 'web', channel: { name: 'pbjs', version: '9' }, auctiontimestamp: 1700000000000 } },
};

interface Line {
  readonly kind: string;
  readonly [member: string]: unknown;
}

interface Told {
  readonly file: Line[];
  readonly http: Line[];
}

/** Starts a service with both modules, lets `use` use it, ends it, and gives what each module has delivered. */
async function told(
  t: Test,
  settings: object,
  use: (url: string) => Promise<void>,
  accounts: object = {},
): Promise<Told> {
  const collector = await startCollector(t);
  const path = join(folder, `${t.name.replaceAll(/\W/g, '-')}.ndjson`);
  const analytics = {
    file: { path },
    http: { url: collector.url },
    ...('analytics' in settings && (settings.analytics as object)),
  };
  const codes = ['bidderA', 'bidderB'];
  const all = Object.fromEntries(codes.map((code) => [code, { endpoint: bidders.endpoint(code), ...sync(code) }]));
  const stored = {
    accounts: accounts as { [id: string]: unknown },
    requests: { page: { id: 'r1', imp: [imp], site: { id: 's1' } } },
  };
  const service = await startService(t, { bidders: all, ...settings, analytics }, stored);
  await use(service.url);
  // What waits for the collector is sent at the end.
  await service.stop();
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return {
    file: lines.map((line) => JSON.parse(line) as Line),
    http: collector.posts.flatMap(({ lines }) => lines as Line[]),
  };
}

function sync(code: string): object {
  return {
    userSync: { redirect: { url: `https://${code.toLowerCase()}.example/?r={{.RedirectURL}}`, userMacro: '$UID' } },
  };
}

const auction = (url: string, body: unknown = request): Promise<Response> =>
  fetch(`${url}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(body) });

t.test('an auction, with and without a pool', async (t) => {
  for (const workers of [0, 1]) {
    const { file, http } = await told(t, { workers }, async (url) => {
      const answer = await auction(url);
      t.equal(answer.status, 200);
      t.notMatch(await answer.text(), /"report"|"kind"/, 'the answer has nothing of it');
    });
    t.same(http, file.slice(-1), 'both modules are told the same');
    const [line] = http;
    t.match(
      line,
      wholeLists({
        kind: 'auction',
        timestamp: Number,
        status: 200,
        account: 'p1',
        integration: 'web',
        channel: { name: 'pbjs', version: '9' },
        auctiontimestamp: 1700000000000,
        cur: 'USD',
        seatnonbid: [{ seat: 'bidderB', nonbid: [{ impid: 'i1', statuscode: 102 }] }],
        errors: { bidderB: [3] },
        responsetimemillis: { bidderA: Number, bidderB: Number },
      }),
    );
    t.same(line!['bids'], [
      {
        bidder: 'bidderA',
        impid: 'i1',
        type: 'banner',
        price: 1.5,
        origbidcpm: 1.5,
        origbidcur: 'USD',
        won: true,
        id: 'b1',
        crid: 'c1',
        adomain: ['shop.example'],
        w: 300,
        h: 250,
      },
    ]);
    t.match(line!['request'], { id: 'r1', mine: { any: 'thing' }, site: { page: 'https://news.example/' } });
    t.notMatch(JSON.stringify(line), /secret|203\.0|48\.1/, 'nothing of the user');
  }
});

t.test('a bid with an id of this host is told with it, as its events are', async (t) => {
  const settings = { auction: { generateBidId: true }, events: { enabled: true } };
  const { file } = await told(t, settings, async (url) => {
    const svc = { ...request.ext.svc, events: {} };
    const answer = await auction(url, { ...request, ext: { svc } });
    const { seatbid } = (await answer.json()) as {
      seatbid: { bid: { ext: { svc: { events: { win: string } } } }[] }[];
    };
    const win = new URL(seatbid[0]!.bid[0]!.ext.svc.events.win);
    t.equal((await fetch(`${url}${win.pathname}${win.search}`)).status, 200);
  });
  const [auctioned, won] = file;
  t.match(auctioned!['bids'], wholeLists([{ id: 'b1', bidid: /^[0-9a-f-]{36}$/ }]));
  t.equal((auctioned!['bids'] as { bidid: string }[])[0]!.bidid, won!['bidId']);
});

t.test('what the host wants to keep of users is kept only where no rule restricts the request', async (t) => {
  const { http } = await told(t, { analytics: { personalData: true } }, async (url) => {
    for (const regs of [{}, { coppa: 1 }, { gdpr: 1 }, { us_privacy: '1YYN' }]) {
      t.equal((await auction(url, { ...request, regs })).status, 200);
    }
    await auction(url, { ...request, device: { ...request.device, lmt: 1 } });
  });
  t.same(
    http.map((line) => /secret-user/.test(JSON.stringify(line))),
    [true, false, false, false, false],
  );
  t.match(http[0]!['request'], { user: { id: 'secret-user' }, device: { ip: '203.0.113.9' } });
});

async function useTwoAccounts(url: string): Promise<void> {
  await auction(url);
  await auction(url, { ...request, site: { id: 's1', publisher: { id: 'p2' } } });
  await fetch(`${url}/setuid?bidder=bidderA&uid=secret-uid&account=p1`);
}

t.test('an account says which modules are told', async (t) => {
  const rule = { condition: { componentName: ['http'] }, allow: false };
  const accounts = {
    p1: { privacy: { allowActivities: { reportAnalytics: { rules: [rule] } } } },
    p2: { privacy: { allowActivities: { reportAnalytics: { default: false } } } },
  };
  const { file, http } = await told(t, {}, useTwoAccounts, accounts);
  t.same(
    file.map(({ kind }) => kind),
    ['auction', 'setuid'],
  );
  t.same(http, []);
});

t.test('an account says who hears of its refused auctions', async (t) => {
  const accounts = {
    p1: { privacy: { allowActivities: { reportAnalytics: { default: false } } } },
    wrong: { disabld: true },
    off: { disabled: true },
    quiet: { disabled: true, privacy: { allowActivities: { reportAnalytics: { default: false } } } },
  };
  const { file } = await told(
    t,
    {},
    async (url) => {
      for (const [id, status] of [
        ['p1', 400],
        ['wrong', 500],
        ['off', 503],
        ['quiet', 503],
        ['other', 400],
      ] as const)
        t.equal((await auction(url, { id: 'r1', site: { publisher: { id } } })).status, status);
      t.equal((await auction(url, '{')).status, 400);
    },
    accounts,
  );
  // Whether an account is told of is found out behind the answer: lines may overtake each other.
  const ends = file.map(({ kind, status }) => `${kind} ${status}`);
  t.same(ends.toSorted(), ['auction 400', 'auction 400', 'auction 503']);
  t.match(
    file,
    wholeLists([
      { kind: 'auction', status: 503, account: 'off' },
      { kind: 'auction', status: 400, account: 'other' },
      { kind: 'auction', status: 400, account: '' },
    ]),
  );
  t.equal(file.length, 3);
});

t.test('AMP, refusals and syncs', async (t) => {
  const { file } = await told(t, { userSync: { coopSync: true } }, async (url) => {
    t.equal((await fetch(`${url}/openrtb2/amp?tag_id=page&account=p1&adc=secret-adc`)).status, 200);
    t.equal((await fetch(`${url}/openrtb2/amp`)).status, 400);
    t.equal((await auction(url, { id: 'r1' })).status, 400);
    const body = JSON.stringify({ bidders: ['bidderA'], limit: 1, coopSync: false });
    t.equal((await fetch(`${url}/cookie_sync`, { method: 'POST', body })).status, 200);
    t.equal((await fetch(`${url}/cookie_sync`, { method: 'POST', body: '{' })).status, 400);
    t.equal((await fetch(`${url}/setuid?bidder=bidderA&uid=secret-uid`)).status, 200);
    t.equal((await fetch(`${url}/setuid?bidder=nobody&uid=secret-uid`)).status, 400);
  });
  t.match(
    file,
    wholeLists([
      {
        kind: 'amp',
        status: 200,
        account: 'p1',
        channel: { name: 'amp' },
        request: { ext: { svc: { amp: { data: { tag_id: 'page' } } } } },
      },
      { kind: 'amp', status: 400, faults: ['tag_id is missing: name the stored request of the page'] },
      { kind: 'auction', status: 400, faults: [/imp/, /site/] },
      { kind: 'cookie_sync', status: 200, bidders: ['bidderA'] },
      { kind: 'cookie_sync', status: 400, bidders: [] },
      { kind: 'setuid', status: 200, bidder: 'bidderA' },
      { kind: 'setuid', status: 400, bidder: 'nobody' },
    ]),
  );
  t.notMatch(JSON.stringify(file), /secret/);
});

const quietWith = (rule: object): object => ({ privacy: { allowActivities: { reportAnalytics: rule } } });

t.test('of syncs, what was asked is told, and an account says who hears of it', async (t) => {
  const accounts = {
    quiet: quietWith({ default: false }),
    careful: quietWith({ rules: [{ condition: { gpc: '1' }, allow: false }] }),
    wrong: { disabld: true },
  };
  const { file } = await told(
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
  // Whether an account is told of is found out behind the answer: lines may overtake each other.
  t.same(
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

t.test('a collector that hangs and a full disk cost no auction', async (t) => {
  const collector = await startCollector(t);
  collector.status = 0;
  const analytics = { file: { path: '/dev/full' }, http: { url: collector.url, batchSize: 1, maxQueued: 3 } };
  const settings = {
    bidders: { bidderA: { endpoint: bidders.endpoint('bidderA') } },
    analytics,
    log: { level: 'silent' },
  };
  const service = await startService(t, settings);
  const one = { ...request, imp: [{ ...imp, ext: { svc: { bidder: { bidderA: {} } } } }] };
  for (let n = 0; n < 20; n++) {
    const answer = (await (await auction(service.url, one)).json()) as { seatbid: unknown[] };
    t.equal(answer.seatbid.length, 1);
  }
});
