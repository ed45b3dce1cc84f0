/** Which bidders `/cookie_sync` chooses, and in which order (spec 4.2; implementation A 4; decisions, 'User sync'). */
import t from 'tap';
import { ask, bidders, openSync } from './sync-front.ts';
import { many, names, none, read } from './sync-answer.ts';

t.test('the limit: the request, then the account, then the host; never over the maxLimit of either', async (t) => {
  const accounts = { few: { cookieSync: { defaultLimit: 2 } }, capped: { cookieSync: { maxLimit: 3 } } };
  const { url } = await openSync(t, many(12), { accounts });
  const count = async (body: object): Promise<number> => names(await ask(`${url}/cookie_sync`, body)).length;
  t.equal(await count({}), 8, 'the default limit');
  t.equal(await count({ limit: 3 }), 3);
  t.equal(await count({ limit: 0 }), 12, 'no limit');
  t.equal(await count({ limit: -1 }), 12, 'no limit');
  t.equal(await count({ account: 'few' }), 2);
  t.equal(await count({ account: 'few', limit: 5 }), 5);
  for (const limit of [undefined, 0, 2, 9]) {
    t.equal(
      await count({ account: 'capped', limit }),
      limit === 2 ? 2 : 3,
      `maxLimit 3 of the account, limit ${limit}`,
    );
  }
  for (const maxLimit of [2, 4]) {
    const capped = await openSync(t, { ...many(12), userSync: { maxLimit } }, { accounts });
    for (const limit of [0, 2, 9]) {
      const found = names(await ask(`${capped.url}/cookie_sync`, { limit }));
      t.equal(found.length, limit === 2 ? 2 : maxLimit, `maxLimit ${maxLimit}, limit ${limit}`);
      const both = names(await ask(`${capped.url}/cookie_sync`, { limit, account: 'capped' }));
      t.equal(both.length, limit === 2 ? 2 : Math.min(3, maxLimit), `beside 3 of the account, limit ${limit}`);
    }
  }
});

t.test('coop sync: first the bidders of the request, then priority groups in order, then all others', async (t) => {
  const settings = { ...many(6), userSync: { priorityGroups: [['b4'], ['b2', 'B3']] } };
  const { url } = await openSync(t, settings, {
    accounts: { coop: { cookieSync: { coopSync: true } } },
    random: Math.random,
  });
  for (const body of [{ coopSync: true }, { account: 'coop' }]) {
    const found = names(await ask(`${url}/cookie_sync`, { ...body, bidders: ['b5'] }));
    t.equal(found.length, 6);
    t.strictSame(found.slice(0, 2), ['b5', 'b4']);
    t.strictSame(
      found
        .slice(2, 4)
        .map((name) => name.toLowerCase())
        .sort(),
      ['b2', 'b3'],
    );
    t.strictSame(found.slice(4).sort(), ['b0', 'b1']);
  }
  t.strictSame(names(await ask(`${url}/cookie_sync`, { bidders: ['b5'] })), ['b5'], 'without coop only those named');
});

t.test('coopSync of the request overrides that of the account, which overrides that of the host', async (t) => {
  const accounts = { alone: { cookieSync: { coopSync: false } }, plain: {} };
  const { url } = await openSync(t, { ...many(6), userSync: { coopSync: true } }, { accounts });
  const count = async (body: object): Promise<number> =>
    names(await ask(`${url}/cookie_sync`, { ...body, bidders: ['b5'] })).length;
  t.equal(await count({}), 6);
  t.equal(await count({ account: 'plain' }), 6);
  t.equal(await count({ account: 'alone' }), 1);
  t.equal(await count({ account: 'alone', coopSync: true }), 6);
  t.equal(await count({ coopSync: false }), 1);
});

t.test("an account's priority groups replace the host's", async (t) => {
  const settings = { ...many(5), userSync: { priorityGroups: [['b4'], ['b2']] } };
  const accounts = {
    own: { cookieSync: { coopSync: true, priorityGroups: [['b1'], ['B3']] } },
    none: { cookieSync: { coopSync: true, priorityGroups: [] } },
    plain: { cookieSync: { coopSync: true } },
  };
  const { url } = await openSync(t, settings, { accounts, random: () => 0.999 });
  const found = async (account: string) => names(await ask(`${url}/cookie_sync`, { account, bidders: ['b0'] }));
  t.strictSame((await found('own')).slice(0, 3), ['b0', 'b1', 'B3']);
  t.strictSame((await found('none')).slice(0, 3), ['b0', 'b1', 'b2']);
  t.strictSame((await found('plain')).slice(0, 3), ['b0', 'b4', 'b2']);
});

