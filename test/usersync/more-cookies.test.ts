/** Ids in several cookies, `uids`, `uids2` and so on (implementation B 10): reading, storing, moving and deleting. */
import t from 'tap';
import { idCookies, readBrowserIds, uidFinder } from '../../src/usersync/browser-ids.ts';
import { forgetId, optIn, optOut, storeId } from '../../src/usersync/set-cookie.ts';
import { decodeUids, type UidsCookie } from '../../src/usersync/uids-cookie.ts';
import type { CookieRules } from '../../src/usersync/write-cookie.ts';
import { dice } from '../support/chance.ts';

const nowMs = Date.parse('2026-05-01T00:00:00Z');
const day = 86_400_000;
const host = { family: '', cookieName: '', optOutCookie: { name: '', value: '' } };
const long = (key: string): string => key.repeat(60);
const at = (days: number): string => new Date(nowMs + days * day).toISOString();

/** A cookie's value with ids by key and their remaining days. */
function encoded(ids: { readonly [key: string]: readonly [uid: string, days: number] }): string {
  const entries = Object.entries(ids).map(([key, [uid, days]]) => [key, { uid, expires: at(days) }]);
  return Buffer.from(JSON.stringify({ tempUIDs: Object.fromEntries(entries) })).toString('base64url');
}

function rules(cookies: number, maxCookieBytes = 400, priority: ReadonlyMap<string, number> = new Map()): CookieRules {
  return { cookies, maxCookieBytes, cookieDomain: '', priority };
}

/** A browser's cookies, changed by `Set-Cookie`. */
class Jar {
  readonly values = new Map<string, string>();

  take(setCookies: readonly string[]): void {
    for (const text of setCookies) {
      const [, name, value] = /^(\w+)=([^;]*);/.exec(text)!;
      if (/Max-Age=0/.test(text)) this.values.delete(name!);
      else this.values.set(name!, value!);
    }
  }

