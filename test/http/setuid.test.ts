/** `/setuid` keeps the id of a bidder's redirect, or refuses it (spec 4.3; decisions, 'User sync'). */
import t from 'tap';
import { ask, bidders, cookieOf, cookieWith, entry, openSync } from './sync-front.ts';
import { wholeLists } from '../support/whole-lists.ts';

const day = 86_400_000;

t.test('an id is kept for 14 days, in a cookie that lives 90 days', async (t) => {
  const { url } = await openSync(t);
  const startMs = Date.now();
  const answer = await ask(`${url}/setuid?bidder=image&uid=u%2F1%20%C3%A9&f=i`);
  const endMs = Date.now();
  t.equal(answer.status, 200);
  const header = String(answer.headers['set-cookie']);
  const attributes = header.split('; ').slice(1);
  t.strictSame(attributes.sort(), ['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=None', 'Secure'].sort());
  t.match(header, /^uids=[A-Za-z0-9_=-]+; /, 'base64url');
  const cookie = cookieOf(answer)!;
  t.strictSame(Object.keys(cookie.tempUIDs), ['image']);
  t.equal(cookie.tempUIDs['image']!.uid, 'u/1 é', 'decoded once');
  const bornMs = Date.parse(cookie.bday);
  t.ok(bornMs >= startMs && bornMs <= endMs, 'the birthday is now');
  const keptMs = Date.parse(cookie.tempUIDs['image']!.expires) - 14 * day;
  t.ok(keptMs >= startMs && keptMs <= endMs, 'the id expires in 14 days');
  t.equal(answer.headers['content-type'], 'image/png');
  t.match(answer.headers['cache-control'], /no-store/);
});

t.test('the form of the answer follows f, else the sync type of the bidder', async (t) => {
  const { frame, image } = bidders;
  const both = { ...image, userSync: { ...image.userSync, iframe: frame.userSync.iframe } };
  const { url } = await openSync(t, { bidders: { both } });
  const types = new Map([
    ['bidder=image&f=b', 'text/html; charset=utf-8'],
    ['bidder=image&f=i', 'image/png'],
    ['bidder=image', 'image/png'],
    ['bidder=image&f=', 'image/png'],
    ['bidder=frame', 'text/html; charset=utf-8'],
    ['bidder=frame&f=i', 'image/png'],
    ['bidder=frame&f=I', 'image/png'],
    ['bidder=image&f=B', 'text/html; charset=utf-8'],
    ['bidder=both', 'text/html; charset=utf-8'],
    ['bidder=mute', 'text/html; charset=utf-8'],
  ]);
  for (const [query, type] of types) {
    const answer = await ask(`${url}/setuid?${query}&uid=u`);
    t.equal(answer.status, 200, query);
    t.equal(answer.headers['content-type'], type, query);
    if (type.startsWith('text/html')) t.equal(answer.text, '', `${query}: an empty page`);
    else t.match(answer.text.slice(0, 10), /PNG/, `${query}: a picture`);
  }
});

t.test('ids are kept under the sync key; a bidder is named by its code in any case, or by its key', async (t) => {
  const { url } = await openSync(t, { bidders: { twin: { aliasOf: 'frame' } } });
  for (const name of ['frame', 'FRAME', 'fr', 'twin']) {
    t.strictSame(Object.keys(cookieOf(await ask(`${url}/setuid?bidder=${name}&uid=u`))!.tempUIDs), ['fr'], name);
  }
});

t.test('an empty uid deletes the id, an unresolved macro of the bidder is ignored', async (t) => {
  const { url } = await openSync(t);
  const before = cookieWith({ tempUIDs: { image: entry('i'), fr: entry('f') } });
  for (const query of ['bidder=image&uid=', 'bidder=image']) {
    t.strictSame(
      Object.keys(cookieOf(await ask(`${url}/setuid?${query}`, undefined, before))!.tempUIDs),
      ['fr'],
      query,
    );
  }
  for (const query of ['bidder=image&uid=$UID', 'bidder=image&uid=%24UID', 'bidder=frame&uid=[ID]']) {
    const answer = await ask(`${url}/setuid?${query}`, undefined, before);
    t.equal(answer.status, 200, query);
    t.equal(answer.headers['set-cookie'], undefined, query);
  }
});

