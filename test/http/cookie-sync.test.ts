/** `/cookie_sync` names the pixels to load (spec 4.2; implementation A 4; decisions, 'User sync'). */
import t from 'tap';
import { ask, bidders, cookieWith, entry, openSync, type SyncAnswer } from './sync-front.ts';
import { wholeLists } from '../support/whole-lists.ts';

interface Answer {
  readonly status: string;
  readonly bidder_status: readonly {
    readonly bidder: string;
    readonly no_cookie: boolean;
    readonly usersync: { readonly url: string; readonly type: string; readonly supportCORS: boolean };
  }[];
  readonly debug?: readonly { readonly bidder: string; readonly error: string }[];
}

const read = ({ text }: SyncAnswer): Answer => JSON.parse(text) as Answer;
const names = (answer: SyncAnswer): string[] => read(answer).bidder_status.map(({ bidder }) => bidder);

/** Bidders `b0` to `b<count - 1>`, each with a redirect. */
function many(count: number): { readonly bidders: object } {
  const codes = Array.from({ length: count }, (_, at) => `b${at}`);
  return { bidders: { ...none, ...Object.fromEntries(codes.map((code) => [code, bidders.image])) } };
}
const none = { image: null, frame: null, mute: null };

t.test('the answer of the specification, with a return URL to /setuid', async (t) => {
  const { url } = await openSync(t);
  const body = { bidders: ['image'], gdpr: 0, gdpr_consent: 'a b&c', us_privacy: '1NNN' };
  const answer = await ask(`${url}/cookie_sync`, body);
  t.equal(answer.status, 200);
  t.equal(answer.headers['content-type'], 'application/json');
  const returnUrl =
    'https://sync.example/pbs/setuid?bidder=image&gdpr=0&gdpr_consent=a%20b%26c&us_privacy=1NNN&gpp=&gpp_sid=&f=i&uid=$UID';
  t.same(read(answer), {
    status: 'no_cookie',
    bidder_status: [
      {
        bidder: 'image',
        no_cookie: true,
        usersync: {
          url: `https://image.example/s?r=${encodeURIComponent(returnUrl)}`,
          type: 'redirect',
          supportCORS: false,
        },
      },
    ],
  });
});

t.test('ids that live need no sync: status ok', async (t) => {
  const { url } = await openSync(t);
  const cookie = cookieWith({ tempUIDs: { image: entry('i'), fr: entry('f', -1) } });
  const answer = await ask(`${url}/cookie_sync`, { bidders: ['image', 'frame'] }, cookie);
  t.equal(read(answer).status, 'ok');
  t.same(names(answer), ['frame'], 'an expired id needs a refresh');
  const host = { userSync: { hostCookie: { family: 'fr', cookieName: 'hid' } } };
  const hosted = await openSync(t, host);
  t.same(
    names(await ask(`${hosted.url}/cookie_sync`, { bidders: ['frame'] }, { cookie: 'hid=h1' })),
    [],
    'the host has it',
  );
});

t.test('wrong bodies: 400 with every fault', async (t) => {
  const { url, bugs } = await openSync(t);
  const bodies: readonly (readonly [unknown, RegExp])[] = [
    ['', /not a JSON object/],
    ['{', /not a JSON object/],
    ['[]', /not a JSON object/],
    ['null', /not a JSON object/],
    ['['.repeat(100_000), /not a JSON object/],
    [{ bidders: 'image' }, /bidders must be an array/],
    [{ bidders: [1] }, /bidders must be an array/],
    [{ limit: 'x' }, /limit must be a whole number/],
    [{ limit: 1.5, coopSync: 1, debug: 'y' }, /limit must[^]*coopSync must[^]*debug must/],
    [{ gdpr: 2 }, /gdpr must be 0 or 1/],
    [{ gdpr: {} }, /gdpr must be 0 or 1/],
    [{ gdpr: 1 }, /gdpr_consent is missing/],
    [{ gdpr: '1', gdpr_consent: '' }, /gdpr_consent is missing/],
    [{ gdpr_consent: 5 }, /gdpr_consent must be a string/],
    [{ gdpr_consent: 'C'.repeat(9000) }, /gdpr_consent is longer/],
    [{ gpp: 'no gpp' }, /gpp is no GPP string/],
    [{ gpp_sid: '2,x' }, /gpp_sid must be/],
    [{ gpp_sid: '-2' }, /gpp_sid must be/],
    [{ gpp_sid: '1,'.repeat(5000) }, /gpp_sid must be/],
    [{ gpp_sid: [2] }, /gpp_sid must be a string/],
    [{ account: 1.5 }, /account must be a string/],
    [{ filterSettings: 'x' }, /filterSettings must be an object/],
    [{ filterSettings: { image: [] } }, /filterSettings\.image must be an object/],
    [{ filterSettings: { image: { filter: 'all' } } }, /filterSettings\.image\.filter/],
    [{ filterSettings: { iframe: { filter: 'include', bidders: 'image' } } }, /filterSettings\.iframe\.bidders/],
  ];
  for (const [body, reason] of bodies) {
    const answer = await ask(`${url}/cookie_sync`, body);
    const shown = JSON.stringify(body).slice(0, 60);
    t.equal(answer.status, 400, shown);
    t.match(answer.text, reason, shown);
  }
  t.same(bugs, []);
});

