/** `/optout` and `/getuids` (decisions, 'User sync'): users see their ids, opt out and opt in. */
import t from 'tap';
import { ask, cookieOf, cookieWith, entry, openSync } from './sync-front.ts';

const urls = { userSync: { optOutUrl: 'https://host.example/out?x=1', optInUrl: 'https://host.example/in' } };

/** Fetches without following redirects. */
const go = (url: string, init: RequestInit): Promise<Response> => fetch(url, { redirect: 'manual', ...init });

t.test('opting out removes every id and is remembered until opting in', async (t) => {
  const { url } = await openSync(t, urls);
  const ids = cookieWith({ tempUIDs: { image: entry('i') } });
  const answer = await ask(`${url}/optout?optout=1`, undefined, ids);
  t.equal(answer.status, 302);
  t.equal(answer.headers['location'], 'https://host.example/out?x=1');
  t.strictSame(cookieOf(answer), { optout: true });
  t.match(answer.headers['cache-control'], /no-store/);
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  t.equal((await ask(`${url}/getuids`, undefined, { cookie })).text, '{"buyeruids":{}}');
  t.equal((await ask(`${url}/setuid?bidder=image&uid=u`, undefined, { cookie })).status, 401);
  const back = await ask(`${url}/optout?optout=0`, undefined, { cookie });
  t.equal(back.headers['location'], 'https://host.example/in');
  t.strictSame(cookieOf(back)!.tempUIDs, {});
  t.equal(cookieOf(back)!.optout, undefined);
});

t.test('opting in also ends an opt-out cookie from before the cookie had a domain', async (t) => {
  const { url } = await openSync(t, { userSync: { cookieDomain: 'example.com' } });
  const before = cookieWith({ optout: true }).cookie;
  const back = await go(`${url}/optout?optout=0`, { headers: { cookie: before } });
  const [ended = '', begun = '', ...more] = back.headers.getSetCookie();
  t.match(ended, /^uids=; Path=\/; Max-Age=0;/);
  t.notMatch(ended, /Domain/);
  t.match(begun, /^uids=\w.*; Domain=example\.com; Max-Age=7776000;/);
  t.strictSame(more, []);
  const out = await go(`${url}/optout?optout=1`, { headers: { cookie: begun.split(';')[0]! } });
  t.equal(out.headers.getSetCookie().length, 1);
});

t.test('POST takes the choice from the query or a form, and never redirects to a URL of the request', async (t) => {
  const { url } = await openSync(t);
  const form = await go(`${url}/optout`, { method: 'POST', body: new URLSearchParams({ optout: '1' }) });
  t.equal(form.status, 200, 'no redirect without a configured URL');
  t.match(form.headers.get('set-cookie'), /^uids=/);
  for (const query of ['optout=1&url=https://evil.example', 'optout=1&optout=0&redirect=//evil.example']) {
    const answer = await go(`${url}/optout?${query}`, { method: 'POST' });
    t.equal(answer.status, 200);
    t.equal(answer.headers.get('location'), null);
  }
  const longest = '&optout=1'.padStart(16_384, 'x');
  t.equal((await go(`${url}/optout`, { method: 'POST', body: longest })).status, 200, 'the longest form');
  const long = `x${longest}`;
  const refused = await go(`${url}/optout`, { method: 'POST', body: long });
  t.equal(refused.status, 413);
  t.match(await refused.text(), /the form is over 16384 bytes: send optout alone/);
  t.equal((await go(`${url}/optout?optout=1`, { method: 'POST', body: long })).status, 200, 'the query has the choice');
});

t.test('an invalid choice is 400, and opting in through an embedded resource 403', async (t) => {
  const { url } = await openSync(t, urls);
  for (const query of ['', 'optout=', 'optout=2', 'optout=true', 'optout=%0d%0aX:y']) {
    const answer = await ask(`${url}/optout?${query}`);
    t.equal(answer.status, 400, query);
    t.equal(answer.headers['set-cookie'], undefined);
  }
  const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
  t.equal((await ask(`${url}/optout?optout=0`, undefined, image)).status, 403);
  t.equal((await ask(`${url}/optout?optout=1`, undefined, image)).status, 302, 'opting out is always possible');
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
  t.equal((await ask(`${url}/optout?optout=0`, undefined, link)).status, 302);
});

t.test("/getuids shows live ids and the host cookie's id, without CORS", async (t) => {
  const { url } = await openSync(t, { userSync: { hostCookie: { family: 'fr', cookieName: 'hid' } } });
  const { cookie } = cookieWith({ tempUIDs: { image: entry('<b>'), gone: entry('g', -1) }, uids: { old: 'o' } });
  const answer = await ask(`${url}/getuids`, undefined, {
    cookie: `a=1; hid=h1; ${cookie}`,
    origin: 'https://x.example',
  });
  t.equal(answer.headers['content-type'], 'application/json');
  t.equal(answer.headers['x-content-type-options'], 'nosniff');
  t.equal(answer.headers['access-control-allow-origin'], undefined);
  t.strictSame(JSON.parse(answer.text), { buyeruids: { image: '<b>', old: 'o', fr: 'h1' } });
  const own = cookieWith({ tempUIDs: { fr: entry('mine') } }).cookie;
  t.strictSame(JSON.parse((await ask(`${url}/getuids`, undefined, { cookie: `hid=h1; ${own}` })).text), {
    buyeruids: { fr: 'mine' },
  });
  t.strictSame(JSON.parse((await ask(`${url}/getuids`)).text), { buyeruids: {} });
});