t.test('bidders without priority are shuffled', async (t) => {
  const { url } = await openSync(t, many(8), { random: Math.random });
  const orders = new Set<string>();
  for (let tries = 0; tries < 20; tries++) orders.add(names(await ask(`${url}/cookie_sync`, {})).join());
  t.ok(orders.size > 10, `${orders.size} orders in 20 answers`);
});

t.test('bidders that share a cookie key are synchronised once', async (t) => {
  const { url } = await openSync(t, { bidders: { twin: { aliasOf: 'frame' } } });
  const answer = await ask(`${url}/cookie_sync`, { bidders: ['frame', 'twin'], debug: true });
  t.equal(names(answer).length, 1);
  t.match(read(answer).debug![0]!.error, /shares its ids with/);
  const twin = read(await ask(`${url}/cookie_sync`, { bidders: ['twin'] })).bidder_status[0]!;
  t.equal(twin.bidder, 'twin');
  t.match(decodeURIComponent(twin.usersync.url), /setuid\?bidder=twin&/, 'through the sync of its parent');
});

t.test('filterSettings choose between iframe and redirect; iframes are preferred', async (t) => {
  const both = { ...bidders.image.userSync, iframe: { url: 'https://both.example/f?{{.RedirectURL}}' } };
  const { url } = await openSync(t, { bidders: { both: { endpoint: 'http://127.0.0.1:1/', userSync: both } } });
  const types = async (filterSettings: object): Promise<string[]> => {
    const answer = await ask(`${url}/cookie_sync`, { bidders: ['both', 'image', 'frame'], filterSettings });
    return read(answer)
      .bidder_status.map(({ bidder, usersync }) => `${bidder} ${usersync.type}`)
      .sort();
  };
  const all = ['both iframe', 'frame iframe', 'image redirect'];
  t.strictSame(await types({}), all);
  t.strictSame(await types({ iframe: null }), all);
  t.strictSame(await types({ iframe: { bidders: '*', filter: 'include' } }), all);
  t.strictSame(await types({ iframe: { bidders: '*', filter: 'exclude' } }), ['both redirect', 'image redirect']);
  t.strictSame(await types({ iframe: { bidders: ['Frame'], filter: 'include' } }), [
    'both redirect',
    'frame iframe',
    'image redirect',
  ]);
  t.strictSame(await types({ iframe: { bidders: ['*', 'frame'], filter: 'exclude' } }), [
    'both redirect',
    'image redirect',
  ]);
  t.strictSame(await types({ iframe: { bidders: ['frame'], filter: 'exclude' } }), ['both iframe', 'image redirect']);
  t.strictSame(await types({ iframe: { filter: 'exclude' }, image: { bidders: [], filter: 'include' } }), []);
  t.strictSame(await types({ iframe: { bidders: ['frame'] }, image: { bidders: ['image'] } }), [
    'frame iframe',
    'image redirect',
  ]);
});

t.test('the order of named bidders is random, and may be the order of the request', async (t) => {
  let drawn = 0.999;
  const { url } = await openSync(t, {}, { random: () => drawn });
  const order = async () => names(await ask(`${url}/cookie_sync`, { bidders: ['image', 'frame'] }));
  t.strictSame(await order(), ['image', 'frame']);
  drawn = 0;
  t.strictSame(await order(), ['frame', 'image']);
});

t.test('bidders that are disabled, have sync disabled, or match skipwhen are left out', async (t) => {
  const sync = bidders.image.userSync;
  const endpoint = 'http://127.0.0.1:1/';
  const { url } = await openSync(t, {
    bidders: {
      ...none,
      off: { endpoint, userSync: { ...sync, enabled: false } },
      eu: { endpoint, userSync: { ...sync, skipwhen: { gdpr: true } } },
      us: { endpoint, userSync: { ...sync, skipwhen: { gpp_sid: [7, 8] } } },
      gone: { endpoint, enabled: false, userSync: sync },
    },
  });
  const sorted = async (body: object): Promise<string[]> => names(await ask(`${url}/cookie_sync`, body)).sort();
  t.strictSame(await sorted({}), ['eu', 'us']);
  t.strictSame(await sorted({ gpp_sid: '6,8' }), ['eu']);
  const { debug } = read(await ask(`${url}/cookie_sync`, { bidders: ['off', 'gone'], debug: true }));
  t.strictSame(debug!.map(({ bidder }) => bidder).sort(), ['gone', 'off']);
});