t.test('what means absent, and what is ignored', async (t) => {
  const { url } = await openSync(t);
  const bodies = [
    { bidders: ['image'], gdpr: '', gpp_sid: '', gdpr_consent: '', us_privacy: '', gpp: '', account: '' },
    { bidders: ['image'], gdpr: null, limit: null, filterSettings: null },
    { bidders: ['image'], us_privacy: 'rubbish\r\nX: y' },
    { bidders: ['image'], gdpr: '0', gdpr_consent: '\ud800' },
    { bidders: ['image', 'image', 'IMAGE', 'nobody', '__proto__', '', '\r\n'], more: 1 },
  ];
  for (const body of bodies) {
    const answer = await ask(`${url}/cookie_sync`, body);
    t.same(names(answer), ['image'], JSON.stringify(body));
    t.match(read(answer).bidder_status[0]!.usersync.url, /us_privacy%3D%26/, 'no wrong us_privacy in the URL');
  }
});

t.test('the older parameters of sync URLs follow GPP', async (t) => {
  const { url } = await openSync(t);
  const body = {
    bidders: ['image'],
    gdpr: 1,
    gdpr_consent: 'old',
    us_privacy: '1NNN',
    gpp: 'DBABTA~1YNN',
    gpp_sid: '6',
  };
  const [sync] = read(await ask(`${url}/cookie_sync`, body)).bidder_status;
  const back = new URL(new URL(sync!.usersync.url).searchParams.get('r')!).searchParams;
  t.match(Object.fromEntries(back), { gdpr: '0', us_privacy: '1YNN', gpp: 'DBABTA~1YNN', gpp_sid: '6' });
});

t.test('sync URLs say of GDPR what the sections of GPP say, with no GPP string too', async (t) => {
  const { url } = await openSync(t);
  const body = { bidders: ['image'], gdpr: 0, gdpr_consent: 'any', gpp_sid: '7' };
  for (const [gdpr, told] of [
    [undefined, '0'],
    [1, '0'],
    ['odd', '0'],
  ] as const) {
    const [sync] = read(await ask(`${url}/cookie_sync`, { ...body, gdpr })).bidder_status;
    t.equal(new URL(new URL(sync!.usersync.url).searchParams.get('r')!).searchParams.get('gdpr'), told, String(gdpr));
  }
});

t.test('where accounts are required, return URLs name the one of the client', async (t) => {
  const { url } = await openSync(t, { accounts: { required: true } }, { accounts: { p: {} } });
  const [sync] = read(await ask(`${url}/cookie_sync`, { bidders: ['image'], account: 'p' })).bidder_status;
  const back = new URL(new URL(sync!.usersync.url).searchParams.get('r')!).searchParams;
  t.match(Object.fromEntries(back), { bidder: 'image', account: 'p', uid: '$UID' });
  t.equal([...back.keys()].at(-1), 'uid', 'the id is the last, so that bidders may append it');
  const answer = await ask(`${url}/setuid?${String(back).replace('%24UID', 'u')}`);
  t.equal(answer.status, 200);
  t.match(answer.headers['set-cookie'], /^uids=/);
});

t.test('-1, which consent platforms send where no section of GPP applies, is no fault', async (t) => {
  const { url } = await openSync(t);
  const [sync] = read(
    await ask(`${url}/cookie_sync`, { bidders: ['image'], gpp: 'DBAA', gpp_sid: '-1' }),
  ).bidder_status;
  const back = new URL(new URL(sync!.usersync.url).searchParams.get('r')!).searchParams;
  t.match(Object.fromEntries(back), { gdpr: '', gpp: 'DBAA', gpp_sid: '-1' }, 'which says nothing of GDPR');
  const under = await ask(`${url}/cookie_sync`, { bidders: ['image'], gdpr: 1, gpp_sid: '-1' });
  t.match(under.text, /gdpr_consent is missing/, 'TCF outside GPP holds all the same');
  const answer = await ask(`${url}/setuid?${String(back).replace('%24UID', 'u')}`);
  t.equal(answer.status, 200, 'the way back');
  t.match(answer.headers['set-cookie'], /^uids=/);
});

