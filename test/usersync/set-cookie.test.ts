/** `Set-Cookie` never exceeds maxCookieBytes, and which ids are dropped first (decisions, 'User sync'; implementation A 5). */
import t from 'tap';
import { forgetId, leastCookieBytes, optIn, optOut, storeId } from '../../src/usersync/set-cookie.ts';
import { type UidsCookie, newCookie, readUidsCookie } from '../../src/usersync/uids-cookie.ts';
import { type CookieRules, setCookie } from '../../src/usersync/write-cookie.ts';
import { dice } from '../support/chance.ts';

const nowMs = Date.parse('2026-05-01T00:00:00Z');
const day = 86_400_000;

/** Ids of 100 characters by key, with their remaining days. */
function cookieOf(days: { readonly [key: string]: number }): UidsCookie {
  const ids = Object.entries(days).map(
    ([key, left]) => [key, { uid: key.padEnd(100, '.'), expiresMs: nowMs + left * day }] as const,
  );
  return { ...newCookie(nowMs), ids: new Map(ids) };
}

function rules(maxCookieBytes: number, groups: readonly (readonly string[])[] = []): CookieRules {
  const priority = new Map(groups.flatMap((keys, at) => keys.map((key) => [key, at] as const)));
  return { maxCookieBytes, cookies: 1, cookieDomain: '', priority };
}

function value(setCookie: string): string {
  return /^uids=([^;]*)/.exec(setCookie)?.[1] ?? '';
}

function keysOf(setCookie: string): string[] {
  return [...readUidsCookie(value(setCookie), nowMs).ids.keys()];
}

/** The keys after `key` is stored, or the kind of refusal. */
function store(
  cookie: UidsCookie,
  key: string,
  { uid = 'x'.repeat(100), ...limits }: CookieRules & { uid?: string },
): string[] | string {
  const stored = storeId([cookie], { key, uid, nowMs }, limits);
  if (stored.kind !== 'stored') return stored.kind;
  t.ok(
    stored.setCookies[0]!.length <= limits.maxCookieBytes,
    `${stored.setCookies[0]!.length} of ${limits.maxCookieBytes}`,
  );
  return keysOf(stored.setCookies[0]!);
}

/** The least limit for `count` ids of 100 characters under keys of one letter. */
function room(count: number): number {
  const cookie = cookieOf(Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].slice(0, count).map((key) => [key, 5])));
  return forgetId([cookie], 'none', rules(65_536))[0]!.length;
}

t.test('the value is padded base64url', async (t) => {
  t.match(setCookie(0, '>>>???', rules(4000)), /^uids=Pj4-Pz8_; Path/);
  t.match(setCookie(1, '{}', rules(4000)), /^uids2=e30=; Path/);
});

t.test('all ids are kept if they fit to the byte', async (t) => {
  const cookie = cookieOf({ a: 3, b: 1, c: 2 });
  t.strictSame(store(cookie, 'd', rules(room(4))), ['a', 'b', 'c', 'd']);
  t.strictSame(store(cookie, 'd', rules(room(4) - 4)), ['a', 'c', 'd'], 'one byte less in base64');
  t.strictSame(store(cookie, 'a', rules(room(3))), ['b', 'c', 'a'], 'a new id replaces the old one');
});

t.test('the id that expires first is dropped first', async (t) => {
  const cookie = cookieOf({ a: 3, b: 1, c: 2 });
  t.strictSame(store(cookie, 'd', rules(room(2))), ['a', 'd']);
  t.strictSame(store(cookie, 'd', rules(room(1))), ['d']);
  t.strictSame(store(cookieOf({ a: 30 }), 'd', rules(room(1))), ['d'], 'not the new id');
});

t.test('ids in priority groups are kept longest, those of the first group longest of all', async (t) => {
  const cookie = cookieOf({ a: 1, b: 2, c: 9, d: 8 });
  const groups = [['a'], ['b']];
  t.strictSame(store(cookie, 'e', rules(room(4), groups)), ['a', 'b', 'c', 'e']);
  t.strictSame(store(cookie, 'e', rules(room(3), groups)), ['a', 'b', 'e']);
  t.strictSame(store(cookie, 'e', rules(room(2), groups)), 'no room', 'the new id has no priority');
  t.strictSame(store(cookie, 'b', rules(room(2), groups)), ['a', 'b']);
  t.strictSame(store(cookie, 'b', rules(room(1), groups)), 'no room', 'a has a higher priority');
  t.strictSame(store(cookie, 'a', rules(room(1), groups)), ['a']);
  t.strictSame(
    store(cookieOf({ a: 1, b: 2 }), 'e', rules(room(1), [['a', 'b', 'e']])),
    ['e'],
    'ids of its own group are dropped',
  );
});

