/** Which bidders can sync, with which pages and key: settings over definitions (decisions, 'Aliases', 'User sync'). */
import t from 'tap';
import { isNoId, keyPriority, Syncers, syncKeys } from '../../src/usersync/syncers.ts';
import type { SyncType } from '../../src/usersync/sync-styles.ts';
import type { KnownSync, SyncSettings } from '../../src/usersync/sync-sources.ts';
import { encodeValues } from '../../src/usersync/sync-values.ts';
import { filledPage } from './filled-page.ts';

const page = (host: string): { url: string; userMacro: string } => ({
  url: `https://${host}.example/?r={{.RedirectURL}}`,
  userMacro: 'U',
});

/** `acme` has its own key and both pages, `acmealias` shares the key, `plain` has no sync. */
const known = new Map<string, KnownSync>([
  [
    'acme',
    {
      code: 'acme',
      aliasOf: undefined,
      facts: { gvlVendorId: 7, sync: { key: 'ac', iframe: page('frame'), redirect: page('image'), supportCORS: true } },
    },
  ],
  ['acmealias', { code: 'acmealias', aliasOf: 'acme', facts: { sync: { key: 'ac' } } }],
  ['plain', { code: 'plain', aliasOf: undefined, facts: {} }],
]);

const on = { enabled: true };

function syncers(settings: { readonly [code: string]: SyncSettings }): Syncers {
  return new Syncers({ settings, known }, 'https://gavel.example');
}

/** Key, vendor id, core and the hosts of the pages. */
function shown(all: Syncers, code: string): unknown {
  const { key, gvlVendorId, core, pages } = all.find(code)!;
  const hosts = [...pages.keys()].map((type) => `${type} ${new URL(filled(all, code, type)).hostname}`);
  return { key, gvlVendorId, core, hosts };
}

/** The URL of a page for a user without signals. */
function filled(all: Syncers, code: string, type: SyncType): string {
  const signals = { gdpr: '', gdprConsent: '', usPrivacy: '', gpp: '', gppSid: '' };
  return filledPage(all.find(code)!.pages.get(type)!, encodeValues(signals, { id: '', returns: false }));
}

t.test('key, vendor id and pages are from the definition, and a setting takes precedence over each', async (t) => {
  const all = syncers({
    acme: { ...on },
    plain: { ...on },
  });
  t.strictSame(shown(all, 'ACME'), {
    key: 'ac',
    gvlVendorId: 7,
    core: 'acme',
    hosts: ['iframe frame.example', 'redirect image.example'],
  });
  t.ok(all.find('acme')!.isEnabled, 'enabled by default');
  t.strictSame(shown(all, 'plain'), { key: 'plain', gvlVendorId: undefined, core: 'plain', hosts: [] });
  t.strictSame(all.codes, ['acme']);
  const own = syncers({ acme: { ...on, gvlVendorId: 9, userSync: { ...on, key: 'mine', redirect: page('host') } } });
  t.strictSame(shown(own, 'acme'), {
    key: 'mine',
    gvlVendorId: 9,
    core: 'acme',
    hosts: ['iframe frame.example', 'redirect host.example'],
  });
});

t.test('both styles of settings are read', async (t) => {
  const b = { url: 'https://b.example/?r=', 'redirect-url': '/setuid?bidder=x&uid=U', 'support-cors': true };
  const all = syncers({ x: { ...on, usersync: { ...on, 'cookie-family-name': 'fam', redirect: b } } });
  t.strictSame(shown(all, 'x'), { key: 'fam', gvlVendorId: undefined, core: 'x', hosts: ['redirect b.example'] });
  t.equal(all.find('x')!.pages.get('redirect')!.supportCORS, true);
  const back = encodeURIComponent('https://gavel.example/setuid?bidder=x&uid=U');
  t.equal(filled(all, 'x', 'redirect'), `https://b.example/?r=${back}`);
  const word = { url: 'https://b.example/?r=', 'uid-macro': '$UID' };
  const short = syncers({ x: { ...on, usersync: { ...on, iframe: word, redirect: word } } });
  t.match(filled(short, 'x', 'iframe'), /%26f%3Db%26uid%3D%24UID$/, 'an iframe returns as a page');
  t.match(filled(short, 'x', 'redirect'), /%26f%3Di%26uid%3D%24UID$/, 'a redirect returns as a pixel');
  const rules = { enabled: false, skipwhen: { gdpr: true } };
  for (const style of [{ userSync: rules }, { usersync: rules }]) {
    const { isEnabled, skipWhen } = syncers({ acme: { ...on, ...style } }).find('acme')!;
    t.strictSame({ enabled: isEnabled, skipwhen: skipWhen }, rules);
  }
});