t.test('wrong parameters are refused with 400 and a reason that does not reflect them', async (t) => {
  const { url, bugs } = await openSync(
    t,
    { accounts: { required: true }, blocked: { accounts: ['banned'] } },
    { accounts: { p: {}, banned: {}, off: { disabled: true } } },
  );
  const queries = [
    ['', /bidder is missing: name one/],
    ['bidder=&uid=u', /bidder is missing/],
    ['bidder=xx&uid=u&f=x&gdpr=7', /^(?=[^]*gdpr must be)(?=[^]*bidder is not known here)(?=[^]*f must be)/],
    ['bidder=xx%0d%0aSet-Cookie:a=b&uid=u', /bidder is not known here/],
    ['bidder=__proto__&uid=u', /bidder is not known here/],
    ['bidder=image&bidder=frame&uid=u&f=x', /f must be b .* or i/],
    ['bidder=image&uid=u', /account is missing/],
    ['bidder=image&uid=u&account=nobody', /account is not known here/],
    ['bidder=image&uid=u&account=..%2F..%2Fp', /account is not known here/],
    [`bidder=image&uid=u&account=${'a'.repeat(5000)}`, /account is not known here/],
    ['bidder=image&uid=u&account=off', /is disabled or has invalid settings/],
    ['bidder=image&uid=u&account=banned', /is blocked/],
    ['bidder=image&uid=u&account=p&gdpr=2', /gdpr must be 0 or 1/],
    ['bidder=image&uid=u&account=p&gdpr=1', /gdpr_consent is missing/],
    ['bidder=image&uid=u&account=p&gdpr=1&gdpr_consent=', /gdpr_consent is missing/],
    ['bidder=image&uid=u&account=p&gdpr=1&gdpr_consent=%00%ff<b>', /not a TCF 2 consent string/],
    [`bidder=image&uid=u&account=p&gdpr_consent=${'C'.repeat(9000)}`, /longer than 8192/],
    [`bidder=image&uid=u&account=p&gpp=${'D'.repeat(9000)}`, /gpp is longer than 8192/],
    ['bidder=image&uid=u&account=p&gpp_sid=x', /gpp_sid must be/],
    ['bidder=image&uid=u&account=p&gpp_sid=2x', /gpp_sid must be/],
    ['bidder=image&uid=u&account=p&gpp_sid=2,,6', /gpp_sid must be/],
    ['bidder=image&uid=u&account=p&gpp_sid=2', /gdpr_consent is missing/],
    ['bidder=image&uid=u&account=p&gpp_sid=-1,%202', /gdpr_consent is missing/],
    [`bidder=image&account=p&uid=${'u'.repeat(10_000)}`, /uid does not fit/],
  ] as const;
  for (const [query, reason] of queries) {
    const answer = await ask(`${url}/setuid?${query}`);
    t.equal(answer.status, 400, query.slice(0, 80));
    t.match(answer.text, reason, query.slice(0, 80));
    t.match(answer.headers['content-type'], /^text\/plain/);
    t.equal(answer.headers['x-content-type-options'], 'nosniff', 'once');
    t.equal(answer.headers['set-cookie'], undefined);
    t.notMatch(answer.text, /<b>|Set-Cookie|aaaa|uuuu/, 'not reflected');
  }
  t.equal((await ask(`${url}/setuid?bidder=image&uid=u&account=p&gdpr=1&gpp_sid=7`)).status, 200, 'GPP overrides gdpr');
  t.strictSame(bugs, []);
});

t.test("an invalid account is refused with 400 and reported to the host's log", async (t) => {
  const told: string[] = [];
  const accounts = { odd: { disabld: true }, torn: '[', well: {}, off: { disabled: true } };
  const { url } = await openSync(t, {}, { accounts, tellFaults: (id, faults) => told.push(`${id}: ${faults.join()}`) });
  t.equal((await ask(`${url}/setuid?bidder=image&uid=u&account=well`)).status, 200);
  for (const id of ['odd', 'torn', 'off']) {
    const answer = await ask(`${url}/setuid?bidder=image&uid=u&account=${id}`);
    t.equal(answer.status, 400, id);
    t.match(answer.text, /account is disabled or has invalid settings/, id);
  }
  t.match(told, wholeLists([/^odd: disabld is not a setting/, /^torn: .*not a JSON object/]));
});

t.test('a browser that opted out gets 401, and no id is kept', async (t) => {
  const host = { userSync: { hostCookie: { optOutCookie: { name: 'oo', value: 'yes' } } } };
  const { url } = await openSync(t, host);
  const outs = [cookieWith({ optout: true, tempUIDs: { fr: entry('f') } }), { cookie: 'a=b; oo=yes' }];
  for (const headers of outs) {
    const answer = await ask(`${url}/setuid?bidder=image&uid=u`, undefined, headers);
    t.equal(answer.status, 401);
    t.equal(answer.text, '');
    t.equal(answer.headers['set-cookie'], undefined);
  }
  t.equal((await ask(`${url}/setuid?bidder=image&uid=u`, undefined, { cookie: 'oo=no' })).status, 200);
});

t.test('HEAD is answered like GET, POST gets 405', async (t) => {
  const { url } = await openSync(t);
  const head = await fetch(`${url}/setuid?bidder=image&uid=u`, { method: 'HEAD' });
  t.equal(head.status, 200);
  t.equal((await ask(`${url}/setuid?bidder=image&uid=u`, '')).status, 405);
});

t.test('a URL that cannot work is refused by name at the start', async (t) => {
  const image = { userSync: { redirect: { url: 'https://image.example/{{.Uid}}' } } };
  await t.rejects(
    openSync(t, { bidders: { image } }),
    /^bidders\.image\.userSync\.redirect\.url has the unknown macro \{\{\.Uid\}\}/,
  );
});

t.test('where accounts are disabled by default, an enabled account is needed', async (t) => {
  const defaults = { accounts: { defaults: { disabled: true } } };
  const { url } = await openSync(t, defaults, { accounts: { p: { disabled: false } } });
  for (const query of ['', '&account=nobody']) {
    const answer = await ask(`${url}/setuid?bidder=image&uid=u${query}`);
    t.equal(answer.status, 400);
    t.match(answer.text, /accounts are disabled by default on this host/);
  }
  t.equal((await ask(`${url}/setuid?bidder=image&uid=u&account=p`)).status, 200);
});
