/** Reading the `uids` cookie (spec 2.4), and finding it in a header. */
import t from 'tap';
import { idCookies, readBrowserIds, uidFinder } from '../../src/usersync/browser-ids.ts';
import { cookieValue, cookieValues } from '../../src/usersync/cookie-header.ts';
import { idLifetimeMs, readUidsCookie } from '../../src/usersync/uids-cookie.ts';

const nowMs = Date.parse('2026-05-01T00:00:00Z');
const encode = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url');
const hostCookie = { family: 'h', cookieName: 'hid', optOutCookie: { name: 'oo', value: '1' } };
const places = { hostCookie, cookies: 1 };

t.test('cookieValue finds a cookie in a header', async (t) => {
  const cases = [
    ['uids=a', 'a'],
    ['a=1; uids=b; c=2', 'b'],
    ['a=1;uids = c ;', 'c'],
    ['uids="d"', 'd'],
    ['uids="', '"'],
    ['uids=""', ''],
    ['uids="x', '"x'],
    ['uids=x"', 'x"'],
    ['uids=e==; uids=f', 'e=='],
    ['xuids=g', ''],
    ['uidsx=g; Uids=h', ''],
    ['uids', ''],
    ['a; uids=i', 'i'],
    ['a=1; uidsx', ''],
    ['', ''],
    [';;=;= ;', ''],
  ] as const;
  for (const [header, value] of cases) t.equal(cookieValue(header, 'uids'), value, header);
});

t.test('cookieValues finds all cookies of one name up to a limit', async (t) => {
  t.strictSame(cookieValues('uids=a; b=1; uids="c";uids=', 'uids', 4), ['a', 'c', '']);
  t.strictSame(cookieValues('uids=a; uids=b; uids=c', 'uids', 2), ['a', 'b']);
  t.strictSame(cookieValues('b=1; uids', 'uids', 4), []);
});

t.test('of several uids cookies an opt-out applies, else the one written last is read', async (t) => {
  const of = (uid: string, expires: string): string => `uids=${encode({ tempUIDs: { a: { uid, expires } } })}`;
  const [old, later] = [of('old', '2026-05-02T00:00:00Z'), of('later', '2026-05-03T00:00:00Z')];
  const legacy = `uids=${encode({ uids: { a: 'legacy' } })}`;
  const optedIn = `uids=${encode({ tempUIDs: {}, bday: '2026-04-30T00:00:00Z' })}`;
  const before = `uids=${encode({ tempUIDs: { a: { uid: 'b', expires: '2026-05-03T00:00:00Z' } }, bday: '2026-04-20T00:00:00Z' })}`;
  const cases: readonly (readonly [string[], string | undefined])[] = [
    [[old, later], 'later'],
    [[later, old], 'later'],
    [['uids=garbage', old], 'old'],
    [['uids=', old], 'old'],
    [['uids=garbage', legacy, 'uids=bnVsbA'], 'legacy'],
    [[legacy, old], 'old'],
    [[later, `uids=${encode({ optout: true })}`], undefined],
    [[before, optedIn], undefined],
    [[optedIn, later], undefined],
    [['uids=1', 'uids=2', 'uids=3', 'uids=4', old], undefined],
  ];
  for (const [cookies, uid] of cases) {
    const header = cookies.join('; ');
    t.equal(readBrowserIds(header, places, nowMs).uids.get('a'), uid, header);
    t.equal(uidFinder(idCookies(header, places), hostCookie.family, nowMs)('a'), uid, header);
  }
  t.ok(readBrowserIds(`${later}; uids=${encode({ optout: true })}`, places, nowMs).optedOut);
});

t.test(
  'ids are read in both forms; the newer form takes precedence even if expired, unless its expiry is invalid',
  async (t) => {
    const live = { uid: 'n', expires: '2026-05-01T00:00:00.001Z' };
    const over = { uid: 'n', expires: '2026-05-01T00:00:00Z' };
    const cookie = readUidsCookie(
      encode({
        uids: { a: 'old', b: 'old', c: 'old', d: 7, e: '', f: 'old' },
        tempUIDs: { a: live, b: over, f: { uid: 'n', expires: 'soon' } },
      }),
      nowMs,
    );
    t.strictSame(
      [...cookie.ids],
      [
        ['a', { uid: 'n', expiresMs: nowMs + 1 }],
        ['c', { uid: 'old', expiresMs: nowMs + idLifetimeMs }],
        ['f', { uid: 'old', expiresMs: nowMs + idLifetimeMs }],
      ],
    );
  },
);