t.test('no bidders named: all that have a sync', async (t) => {
  const { url } = await openSync(t);
  for (const body of [{}, { bidders: [] }]) {
    t.same(names(await ask(`${url}/cookie_sync`, body)).sort(), ['frame', 'image']);
  }
});

t.test('the limit: the request, then the account, then the host; never over maxLimit', async (t) => {
  const accounts = { few: { cookieSync: { defaultLimit: 2 } } };
  const { url } = await openSync(t, many(12), { accounts });
  const count = async (body: object): Promise<number> => names(await ask(`${url}/cookie_sync`, body)).length;
  t.equal(await count({}), 8, 'the default');
  t.equal(await count({ limit: 3 }), 3);
  t.equal(await count({ limit: 0 }), 12, 'none');
  t.equal(await count({ limit: -1 }), 12, 'none');
  t.equal(await count({ account: 'few' }), 2);
  t.equal(await count({ account: 'few', limit: 5 }), 5);
  const capped = await openSync(t, { ...many(12), userSync: { maxLimit: 4 } });
  for (const limit of [0, 2, 9]) {
    const found = names(await ask(`${capped.url}/cookie_sync`, { limit }));
    t.equal(found.length, limit === 2 ? 2 : 4, `maxLimit 4, limit ${limit}`);
  }
});

t.test('debug: those after the limit are told too, each with what else forbids it', async (t) => {
  const { url } = await openSync(t, { ...many(3), bidders: { ...many(3).bidders, mute: bidders.mute } });
  const answer = await ask(`${url}/cookie_sync`, { bidders: ['b0', 'b1', 'mute'], limit: 1, debug: true });
  const [synced] = names(answer);
  t.equal(names(answer).length, 1);
  const told = new Map(read(answer).debug!.map(({ bidder, error }) => [bidder, error]));
  t.equal(told.size, 2);
  t.equal(told.get(synced === 'b0' ? 'b1' : 'b0'), 'comes after the limit of 1');
  t.equal(told.get('mute'), 'has no sync configured');
});

t.test('an account of digits as a number, as the load-cookie page of Prebid Universal Creative sends it', async (t) => {
  const { url } = await openSync(t, many(3), { accounts: { 1001: { cookieSync: { defaultLimit: 2 } } } });
  for (const account of ['1001', 1001]) t.equal(names(await ask(`${url}/cookie_sync`, { account })).length, 2);
});

t.test('coop sync: the request first, then priority groups in their order, then everybody', async (t) => {
  const settings = { ...many(6), userSync: { priorityGroups: [['b4'], ['b2', 'B3']] } };
  const { url } = await openSync(t, settings, {
    accounts: { coop: { cookieSync: { coopSync: true } } },
    random: Math.random,
  });
  for (const body of [{ coopSync: true }, { account: 'coop' }]) {
    const found = names(await ask(`${url}/cookie_sync`, { ...body, bidders: ['b5'] }));
    t.equal(found.length, 6);
    t.same(found.slice(0, 2), ['b5', 'b4']);
    t.same(
      found
        .slice(2, 4)
        .map((name) => name.toLowerCase())
        .sort(),
      ['b2', 'b3'],
    );
    t.same(found.slice(4).sort(), ['b0', 'b1']);
  }
  t.same(names(await ask(`${url}/cookie_sync`, { bidders: ['b5'] })), ['b5'], 'without coop only those named');
});

t.test('each part is shuffled', async (t) => {
  const { url } = await openSync(t, many(8), { random: Math.random });
  const orders = new Set<string>();
  for (let tries = 0; tries < 20; tries++) orders.add(names(await ask(`${url}/cookie_sync`, {})).join());
  t.ok(orders.size > 10, `${orders.size} orders in 20 answers`);
});

t.test('bidders that share a key are synchronised once', async (t) => {
  const { url } = await openSync(t, { bidders: { twin: { aliasOf: 'frame' } } });
  const answer = await ask(`${url}/cookie_sync`, { bidders: ['frame', 'twin'], debug: true });
  t.equal(names(answer).length, 1);
  t.match(read(answer).debug![0]!.error, /shares its ids with/);
  const twin = read(await ask(`${url}/cookie_sync`, { bidders: ['twin'] })).bidder_status[0]!;
  t.equal(twin.bidder, 'twin');
  t.match(decodeURIComponent(twin.usersync.url), /setuid\?bidder=twin&/, 'by the pages of its parent');
});