  get header(): string {
    return [...this.values].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  read(cookies: number) {
    return readBrowserIds(this.header, { hostCookie: host, cookies }, nowMs);
  }

  cookies(count: number): readonly UidsCookie[] {
    return this.read(count).cookies;
  }
}

t.test('ids of all cookies are read; of several for one key the one that expires last', async (t) => {
  const header = `uids=${encoded({ a: ['a1', 3], b: ['b1', 1] })}; uids3=${encoded({ b: ['b3', 5], c: ['c3', 1] })}; uids2=${encoded({ b: ['b2', 2] })}`;
  const found = (cookies: number) => {
    const places = { hostCookie: host, cookies };
    const find = uidFinder(idCookies(header, places), '', nowMs);
    const uids = Object.fromEntries(readBrowserIds(header, places, nowMs).uids);
    for (const key of ['a', 'b', 'c']) t.equal(find(key), uids[key], `${cookies} cookies: ${key}`);
    return uids;
  };
  t.strictSame(found(1), { a: 'a1', b: 'b1' });
  t.strictSame(found(2), { a: 'a1', b: 'b2' });
  t.strictSame(found(3), { a: 'a1', b: 'b3', c: 'c3' });
});

t.test('an opt-out in any cookie applies', async (t) => {
  const out = Buffer.from('{"optout":true}').toString('base64url');
  for (const header of [
    `uids=${out}; uids2=${encoded({ a: ['x', 1] })}`,
    `uids=${encoded({ a: ['x', 1] })}; uids2=${out}`,
  ]) {
    const places = { hostCookie: host, cookies: 2 };
    t.ok(readBrowserIds(header, places, nowMs).optedOut);
    t.equal(uidFinder(idCookies(header, places), '', nowMs)('a'), undefined);
  }
});

/** The id of `a` as an auction finds it behind so many empty parts of the value. */
function idBehind(parts: number): string | undefined {
  return uidFinder({ uids: `${'e30,'.repeat(parts)}${encoded({ a: ['a1', 1] })}`, hostUid: '' }, '', nowMs)('a');
}

t.test('of a value with thousands of parts between commas only the first ones are read', async (t) => {
  t.equal(idBehind(5), 'a1');
  t.equal(idBehind(8000), undefined);
});

t.test('an id is stored in the first cookie with room, and removed from its old one', async (t) => {
  const jar = new Jar();
  const store = (key: string, limits = rules(3), uid = key.repeat(60)): string => {
    const stored = storeId(jar.cookies(limits.cookies), { key, uid, nowMs }, limits);
    if (stored.kind !== 'stored') return stored.kind;
    jar.take(stored.setCookies);
    return stored.setCookies.map((text) => text.slice(0, text.indexOf('='))).join(' ');
  };
  t.equal(store('a'), 'uids');
  t.equal(store('b'), 'uids2');
  t.equal(store('c'), 'uids3');
  t.equal(store('b'), 'uids2', 'in the same cookie again');
  t.strictSame([...jar.read(3).uids.keys()], ['a', 'b', 'c']);
  t.equal(store('b', rules(3), 'b'), 'uids uids2', 'a short id fits into an earlier cookie');
  t.strictSame([...jar.cookies(3)[0]!.ids.keys()], ['a', 'b']);
  t.equal(jar.cookies(3)[1]!.ids.size, 0);
  t.equal(store('d'), 'uids2');
  t.equal(store('e', rules(3), 'e'.repeat(600)), 'too long');
});

t.test('if all cookies are full the least important id is dropped, from any cookie', async (t) => {
  const jar = new Jar();
  const priority = new Map([
    ['a', 0],
    ['b', 1],
  ]);
  const limits = rules(2, 400, priority);
  jar.values.set('uids', encoded({ a: [long('a'), 1] }));
  jar.values.set('uids2', encoded({ b: [long('b'), 9] }));
  t.strictSame(storeId(jar.cookies(2), { key: 'c', uid: long('c'), nowMs }, limits), { kind: 'no room' });
  jar.values.set('uids2', encoded({ d: [long('d'), 9] }));
  const stored = storeId(jar.cookies(2), { key: 'c', uid: long('c'), nowMs }, limits);
  t.match(stored, { kind: 'stored', setCookies: [/^uids2=/] });
  if (stored.kind === 'stored') jar.take(stored.setCookies);
  t.strictSame([...jar.read(2).uids.keys()], ['a', 'c']);
});

t.test('an id is deleted from all cookies', async (t) => {
  const jar = new Jar();
  jar.values.set('uids', encoded({ a: ['1', 1] }));
  jar.values.set('uids2', encoded({ b: ['1', 1] }));
  jar.values.set('uids3', encoded({ b: ['2', 1], c: ['1', 1] }));
  jar.take(forgetId(jar.cookies(3), 'b', rules(3, 4000)));
  t.strictSame([...jar.read(3).uids.keys()], ['a', 'c']);
});

t.test('with a domain, a deletion rewrites the other cookies that have ids, and no others', async (t) => {
  const jar = new Jar();
  for (const [name, ids] of Object.entries({ uids: {}, uids2: {}, uids3: { a: ['1', 1] } as const }))
    jar.values.set(name, encoded(ids));
  const written = forgetId(jar.cookies(3), 'b', { ...rules(3, 4000), cookieDomain: 'ads.example' });
  t.match(written, [/^uids=;/, /^uids2=;/, /^uids3=;/, /^uids=\w/, /^uids3=\w/]);
  t.equal(written.length, 5);
});

t.test('an opt-out or opt-in deletes all other cookies', async (t) => {
  for (const end of [optOut(rules(3)), optIn(nowMs, rules(3))]) {
    const jar = new Jar();
    for (const name of ['uids', 'uids2', 'uids3']) jar.values.set(name, encoded({ a: ['1', 1] }));
    jar.take(end);
    t.strictSame([...jar.values.keys()], ['uids']);
    t.equal(jar.read(3).uids.size, 0);
  }
  const domain = { ...rules(2), cookieDomain: 'ads.example' };
  t.match(optOut(domain)[1], /^uids2=; Path=\/; Domain=ads\.example; Max-Age=0;/);
  t.strictSame(optIn(nowMs, domain).slice(0, 2), [
    'uids=; Path=/; Max-Age=0; HttpOnly; SameSite=None; Secure',
    'uids2=; Path=/; Max-Age=0; HttpOnly; SameSite=None; Secure',
  ]);
});

t.test('a comma does not separate cookies, and auctions read the same ids as the other endpoints', async (t) => {
  const out = Buffer.from('{"optout":true}').toString('base64url');
  for (const header of [
    `uids=${encoded({ a: ['a1', 1] })},${encoded({ b: ['b1', 1] })}`,
    `uids=${encoded({ a: ['a1', 1] })},; uids2=${encoded({ b: ['b2', 1] })}`,
    `uids=,,,,,,${encoded({ a: ['a1', 1] })}; uids2=${out}`,
  ]) {
    const places = { hostCookie: host, cookies: 2 };
    const { uids } = readBrowserIds(header, places, nowMs);
    const find = uidFinder(idCookies(header, places), '', nowMs);
    for (const key of ['a', 'b']) t.equal(find(key), uids.get(key), `${header}: ${key}`);
  }
});

t.test('a cookie written under a higher limit is cut to the current one', async (t) => {
  const jar = new Jar();
  jar.values.set('uids', encoded({ a: [long('a'), 9], b: [long('b'), 2], c: [long('c'), 3], d: [long('d'), 1] }));
  const stored = storeId(jar.cookies(2), { key: 'a', uid: long('a'), nowMs }, rules(2));
  if (stored.kind !== 'stored') return t.fail(stored.kind);
  for (const text of stored.setCookies) t.ok(text.length <= 400, `${text.length} bytes`);
  jar.take(stored.setCookies);
  t.strictSame([...jar.read(2).uids.keys()].sort(), ['a', 'c'], 'the ids that expire first are dropped');
});

t.test(
  'a cookie that a browser has twice after a change of domain is rewritten, and the older one deleted',
  async (t) => {
    const limits = { ...rules(3, 4000), cookieDomain: 'ads.example' };
    const older = encoded({ a: ['1', 9] });
    const { cookies } = readBrowserIds(
      `uids=${encoded({ k: ['1', 1] })}; uids2=${older}; uids2=${encoded({ b: ['1', 1] })}`,
      { hostCookie: host, cookies: 3 },
      nowMs,
    );
    const stored = storeId(cookies, { key: 'c', uid: '1', nowMs }, limits);
    t.match(stored, {
      setCookies: [/^uids=\w+.*Domain=ads/, /^uids2=; Path=\/; Max-Age=0/, /^uids2=\w.*Domain=ads\.example; Max-Age=7/],
    });
    const jar = new Jar();
    if (stored.kind === 'stored') jar.take(stored.setCookies);
    t.strictSame([...jar.read(3).uids.keys()], ['k', 'c', 'a']);
    const one = readBrowserIds(`uids2=${older}`, { hostCookie: host, cookies: 3 }, nowMs).cookies;
    t.match(storeId(one, { key: 'c', uid: '1', nowMs }, limits), { setCookies: { length: 1 } });
    jar.values.clear();
    jar.values.set('uids2', older);
    jar.take(forgetId(one, 'c', limits));
    t.strictSame([...jar.read(3).uids.keys()], ['a'], 'no id is lost with the older cookies');
  },
);

t.test('random visits keep each new id, restore no old one, and write no cookie that is too long', async (t) => {
  const roll = dice(11);
  for (let visit = 0; visit < 60; visit++) {
    const jar = new Jar();
    const limits = rules(1 + roll(6), 300 + roll(500));
    const kept = new Map<string, string>();
    for (let count = 0; count < 40; count++) {
      const key = `k${roll(20)}`;
      const uid = 'u'.repeat(1 + roll(60)) + String(count);
      const stored = storeId(jar.cookies(limits.cookies), { key, uid, nowMs: nowMs + count }, limits);
      if (stored.kind !== 'stored') {
        t.fail(`${stored.kind} in visit ${visit}`);
        continue;
      }
      jar.take(stored.setCookies);
      for (const text of stored.setCookies) if (text.length > limits.maxCookieBytes) t.fail(`${text.length} bytes`);
      kept.set(key, uid);
      const { uids } = jar.read(limits.cookies);
      if (uids.get(key) !== uid) t.fail(`visit ${visit}: ${key} is not kept`);
      for (const [one, value] of uids)
        if (kept.get(one) !== value) t.fail(`visit ${visit}: an old id of ${one} is back`);
    }
    for (const value of jar.values.values()) t.ok(decodeUids(value) !== undefined);
  }
});
