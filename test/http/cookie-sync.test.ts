/** `/cookie_sync` lists the pixels to load, and with debug why others are left out (spec 4.2; implementation A 4; decisions, 'User sync'). */
import t from 'tap';
import { ask, bidders, cookieWith, entry, openSync } from './sync-front.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { many, names, read } from './sync-answer.ts';

t.test('the answer has the form of the specification, with a return URL to /setuid', async (t) => {
  const { url } = await openSync(t);
  const body = { bidders: ['image'], gdpr: 0, gdpr_consent: 'a b&c', us_privacy: '1NNN' };
  const answer = await ask(`${url}/cookie_sync`, body);
  t.equal(answer.status, 200);
  t.equal(answer.headers['content-type'], 'application/json');
  const returnUrl =
    'https://sync.example/pbs/setuid?bidder=image&gdpr=0&gdpr_consent=a%20b%26c&us_privacy=1NNN&gpp=&gpp_sid=&f=i&uid=$UID';
  t.strictSame(read(answer), {
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

t.test('bidders with a live id need no sync', async (t) => {
  const { url } = await openSync(t);
  const cookie = cookieWith({ tempUIDs: { image: entry('i'), fr: entry('f', -1) } });
  const answer = await ask(`${url}/cookie_sync`, { bidders: ['image', 'frame'] }, cookie);
  t.equal(read(answer).status, 'ok');
  t.strictSame(names(answer), ['frame'], 'an expired id needs a refresh');
  const host = { userSync: { hostCookie: { family: 'fr', cookieName: 'hid' } } };
  const hosted = await openSync(t, host);
  t.strictSame(
    names(await ask(`${hosted.url}/cookie_sync`, { bidders: ['frame'] }, { cookie: 'hid=h1' })),
    [],
    'the host cookie has the id',
  );
});

t.test('where accounts are required, return URLs name the account of the request', async (t) => {
  const { url } = await openSync(t, { accounts: { required: true } }, { accounts: { p: {} } });
  const [sync] = read(await ask(`${url}/cookie_sync`, { bidders: ['image'], account: 'p' })).bidder_status;
  const back = new URL(new URL(sync!.usersync.url).searchParams.get('r')!).searchParams;
  t.match(Object.fromEntries(back), { bidder: 'image', account: 'p', uid: '$UID' });
  t.equal([...back.keys()].at(-1), 'uid', 'the id is the last, so that bidders may append it');
  const answer = await ask(`${url}/setuid?${String(back).replace('%24UID', 'u')}`);
  t.equal(answer.status, 200);
  t.match(answer.headers['set-cookie'], /^uids=/);
});

t.test('an account id that no host can have is left out of sync URLs', async (t) => {
  const page = { url: 'https://image.example/s?a={{.Account}}&r={{.RedirectURL}}', userMacro: '$UID' };
  const { url } = await openSync(t, { bidders: { image: { userSync: { redirect: page } } } });
  for (const [account, told] of [
    ['a'.repeat(255), 'a'.repeat(255)],
    ['a'.repeat(256), ''],
    ['a'.repeat(200_000), ''],
    ['\0', ''],
  ]) {
    const [sync] = read(await ask(`${url}/cookie_sync`, { bidders: ['image'], account })).bidder_status;
    t.equal(new URL(sync!.usersync.url).searchParams.get('a'), told);
  }
});

t.test('without named bidders, all that have a sync are chosen', async (t) => {
  const { url } = await openSync(t);
  for (const body of [{}, { bidders: [] }]) {
    t.strictSame(names(await ask(`${url}/cookie_sync`, body)).sort(), ['frame', 'image']);
  }
});

t.test('debug lists bidders beyond the limit, too, with the reason for each', async (t) => {
  const { url } = await openSync(t, { ...many(3), bidders: { ...many(3).bidders, mute: bidders.mute } });
  const answer = await ask(`${url}/cookie_sync`, { bidders: ['b0', 'b1', 'mute'], limit: 1, debug: true });
  const [synced] = names(answer);
  t.equal(names(answer).length, 1);
  const told = new Map(read(answer).debug!.map(({ bidder, error }) => [bidder, error]));
  t.equal(told.size, 2);
  t.equal(told.get(synced === 'b0' ? 'b1' : 'b0'), 'is over the limit of 1');
  t.equal(told.get('mute'), 'has no sync configured');
});

t.test('an account may be a number, as the load-cookie page of Prebid Universal Creative sends it', async (t) => {
  const { url } = await openSync(t, many(3), { accounts: { 1001: { cookieSync: { defaultLimit: 2 } } } });
  for (const account of ['1001', 1001]) t.equal(names(await ask(`${url}/cookie_sync`, { account })).length, 2);
});

t.test('an account that is blocked or disabled is refused with 400', async (t) => {
  const settings = { blocked: { accounts: ['banned'] } };
  const { url } = await openSync(t, settings, { accounts: { banned: {}, off: { disabled: true } } });
  for (const account of ['banned', 'off']) {
    t.equal((await ask(`${url}/cookie_sync`, { bidders: ['image'], account })).status, 400, account);
  }
  t.equal((await ask(`${url}/cookie_sync`, { bidders: ['image'], account: 'other' })).status, 200);
});

t.test('a bidder that the account has disabled is left out for this account only', async (t) => {
  const accounts = { p1: { bidders: { image: { enabled: false }, frame: { enabled: true } } } };
  const { url } = await openSync(t, { bidders: { image: null, Image: bidders.image } }, { accounts });
  const answer = await ask(`${url}/cookie_sync`, { account: 'p1', coopSync: true, debug: true });
  t.strictSame(names(answer), ['frame']);
  t.match(read(answer).debug, wholeLists([{ bidder: 'Image', error: 'is disabled for this account' }]));
  t.strictSame(names(await ask(`${url}/cookie_sync`, {})).sort(), ['Image', 'frame'], 'other accounts have it');
});

t.test('a browser that opted out gets 401; every answer has CORS headers with credentials', async (t) => {
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

t.test('debug has at most 500 entries and shortens made-up names', async (t) => {
  const { url } = await openSync(t);
  const asked = Array.from({ length: 5000 }, (_, at) => `unknown-${at}-${'x'.repeat(20)}`);
  const answer = read(await ask(`${url}/cookie_sync`, { bidders: [...asked, 'mute'], debug: true }));
  t.equal(answer.debug!.length, 500);
  const few = read(await ask(`${url}/cookie_sync`, { bidders: ['x'.repeat(100), 'mute'], debug: true }));
  t.strictSame(
    few.debug!.toSorted((a, b) => a.bidder.length - b.bidder.length),
    [
      { bidder: 'mute', error: 'has no sync configured' },
      { bidder: 'x'.repeat(64), error: 'is not a bidder of this host' },
    ],
  );
});