t.test(
  "an alias with its own key has its ids returned to it, although its parent's return path names the parent",
  async (t) => {
    const b = { url: 'https://b.example/?r=', 'redirect-url': '/setuid?gdpr={{gdpr}}&bidder=b&uid=U' };
    const all = syncers({
      b: { ...on, usersync: { ...on, 'cookie-family-name': 'fam', redirect: b } },
      twin: { ...on, aliasOf: 'b' },
      own: { ...on, aliasOf: 'b', usersync: { ...on, 'cookie-family-name': 'mine' } },
      paged: { ...on, aliasOf: 'b', userSync: { ...on, iframe: page('paged') } },
    });
    for (const [code, named] of Object.entries({ b: 'b', twin: 'b', own: 'own', paged: 'paged' })) {
      const back = encodeURIComponent(`https://gavel.example/setuid?gdpr=&bidder=${named}&uid=U`);
      t.equal(filled(all, code, 'redirect'), `https://b.example/?r=${back}`, code);
      t.equal(all.findReturned(named)!.key, all.find(code)!.key, `the id of ${code} is kept under its key`);
    }
  },
);

t.test('a page supports CORS only if the setting says so', async (t) => {
  const b = { url: 'https://b.example/?r=', 'redirect-url': '/setuid?bidder=b&uid=U' };
  const all = syncers({
    a: { ...on, userSync: { ...on, redirect: page('a') } },
    b: { ...on, usersync: { ...on, redirect: b } },
  });
  for (const code of ['a', 'b']) t.equal(all.find(code)!.pages.get('redirect')!.supportCORS, false, code);
});

t.test("supportCORS alone applies to the definition's pages for this bidder only", async (t) => {
  const all = syncers({ acme: on, quiet: { ...on, adapter: 'acme', userSync: { ...on, supportCORS: false } } });
  const said = (code: string) => [...all.find(code)!.pages].map(([type, one]) => `${type} ${one.supportCORS}`);
  t.strictSame(said('quiet'), ['iframe false', 'redirect false']);
  t.strictSame(said('acme'), ['iframe true', 'redirect true']);
});

t.test("an alias has its parent's key and pages but no vendor id; with own pages it has its own key", async (t) => {
  const all = syncers({
    acme: on,
    acmealias: on,
    hostalias: { ...on, aliasOf: 'acme' },
    other: { ...on, aliasOf: 'acme', userSync: { ...on, redirect: page('other') } },
    asacme: { ...on, adapter: 'acme' },
    parent: { ...on, gvlVendorId: 3, userSync: { ...on, enabled: false, redirect: page('parent') } },
    child: { ...on, aliasOf: 'parent' },
  });
  const acme = ['iframe frame.example', 'redirect image.example'];
  t.strictSame(shown(all, 'acmealias'), { key: 'ac', gvlVendorId: undefined, core: 'acme', hosts: acme });
  t.strictSame(shown(all, 'hostalias'), { key: 'ac', gvlVendorId: undefined, core: 'acme', hosts: acme });
  t.strictSame(shown(all, 'other'), {
    key: 'other',
    gvlVendorId: undefined,
    core: 'acme',
    hosts: ['iframe frame.example', 'redirect other.example'],
  });
  t.strictSame(shown(all, 'asacme'), { key: 'ac', gvlVendorId: undefined, core: 'asacme', hosts: acme });
  t.strictSame(shown(all, 'child'), {
    key: 'parent',
    gvlVendorId: undefined,
    core: 'parent',
    hosts: ['redirect parent.example'],
  });
  t.equal(all.find('child')!.isEnabled, false, 'disabled with its parent');
  const alone = syncers({ acmealias: on, b: { ...on, aliasOf: 'acme', usersync: { ...on, redirect: page('b') } } });
  t.match(shown(alone, 'acmealias'), { key: 'ac', hosts: acme }, 'even if its parent is not configured');
  t.match(shown(alone, 'b'), { key: 'b' }, 'in either style');
});