t.test('an id that is too long alone is refused', async (t) => {
  t.strictSame(store(cookieOf({ a: 1 }), 'd', { ...rules(room(1)), uid: 'x'.repeat(104) }), 'too long');
  t.strictSame(store(cookieOf({}), 'd', { ...rules(4000), uid: 'x'.repeat(10_000) }), 'too long');
});

t.test('a cookie that exceeds a lowered limit is cut when an id is deleted', async (t) => {
  const cookie = cookieOf({ a: 3, b: 1, c: 2, d: 9 });
  t.strictSame(keysOf(forgetId([cookie], 'd', rules(room(2)))[0]!), ['a', 'c']);
  t.strictSame(keysOf(forgetId([cookie], 'd', rules(room(0)))[0]!), []);
});

t.test('the limit is in bytes, not characters', async (t) => {
  const wide = '\u00e9\u4e16\u{1f600}"\\\u0000\ud800'.repeat(20);
  for (let limit = room(0); limit < 1500; limit += 7) {
    const stored = storeId([cookieOf({ a: 1, b: 2 })], { key: 'w', uid: wide, nowMs }, rules(limit));
    if (stored.kind === 'stored')
      t.ok(stored.setCookies[0]!.length <= limit, `${stored.setCookies[0]!.length} of ${limit}`);
  }
  const stored = storeId([cookieOf({})], { key: 'w', uid: wide, nowMs }, rules(4000));
  t.equal(stored.kind, 'stored');
});

t.test('the value is base64url whatever the ids contain', async (t) => {
  const stored = storeId([newCookie(nowMs)], { key: 'w', uid: '>>>???', nowMs }, rules(4000));
  t.match(stored, { kind: 'stored', setCookies: [/^uids=[\w-]+=*; Path=\/; Max-Age=/] });
});

t.test('random cookies under random limits drop ids in the right order', async (t) => {
  const roll = dice(7);
  let kept = 0;
  for (let round = 0; round < 2000; round++) {
    const keys = Array.from({ length: roll(12) }, (_, at) => `k${at}`);
    const ids = keys.map((key) => [key, { uid: 'u'.repeat(1 + roll(80)), expiresMs: nowMs + roll(20) * day }] as const);
    const limits = rules(leastCookieBytes(rules(0)) + roll(900), [['k1', 'k2'], ['k3']]);
    const cookie = { ...newCookie(nowMs), ids: new Map(ids) };
    const key = `k${roll(14)}`;
    const stored = storeId([cookie], { key, uid: 'n'.repeat(1 + roll(90)), nowMs }, limits);
    if (stored.kind !== 'stored') continue;
    kept += 1;
    const left = keysOf(stored.setCookies[0]!);
    if (stored.setCookies[0]!.length > limits.maxCookieBytes || !left.includes(key)) t.fail(`round ${round}`);
    // No id of lower priority or with an earlier end is kept instead of a dropped one.
    const rank = (one: string): number => limits.priority.get(one) ?? Infinity;
    const gone = ids.filter(([one, { expiresMs }]) => one !== key && !left.includes(one) && expiresMs > nowMs);
    for (const [one, id] of gone) {
      const worse = ids.some(
        ([other, { expiresMs }]) =>
          other !== key &&
          left.includes(other) &&
          (rank(other) > rank(one) || (rank(other) === rank(one) && expiresMs < id.expiresMs)),
      );
      if (worse) t.fail(`round ${round}: ${one} was dropped before another`);
    }
  }
  t.ok(kept > 500, `${kept} of 2000`);
});

t.test('opt-out and opt-in cookies have all attributes and are read back', async (t) => {
  const domain = { ...rules(4000), cookieDomain: 'ads.example' };
  t.match(
    optOut(domain)[0]!,
    /^uids=[^;]+; Path=\/; Domain=ads\.example; Max-Age=7776000; HttpOnly; SameSite=None; Secure$/,
  );
  t.equal(readUidsCookie(value(optOut(domain)[0]!), nowMs).optout, true);
  const [, empty = ''] = optIn(nowMs, domain);
  t.equal(readUidsCookie(value(empty), nowMs).optout, false);
  t.equal(readUidsCookie(value(empty), nowMs + day).bday, '2026-05-01T00:00:00.000Z');
  t.equal(leastCookieBytes(domain), empty.length);
});