t.test('an id that is empty or no text is ignored', async (t) => {
  const expires = '2999-01-01T00:00:00Z';
  for (const uid of [7, '', null, true, ['u'], { uid: 'u' }, undefined]) {
    t.strictSame(
      [...readUidsCookie(encode({ tempUIDs: { a: { uid, expires } } }), nowMs).ids],
      [],
      JSON.stringify(uid) ?? '',
    );
  }
});

t.test('an invalid bday is replaced by the current time', async (t) => {
  for (const bday of ['2026-99-01T00:00:00Z', 'yesterday', 7]) {
    t.equal(readUidsCookie(encode({ bday }), nowMs).bday, '2026-05-01T00:00:00.000Z', String(bday));
  }
});

t.test('base64 and base64url are read, with and without padding', async (t) => {
  const json = JSON.stringify({ uids: { a: 'ÿþ?>~' } });
  for (const text of [
    Buffer.from(json).toString('base64'),
    Buffer.from(json).toString('base64url'),
    Buffer.from(`${json} `).toString('base64'),
  ]) {
    t.equal(readUidsCookie(text, nowMs).ids.get('a')?.uid, 'ÿþ?>~', text);
  }
});

function reads(expires: unknown): boolean {
  return readUidsCookie(encode({ tempUIDs: { a: { uid: 'u', expires } } }), nowMs).ids.has('a');
}

t.test('an expiry must be ISO 8601 in UTC or with an offset', async (t) => {
  for (const good of ['2999-01-01T00:00:00Z', '2026-06-01T10:20:30.123456789Z']) t.ok(reads(good), good);
  for (const good of ['2026-06-01T10:20:30.123456789-05:00', '2026-05-01T05:30:01+05:30']) t.ok(reads(good), good);
  const wrong = [
    '2026-05-01T05:29:59+05:30',
    '2999',
    '2999-01-01',
    '2999-01-01T00:00:00',
    '2999-13-01T00:00:00Z',
    '2999-01-01T00:00:00+01',
    '2999-01-01T00:00:00+24:00',
    '2999-01-01T00:00:00+0100',
    4e12,
    null,
    ['2999-01-01T00:00:00Z'],
  ];
  for (const bad of wrong) t.notOk(reads(bad), String(bad));
});

t.test("the host's cookie gives the id of its family, and its opt-out cookie applies", async (t) => {
  const own = `uids=${encode({ uids: { h: 'ours' } })}`;
  const others = `uids=${encode({ uids: { x: 'x' } })}`;
  t.strictSame([...readBrowserIds(`hid=his; ${own}`, places, nowMs).uids], [['h', 'ours']]);
  t.strictSame(
    [...readBrowserIds(`hid=his; ${others}`, places, nowMs).uids],
    [
      ['x', 'x'],
      ['h', 'his'],
    ],
  );
  t.strictSame(
    [
      ...readBrowserIds('hid=his', { ...places, hostCookie: { ...hostCookie, cookieName: '', family: '' } }, nowMs)
        .uids,
    ],
    [],
  );
  const out = readBrowserIds(`hid=his; oo=1; ${own}`, places, nowMs);
  t.ok(out.optedOut);
  t.equal(out.uids.size, 0);
  const emptyValue = { ...places, hostCookie: { ...hostCookie, optOutCookie: { name: 'oo', value: '' } } };
  t.notOk(readBrowserIds('', emptyValue, nowMs).optedOut, 'a missing cookie is no opt-out');
});

t.test('an auction finds the same ids as the other endpoints', async (t) => {
  const cookies = [
    {
      tempUIDs: {
        a: { uid: 'live', expires: '2999-01-01T00:00:00Z' },
        b: { uid: 'over', expires: '2020-01-01T00:00:00Z' },
      },
    },
    {
      uids: { a: 'old', b: 'old', h: 'own' },
      tempUIDs: { b: { uid: 'over', expires: '2020-01-01T00:00:00Z' }, a: 'rubbish' },
    },
    { optout: true, uids: { a: 'x' } },
    { uids: [], tempUIDs: 'x' },
    'no object',
  ];
  const headers = ['', 'a=b', 'hid=his', 'hid=his; oo=1', ...cookies.map((json) => `hid=his; uids=${encode(json)}`)];
  for (const header of [...headers, `uids=${encode(cookies[0])}; oo=1`]) {
    const { uids } = readBrowserIds(header, places, nowMs);
    const find = uidFinder(idCookies(header, places), hostCookie.family, nowMs);
    const found = ['a', 'b', 'h', 'none', '__proto__', 'constructor'].map((key) => [key, find(key)]);
    t.strictSame(found.filter(([, uid]) => uid !== undefined).sort(), [...uids].sort(), header.slice(0, 60));
  }
});
