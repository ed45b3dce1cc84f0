/** The store tool validates stored texts as the service would (issue 7, item 4). */
import t from 'tap';
import { bidder, folderOf, good, run } from './running-tool.ts';

t.test('valid texts have no faults; an invalid text has the fault that the service would report', async (t) => {
  const bare = { ext: { svc: { storedauctionresponse: { id: 'won' } } } };
  const dir = folderOf(t, {
    ...good,
    'imps/params-only': { ext: bidder },
    'imps/media-only': { video: { mimes: ['video/mp4'] } },
    'requests/no-imps': { site: { page: 'https://a.example/', publisher: { id: 'pub' } } },
    'requests/named': { imp: [{ id: 'i1', banner: { w: 1, h: 1 }, ...bare }], app: { id: 'a1' } },
  });
  t.match(await run(['validate'], { dir }), { status: 0, out: '9 validated, 0 faults\n' });
  const wrong = folderOf(t, {
    'imps/no-size': { banner: {}, ext: bidder },
    'imps/stranger': { banner: { w: 1, h: 1 }, ext: { svc: { bidder: { acm: {} } } } },
    'imps/some': { banner: { w: 1, h: 1 }, ext: { svc: { bidder: { acme: {}, other: {} } } } },
    'requests/lost': { imp: [{ id: 'i1', ext: { svc: { storedrequest: { id: 'gone' } } } }], site: { id: 's1' } },
    'accounts/odd': { disabld: true },
  });
  const { status, out, messages } = await run(['validate'], { dir: wrong });
  t.equal(status, 1);
  t.match(out, /^5 validated, \d+ faults\n$/);
  t.match(messages, /imps\/no-size: imp\[0\]\.banner has no size/);
  t.match(messages, /imps\/stranger: .*"acm", which is not a bidder of this host/);
  t.match(messages, /imps\/some: .*"other"/);
  t.match(messages, /requests\/lost: .*gone.* not found/);
  t.match(messages, /accounts\/odd: disabld is not a setting/);
  t.match(
    (await run(['validate'], { dir: folderOf(t, { 'imps/marked': '\ufeff{}' }) })).messages,
    /byte order mark: remove it/,
  );
  t.match(await run(['validate', 'imps/none', 'imps/some'], { dir: wrong }), { messages: /imps\/none is not stored/ });
});

t.test(
  'a profile is validated as the request or imp that names it, even if requests may have no profiles',
  async (t) => {
    const sized = { banner: { w: 300, h: 250 } };
    const dir = folderOf(t, {
      'accounts/p1': { maxProfiles: 2 },
      'profiles/params': { type: 'imp', accountid: 'p1', body: { ext: bidder } },
      'profiles/media': { type: 'imp', mergeprecedence: 'profile', body: { video: { mimes: ['video/mp4'] } } },
      'profiles/app': { type: 'request', accountid: 'p1', body: { app: { bundle: 'com.a' }, regs: { coppa: 1 } } },
      'profiles/nothing': { type: 'request', body: {} },
    });
    const none = ['--set', 'auction.maxProfiles=0', '--set', 'validation.unknownProfile=warn'];
    t.strictSame(await run(['validate', ...none], { dir }), {
      status: 0,
      out: '5 validated, 0 faults\n',
      messages: '',
    });
    const wrong = folderOf(t, {
      'profiles/bare': { bcat: [] },
      'profiles/size': { type: 'imp', body: { banner: {}, ext: bidder } },
      'profiles/stranger': { type: 'imp', body: { ...sized, ext: { svc: { bidder: { acm: {} } } } } },
      'profiles/typed': { type: 'request', mergeprecedence: 'profile', body: { at: 'first' } },
      'profiles/greedy': { type: 'request', body: { tmax: 300, site: { publisher: { id: 'p' } } } },
      'profiles/lost': { type: 'imp', body: { ext: { svc: { storedauctionresponse: { id: 'gone' } } } } },
    });
    const { status, messages } = await run(['validate'], { dir: wrong });
    t.equal(status, 1);
    t.match(messages, /profiles\/bare has no type: write "request" or "imp"/);
    t.match(messages, /profiles\/size: imp\[0\]\.banner has no size/);
    t.match(messages, /profiles\/stranger: .*"acm", which is not a bidder of this host/);
    t.match(messages, /profiles\/typed: at must be an integer/);
    t.match(messages, /warning: profiles\/greedy: .* has tmax, site\.publisher\.id, which are ignored/);
    t.match(messages, /profiles\/lost: .*gone/);
  },
);

/** A profile that takes precedence over its imp. */
const above = (body: object) => ({ type: 'imp', mergeprecedence: 'profile', body });