t.test("the vendor id is that of the adapter's definition", async (t) => {
  for (const [adapter, id] of [
    ['acme', 7],
    ['plain', undefined],
  ] as const)
    t.equal(syncers({ acme: { ...on, adapter } }).find('acme')!.gvlVendorId, id, adapter);
});

t.test('bidders that share a key share its pages, and /setuid accepts the key as name', async (t) => {
  const all = syncers({
    first: { ...on, userSync: { ...on, key: 'k' } },
    second: { ...on, userSync: { ...on, key: 'k', redirect: page('k') } },
    off: { enabled: false, userSync: { ...on, key: 'z', redirect: page('z') } },
  });
  t.strictSame(shown(all, 'first'), { key: 'k', gvlVendorId: undefined, core: 'first', hosts: ['redirect k.example'] });
  const back = filled(all, 'first', 'redirect');
  t.match(back, /setuid%3Fbidder%3Dfirst%26/, 'the return URL has the bidder’s own name, for privacy rules');
  t.equal(all.findReturned('k')?.code, 'first');
  t.equal(all.findReturned('second')?.code, 'second');
  for (const name of ['z', 'off', '', '__proto__', 'constructor']) t.equal(all.findReturned(name), undefined, name);
});

t.test("a bidder's unreplaced macro is no id, encoded or decoded", async (t) => {
  const redirect = { url: 'https://m.example/?r={{.RedirectURL}}', userMacro: 'a+b%7D' };
  const all = syncers({ macro: { ...on, userSync: { ...on, redirect } }, plain: on });
  const bidder = all.find('macro')!;
  for (const uid of ['a+b%7D', 'a b}']) t.ok(isNoId(uid, bidder), uid);
  for (const uid of ['', 'a', 'a b%7D']) t.notOk(isNoId(uid, bidder), uid);
  t.notOk(isNoId('', all.find('plain')!));
  const b = { url: 'https://b.example/?r=', 'redirect-url': '/setuid?bidder=b&uid=$B' };
  const inB = syncers({ b: { ...on, usersync: { ...on, redirect: b } } }).find('b')!;
  t.strictSame([isNoId('$B', inB), isNoId('B', inB)], [true, false], "in B's style");
});

t.test('syncKeys has the key of each bidder, keyPriority that of each group', async (t) => {
  const settings = { acme: on, twin: { ...on, aliasOf: 'acme' }, other: { enabled: false } };
  t.strictSame(
    [...syncKeys({ settings, known })],
    [
      ['acme', 'ac'],
      ['twin', 'ac'],
      ['other', 'other'],
    ],
  );
  const priority = keyPriority(
    [
      ['nobody', 'twin'],
      ['acme', 'plain'],
    ],
    syncers({ ...settings, plain: on }),
  );
  t.strictSame(
    [...priority],
    [
      ['ac', 0],
      ['plain', 1],
    ],
  );
});

t.test('every unknown macro is reported at once with its setting', async (t) => {
  const wrong = { url: 'https://x.example/{{.What}}', userMacro: '' };
  const settings = {
    one: { ...on, userSync: { ...on, iframe: wrong } },
    two: { ...on, usersync: { ...on, redirect: wrong } },
  };
  t.throws(
    () => syncers(settings),
    /bidders\.one\.userSync\.iframe\.url has .*; bidders\.two\.usersync\.redirect\.url has /,
  );
});