t.test('filterSettings choose the way, iframes first', async (t) => {
  const both = { ...bidders.image.userSync, iframe: { url: 'https://both.example/f?{{.RedirectURL}}' } };
  const { url } = await openSync(t, { bidders: { both: { endpoint: 'http://127.0.0.1:1/', userSync: both } } });
  const types = async (filterSettings: object): Promise<string[]> => {
    const answer = await ask(`${url}/cookie_sync`, { bidders: ['both', 'image', 'frame'], filterSettings });
    return read(answer)
      .bidder_status.map(({ bidder, usersync }) => `${bidder} ${usersync.type}`)
      .sort();
  };
  const all = ['both iframe', 'frame iframe', 'image redirect'];
  t.same(await types({}), all);
  t.same(await types({ iframe: null }), all);
  t.same(await types({ iframe: { bidders: '*', filter: 'include' } }), all);
  t.same(await types({ iframe: { bidders: '*', filter: 'exclude' } }), ['both redirect', 'image redirect']);
  t.same(await types({ iframe: { bidders: ['Frame'], filter: 'include' } }), [
    'both redirect',
    'frame iframe',
    'image redirect',
  ]);
  t.same(await types({ iframe: { bidders: ['*', 'frame'], filter: 'exclude' } }), ['both redirect', 'image redirect']);
  t.same(await types({ iframe: { bidders: ['frame'], filter: 'exclude' } }), ['both iframe', 'image redirect']);
  t.same(await types({ iframe: { filter: 'exclude' }, image: { bidders: [], filter: 'include' } }), []);
  t.same(await types({ iframe: { bidders: ['frame'] }, image: { bidders: ['image'] } }), [
    'frame iframe',
    'image redirect',
  ]);
});

t.test('the order is left to chance, and each bidder may stay where it was named', async (t) => {
  let drawn = 0.999;
  const { url } = await openSync(t, {}, { random: () => drawn });
  const order = async () => names(await ask(`${url}/cookie_sync`, { bidders: ['image', 'frame'] }));
  t.same(await order(), ['image', 'frame']);
  drawn = 0;
  t.same(await order(), ['frame', 'image']);
});

t.test('sync switched off, skipwhen, bidders switched off', async (t) => {
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
  t.same(await sorted({}), ['eu', 'us']);
  t.same(await sorted({ gpp_sid: '6,8' }), ['eu']);
  const { debug } = read(await ask(`${url}/cookie_sync`, { bidders: ['off', 'gone'], debug: true }));
  t.same(debug!.map(({ bidder }) => bidder).sort(), ['gone', 'off']);
});

t.test('a bidder that the account has switched off', async (t) => {
  const accounts = { p1: { bidders: { image: { enabled: false }, frame: { enabled: true } } } };
  const { url } = await openSync(t, { bidders: { image: null, Image: bidders.image } }, { accounts });
  const answer = await ask(`${url}/cookie_sync`, { account: 'p1', coopSync: true, debug: true });
  t.same(names(answer), ['frame']);
  t.match(read(answer).debug, wholeLists([{ bidder: 'Image', error: 'is switched off for this account' }]));
  t.same(names(await ask(`${url}/cookie_sync`, {})).sort(), ['Image', 'frame'], 'for others it is on');
});

t.test('an opted-out browser: 401; CORS with credentials on every answer', async (t) => {
  const { url } = await openSync(t);
  const origin = { origin: 'https://pub.example' };
  const out = await ask(`${url}/cookie_sync`, {}, { ...origin, ...cookieWith({ optout: true }) });
  t.equal(out.status, 401);
  for (const answer of [
    out,
    await ask(`${url}/cookie_sync`, {}, origin),
    await ask(`${url}/cookie_sync`, '{', origin),
  ]) {
    t.equal(answer.headers['access-control-allow-origin'], 'https://pub.example');
    t.equal(answer.headers['access-control-allow-credentials'], 'true');
  }
  const preflight = await fetch(`${url}/cookie_sync`, {
    method: 'OPTIONS',
    headers: { ...origin, 'access-control-request-method': 'POST' },
  });
  t.equal(preflight.status, 204);
  t.match(preflight.headers.get('access-control-allow-methods'), /POST/);
});

t.test('debug tells why, and little however much is asked', async (t) => {
  const { url } = await openSync(t);
  const asked = Array.from({ length: 5000 }, (_, at) => `unknown-${at}-${'x'.repeat(20)}`);
  const answer = read(await ask(`${url}/cookie_sync`, { bidders: [...asked, 'mute'], debug: true }));
  t.equal(answer.debug!.length, 500);
  const few = read(await ask(`${url}/cookie_sync`, { bidders: ['x'.repeat(100), 'mute'], debug: true }));
  t.same(
    few.debug!.toSorted((a, b) => a.bidder.length - b.bidder.length),
    [
      { bidder: 'mute', error: 'has no sync configured' },
      { bidder: 'x'.repeat(64), error: 'is no bidder of this host' },
    ],
  );
});