t.test('a text without bidders, or one that removes members, is validated with what a page would add', async (t) => {
  const dir = folderOf(t, {
    'imps/place': { banner: { w: 1, h: 1 }, ext: { gpid: '/1/top', data: { pbadslot: 'top' } } },
    'profiles/place': { type: 'imp', body: { ext: { gpid: '/1/top' } } },
    'profiles/unasked': above({ ext: { svc: { bidder: { acme: null } } } }),
    'profiles/unasked-beside': above({ ext: { acme: null } }),
    'profiles/no-banner': above({ banner: null }),
    'profiles/no-video': above({ banner: null, video: null }),
    'profiles/no-page': { type: 'request', mergeprecedence: 'profile', body: { site: { page: null } } },
  });
  t.strictSame(await run(['validate'], { dir }), { status: 0, out: '7 validated, 0 faults\n', messages: '' });
  const wrong = folderOf(t, {
    'profiles/page': { type: 'request', body: { site: { page: 5 } } },
    'profiles/list': { type: 'imp', body: { ext: { svc: { bidder: ['acme'] } } } },
    'profiles/banner': { type: 'imp', body: { banner: 'large' } },
  });
  const { status, messages } = await run(['validate'], { dir: wrong });
  t.equal(status, 1);
  t.match(messages, /profiles\/page: site\.page must be a string/);
  t.match(messages, /profiles\/list: .*bidder must be an object/);
  t.match(messages, /profiles\/banner: .*banner must be an object/);
});

const banner = { w: 1, h: 1 };
/** A stored request that names these profiles. */
const pageWith = (...profiles: string[]) => ({
  imp: [{ id: 'i1', banner, ext: bidder }],
  ext: { svc: { profiles } },
});

t.test('profiles of an account are found for texts of that account, up to its limit', async (t) => {
  const ours = { type: 'request', accountid: 'p1', body: { bcat: ['IAB1'] } };
  const dir = folderOf(t, {
    'accounts/p1': { maxProfiles: 1 },
    'profiles/ours': ours,
    'profiles/ofimp': { type: 'imp', accountid: 'p1', body: { banner } },
    'profiles/all': { type: 'request', body: {} },
    'requests/bare': pageWith('ours'),
    'requests/site': { ...pageWith('all', 'ours'), site: { page: 'https://a.example/' } },
    'imps/top': { ext: { svc: { ...bidder.svc, profiles: ['ofimp'] } } },
  });
  const { status, out, messages } = await run(['validate'], { dir });
  t.strictSame([status, out], [0, '7 validated, 0 faults\n']);
  const cut = 'general: the request names more profiles (2) than allowed (1): the rest are ignored';
  t.equal(messages, `warning: requests/site: ${cut}\n`);
  const wrong = folderOf(t, {
    'accounts/none': { maxProfiles: 0 },
    'profiles/typed': { ...ours, accountid: 'none', body: { at: 'first' } },
    'profiles/ours': ours,
    'requests/others': { ...pageWith('ours'), app: { publisher: { id: 'p2' } } },
  });
  const judged = await run(['validate'], { dir: wrong });
  t.match(judged.messages, /profiles\/typed: at must be an integer/);
  t.match(judged.messages, /requests\/others: Profile with ID="ours" not found/);
  t.equal(judged.out, '4 validated, 2 faults\n');
});

t.test('a stored request that asks for events has no warning about a missing account', async (t) => {
  const asking = { ...good['requests/page'], site: undefined, ext: { svc: { events: {} } } };
  const dir = folderOf(t, { 'requests/asking': asking });
  const events = ['--set', 'events.enabled=true'];
  t.strictSame(await run(['validate', ...events], { dir }), {
    status: 0,
    out: '1 validated, 0 faults\n',
    messages: '',
  });
});

t.test('an unknown bidder in a stored account is a warning', async (t) => {
  const off = { enabled: false };
  const rules = [
    { condition: { componentName: ['acne'] }, allow: false },
    { condition: null, allow: true },
  ];
  const privacy = { allowActivities: { fetchBids: { rules } } };
  const dir = folderOf(t, {
    'accounts/odd': { bidders: { acme: off, Appnexus: off, acne: off }, secondaryBidders: ['stranger'], privacy },
    'accounts/none': { bidders: null, privacy: { allowActivities: null } },
  });
  const { messages, ...ended } = await run(['validate'], { dir });
  t.strictSame(ended, { status: 0, out: '2 validated, 0 faults\n' });
  t.strictSame(messages.trim().split('\n'), [
    'warning: accounts/odd: privacy.allowActivities.fetchBids names acne, which is not a bidder or analytics module here: did you mean acme?',
    'warning: accounts/odd: bidders.acne is not a bidder here: did you mean acme?',
    'warning: accounts/odd: secondaryBidders.stranger is not a bidder here: correct it, unless it is an alias that requests define',
  ]);
});

