/** `/setuid` and the other ids in the browser's cookies (spec 4.3; decisions, 'User sync'). */
import t from 'tap';
import { ask, cookieOf, cookieWith, entry, openSync } from './sync-front.ts';

t.test('other ids stay, expired ones are dropped, and the older form is rewritten', async (t) => {
  const { url } = await openSync(t);
  const bday = '2020-01-02T03:04:05.678901234Z';
  const before = {
    uids: { old: 'legacy', fr: 'older' },
    tempUIDs: { fr: entry('f1'), gone: entry('g', -1) },
    bday,
  };
  const cookie = cookieOf(await ask(`${url}/setuid?bidder=image&uid=u1`, undefined, cookieWith(before)))!;
  t.strictSame(
    Object.entries(cookie.tempUIDs).map(([key, { uid }]) => [key, uid]),
    [
      ['old', 'legacy'],
      ['fr', 'f1'],
      ['image', 'u1'],
    ],
  );
  t.equal(cookie.bday, '2020-01-02T03:04:05.678Z');
  t.strictSame(cookie.uids, {}, 'all ids are in tempUIDs');
});

t.test('a cookie that cannot be read counts as absent', async (t) => {
  const { url, bugs } = await openSync(t);
  const cookies = [
    'uids=%%%',
    'uids="',
    'uids',
    '=; ;;; =',
    `uids=${'A'.repeat(8192)}`,
    cookieWith('{"tempUIDs":').cookie,
    cookieWith('[1]').cookie,
    cookieWith('{"tempUIDs":[1],"uids":"x","bday":5,"optout":"yes"}').cookie,
    cookieWith(
      '{"tempUIDs":{"a b":{"uid":"x","expires":"2999-01-01T00:00:00Z"},"c":{"uid":5},"d":null,"e":{"uid":"x","expires":"soon"}}}',
    ).cookie,
    cookieWith('['.repeat(4000)).cookie,
  ];
  for (const cookie of cookies) {
    const answer = await ask(`${url}/setuid?bidder=image&uid=u`, undefined, { cookie });
    t.equal(answer.status, 200, cookie.slice(0, 60));
    t.strictSame(Object.keys(cookieOf(answer)!.tempUIDs), ['image'], cookie.slice(0, 60));
  }
  const proto = cookieWith('{"tempUIDs":{"__proto__":{"uid":"p","expires":"2999-01-01T00:00:00Z"}}}');
  const kept = cookieOf(await ask(`${url}/setuid?bidder=image&uid=u`, undefined, proto))!;
  t.strictSame(Object.keys(kept.tempUIDs), ['__proto__', 'image'], '__proto__ is an ordinary key');
  t.equal(({} as { uid?: string }).uid, undefined, 'no prototype is changed');
  t.strictSame(bugs, []);
});

t.test('a deleted id does not come back from a cookie from before the host had a domain', async (t) => {
  const { url } = await openSync(t, { userSync: { cookieDomain: 'example.com' } });
  const older = cookieWith({ tempUIDs: { fr: entry('a', 5), image: entry('b', 9) } }).cookie;
  const deleted = await fetch(`${url}/setuid?bidder=image&uid=`, { headers: { cookie: older } });
  const [ended = '', begun = '', ...more] = deleted.headers.getSetCookie();
  t.match(ended, /^uids=; Path=\/; Max-Age=0;/);
  t.notMatch(ended, /Domain/);
  t.match(begun, /^uids=\w.*; Domain=example\.com; Max-Age=7776000;/);
  t.strictSame(more, []);
  const cookie = begun.split(';')[0]!;
  t.equal((await ask(`${url}/getuids`, undefined, { cookie })).text, '{"buyeruids":{"fr":"a"}}');
});

t.test('an id that would displace more important ones is not kept, and the answer says so', async (t) => {
  const { url } = await openSync(t, { userSync: { maxCookieBytes: 400, priorityGroups: [['image']] } });
  const kept = cookieWith({ tempUIDs: { image: entry('i'.repeat(60)) } });
  const answer = await ask(`${url}/setuid?bidder=frame&uid=${'f'.repeat(60)}`, undefined, kept);
  t.equal(answer.status, 200);
  t.match(answer.text, /^Warning: the cookie is full of ids of bidders with higher priority/);
  t.equal(answer.headers['set-cookie'], undefined);
  const other = await ask(`${url}/setuid?bidder=image&uid=${'j'.repeat(60)}`, undefined, kept);
  t.equal(cookieOf(other)!.tempUIDs['image']!.uid, 'j'.repeat(60), 'a bidder may replace its own id');
});

t.test('the smallest cookie limit has room for a short id', async (t) => {
  const { url } = await openSync(t, { userSync: { maxCookieBytes: 300 } });
  const answer = await ask(`${url}/setuid?bidder=image&uid=u`);
  t.ok(String(answer.headers['set-cookie']).length <= 300);
  t.equal(cookieOf(answer)!.tempUIDs['image']!.uid, 'u');
  t.equal((await ask(`${url}/setuid?bidder=image&uid=${'u'.repeat(200)}`)).status, 400);
});

t.test('ids overflow into further cookies where the host allows them, and an opt-out removes all', async (t) => {
  const { url } = await openSync(t, { userSync: { maxCookieBytes: 300, cookies: 2 } });
  const jar = new Map<string, string>();
  const visit = async (path: string): Promise<string> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const { headers, text } = await ask(`${url}${path}`, undefined, { cookie });
    for (const one of [headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^(\w+)=([^;]*)/.exec(one)!;
      if (/Max-Age=0/.test(one)) jar.delete(name!);
      else jar.set(name!, value!);
    }
    return text;
  };
  const [long, other] = ['i'.repeat(40), 'f'.repeat(40)];
  await visit(`/setuid?bidder=image&uid=${long}`);
  await visit(`/setuid?bidder=frame&uid=${other}`);
  t.strictSame([...jar.keys()], ['uids', 'uids2']);
  t.strictSame(JSON.parse(await visit('/getuids')), { buyeruids: { image: long, fr: other } });
  await visit('/setuid?bidder=frame&uid=');
  t.strictSame(JSON.parse(await visit('/getuids')), { buyeruids: { image: long } });
  await visit('/optout?optout=1');
  t.strictSame([...jar.keys()], ['uids']);
  t.strictSame(JSON.parse(await visit('/getuids')), { buyeruids: {} });
});

t.test('opting out and opting in remove further cookies that the host no longer reads', async (t) => {
  const { url } = await openSync(t);
  const value = cookieWith({ tempUIDs: { image: entry('i') } }).cookie.slice('uids='.length);
  for (const word of ['1', '0']) {
    const headers = { cookie: `uids=${value}; uids3=${value}; uids22=${value}` };
    const answer = await fetch(`${url}/optout?optout=${word}`, { headers });
    const [first, ...ends] = answer.headers.getSetCookie().map((text) => /^(\w+)=.*(Max-Age=\d+)/.exec(text)!.slice(1));
    t.strictSame(first, ['uids', 'Max-Age=7776000']);
    t.strictSame(ends, [
      ['uids2', 'Max-Age=0'],
      ['uids3', 'Max-Age=0'],
    ]);
    t.equal((await fetch(`${url}/optout?optout=${word}`)).headers.getSetCookie().length, 1);
  }
});