const rateFault = (id: string, cur: string) =>
  `store: imps/${id}: sonobi: Currency conversion rate not found: '${cur}' => 'USD'\n`;

t.test('a floor that the bidder must convert is a fault unless the host has rates', async (t) => {
  const ext = { svc: { bidder: { sonobi: { TagID: 't' } } } };
  const floored = { banner: { w: 300, h: 250 }, bidfloor: 1, bidfloorcur: 'EUR', ext };
  const dir = folderOf(t, { 'imps/floored': floored, 'imps/nowhere': { ...floored, bidfloorcur: 'XYZ' } });
  const withRates = await run(['validate', '--set', 'currency.ratesUrl=http://127.0.0.1:1/'], { dir }, ', sonobi: {}');
  t.strictSame(withRates.messages, rateFault('nowhere', 'XYZ'));
  const without = await run(['validate', 'imps/floored'], { dir }, ', sonobi: {}');
  t.strictSame(without.messages, rateFault('floored', 'EUR'));
});

t.test('an unknown currency in a stored request is a warning', async (t) => {
  const dir = folderOf(t, { 'requests/euro': { ...good['requests/page'], cur: ['EURO'] } });
  const what = 'cur is EURO, and bids in USD are dropped without a rate to convert them';
  t.strictSame(await run(['validate'], { dir }), {
    status: 0,
    out: '1 validated, 0 faults\n',
    messages: `warning: requests/euro: general: ${what}: correct it, or set currency.ratesUrl\n`,
  });
});

t.test("a bidder's refusal is a fault also on a host with GDPR as default", async (t) => {
  const ext = { svc: { bidder: { sonobi: { TagID: 't' } } } };
  const floored = { banner: { w: 300, h: 250 }, bidfloor: 1, bidfloorcur: 'EUR', ext };
  const dir = folderOf(t, { 'imps/floored': floored });
  const scope = ['--set', 'privacy.gdpr.defaultScope=true'];
  const { messages } = await run(['validate', ...scope], { dir }, ', sonobi: {}');
  t.equal(messages, rateFault('floored', 'EUR'), 'no fault about missing consent');
});

const stating = (storedauctionresponse: object) => ({ ext: { svc: { storedauctionresponse } } });

t.test('the stored auction response of a stored request is validated', async (t) => {
  const dir = folderOf(t, {
    'responses/won': [{ seat: 'acme', bid: [{ id: '1' }] }],
    'responses/bare': { seat: 'acme' },
    'requests/sound': stating({ id: 'won' }),
    'requests/lost': stating({ id: 'gone' }),
    'requests/wrong': stating({ id: 'bare' }),
    'requests/empty': stating({ seatbidarr: [{ seat: 'acme', bid: [] }] }),
  });
  const { status, out, messages } = await run(['validate'], { dir });
  t.equal(status, 1);
  t.equal(out, '6 validated, 3 faults\n');
  t.match(messages, /requests\/lost: Stored response with ID="gone" not found/);
  t.match(messages, /requests\/wrong: Stored response with ID="bare" is not an array of seatbid objects/);
  t.match(messages, /requests\/empty: ext\.svc\.storedauctionresponse\.seatbidarr is not an array/);
});

t.test('the default request applies to all texts; a wrong one is reported once and no text is validated', async (t) => {
  const sister = { banner: { w: 1, h: 1 }, ext: { svc: { bidder: { sister: {} } } } };
  const dir = folderOf(t, { ...good, 'imps/sister': sister });
  const over = (value: string) => run(['validate', '--set', `defaultRequest=${value}`], { dir });
  t.match(await over('{"ext":{"svc":{"aliases":{"sister":"acme"}}}}'), { status: 0, messages: '' });
  const messages = 'store: defaultRequest makes a request invalid: bcat must be an array, not a number\n';
  t.strictSame(await over('{"bcat":5}'), { status: 1, out: '', messages });
  t.strictSame((await over('{')).messages, 'store: defaultRequest is not a JSON object: write {…}\n');
  const doubtful = await over('{"ext":{"svc":{"aliases":{"sister":"acme"},"nosale":["nobody"]}}}');
  t.match(doubtful, { status: 0, out: /^6 validated/ });
  t.equal(
    doubtful.messages,
    'warning: defaultRequest: general: ext.svc.nosale names "nobody", which is not a bidder here: ignored\n',
  );
});
