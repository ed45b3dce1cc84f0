/** Sync URLs of both styles (spec 4.5; decisions, 'Sync URLs'): each value is encoded exactly once in the URL that holds it. */
import t from 'tap';
import { compilePage, type PageSettings } from '../../src/usersync/sync-url.ts';
import { encodeValues } from '../../src/usersync/sync-values.ts';
import { filledPage } from './filled-page.ts';

const to = { externalUrl: 'https://gavel.example', code: 'acme', format: 'i' } as const;
const values = { gdpr: '1', gdprConsent: 'CO/+ %25&é', usPrivacy: '1YNN', gpp: 'DBAB~X', gppSid: '2,6' };

function styleA(url: string, userMacro = '$UID'): PageSettings {
  return { url, userMacro, returnPath: undefined, appendsReturn: false, supportCORS: false };
}

function styleB(url: string, returnPath: string | undefined, userMacro = ''): PageSettings {
  return { url, userMacro, returnPath, appendsReturn: true, supportCORS: false };
}

const noAccount = { id: '', returns: false };
const url = (page: PageSettings): string => filledPage(compilePage(page, to), encodeValues(values, noAccount));

/** The query that the bidder reads, and the return URL after the bidder inserts `id`. */
function follow(
  filled: string,
  parameter: string,
  [macro, id]: [string, string],
): { outer: URLSearchParams; back: URL } {
  const outer = new URL(filled, 'https://page.example').searchParams;
  const returned = outer.get(parameter)!;
  t.ok(macro === '' || returned.includes(`uid=${macro}`), `${returned} has ${macro} unencoded`);
  return {
    outer,
    back: new URL(macro === '' ? returned + encodeURIComponent(id) : returned.replace(macro, encodeURIComponent(id))),
  };
}

t.test("a page of implementation A's style is filled and returns to /setuid", async (t) => {
  const filled = url(
    styleA(
      'https://s.example/p?g={{.GDPR}}&c={{.GDPRConsent}}&u={{.USPrivacy}}&p={{.GPP}}&s={{.GPPSID}}&r={{.RedirectURL}}',
    ),
  );
  t.match(filled, 'c=CO%2F%2B%20%2525%26%C3%A9&u=1YNN&p=DBAB~X&s=2%2C6&r=https%3A%2F%2Fgavel.example%2Fsetuid%3F');
  t.match(filled, 'gdpr_consent%3DCO%252F%252B%2520%252525%2526%25C3%25A9%26', 'encoded once more in the return URL');
  t.match(filled, /uid%3D%24UID$/, 'the macro is encoded once');
  const { outer, back } = follow(filled, 'r', ['$UID', 'id/1 é']);
  t.equal(outer.get('c'), values.gdprConsent);
  t.equal(back.origin + back.pathname, 'https://gavel.example/setuid');
  t.strictSame(Object.fromEntries(back.searchParams), {
    bidder: 'acme',
    gdpr: '1',
    gdpr_consent: values.gdprConsent,
    us_privacy: '1YNN',
    gpp: 'DBAB~X',
    gpp_sid: '2,6',
    f: 'i',
    uid: 'id/1 é',
  });
});

t.test("a page of implementation B's style is filled and returns by its own path", async (t) => {
  const path = '/setuid?bidder=acme&gdpr={{gdpr}}&gdpr_consent={{gdpr_consent}}&us_privacy={{us_privacy}}&uid=%%ID%%';
  const filled = url(styleB('https://s.example/p?c={{gdpr_consent}}&r=', path));
  const { outer, back } = follow(filled, 'r', ['%%ID%%', 'i']);
  t.equal(outer.get('c'), values.gdprConsent);
  t.strictSame(Object.fromEntries(back.searchParams), {
    bidder: 'acme',
    gdpr: '1',
    gdpr_consent: values.gdprConsent,
    us_privacy: '1YNN',
    uid: 'i',
  });
  const bare = styleB('https://s.example/p?r=', path);
  t.equal(url({ ...bare, userMacro: '$UID' }), url(bare), 'a return path has its own macro');
  const placed = url(styleB('https://s.example/p?r={{redirect_url}}&z=1', '/setuid?bidder=acme&uid={{UID}}'));
  t.equal(
    placed,
    `https://s.example/p?r=${encodeURIComponent('https://gavel.example/setuid?bidder=acme&uid={{UID}}')}&z=1`,
  );
  const usual = follow(url(styleB('//s.example/p?r=', undefined, '[UID]')), 'r', ['[UID]', 'i']);
  t.equal(usual.back.searchParams.get('uid'), 'i');
  t.equal(usual.back.searchParams.get('f'), 'i');
});

t.test("the return URL is appended only to a page of B's style without a macro for it", async (t) => {
  const bare = 'https://s.example/p?r=';
  t.equal(url(styleA(bare)), bare);
  t.match(url(styleB(bare, undefined)), /p\?r=https%3A%2F%2Fgavel\.example%2Fsetuid/);
  t.match(url(styleB(`${bare}{{redirect_url}}`, undefined)), /^(?!.*gavel.*gavel).*gavel/);
});

const macro = (page: PageSettings): string => compilePage(page, to).userMacro;

t.test('the user macro is that of the page, or the uid of its return path', async (t) => {
  t.equal(macro(styleA('https://s.example/', '$UID')), '$UID');
  t.equal(macro(styleB('https://s.example/', undefined, '[UID]')), '[UID]');
  for (const path of ['/setuid?uid=%%ID%%&bidder=a', '/setuid?bidder=a&uid=%%ID%%', '/setuid?xuid=no&uid=%%ID%%']) {
    t.equal(macro(styleB('https://s.example/', path, '[UID]')), '%%ID%%', path);
  }
  t.equal(macro(styleB('https://s.example/', '/setuid?bidder=a', '[UID]')), '');
});

t.test('the account is in the return URL if the host or the return path asks for it', async (t) => {
  const page = styleA('https://s.example/?a={{.Account}}&r={{.RedirectURL}}');
  const named = filledPage(compilePage(page, to), encodeValues(values, { id: 'p 1&x', returns: true }));
  const { outer, back } = follow(named, 'r', ['$UID', 'u']);
  t.equal(outer.get('a'), 'p 1&x');
  t.equal(back.searchParams.get('account'), 'p 1&x');
  t.notMatch(
    filledPage(compilePage(page, to), encodeValues(values, { id: 'p1', returns: false })),
    'account',
    'not unless the host asks for it',
  );
  t.notMatch(
    filledPage(compilePage(page, to), encodeValues(values, { id: '', returns: true })),
    'account',
    'not without an account',
  );
  const path = '/setuid?bidder=acme&account={{account}}&uid=$UID';
  const own = filledPage(
    compilePage(styleB('https://s.example/?r=', path), to),
    encodeValues(values, { id: 'p1', returns: false }),
  );
  t.equal(follow(own, 'r', ['$UID', 'u']).back.searchParams.get('account'), 'p1');
});

t.test('a bidder may append its id, or have a user macro that looks like one of ours', async (t) => {
  t.equal(
    follow(url(styleA('https://s.example/?r={{.RedirectURL}}', '')), 'r', ['', 'u']).back.searchParams.get('uid'),
    'u',
  );
  const like = follow(url(styleA('https://s.example/?r={{.RedirectURL}}', '{{gdpr}}')), 'r', ['{{gdpr}}', 'u']);
  t.equal(like.back.searchParams.get('uid'), 'u');
  t.equal(like.back.searchParams.get('gdpr'), '1');
});

t.test('invalid characters and values that look like macros are encoded', async (t) => {
  const page = compilePage(styleA('https://s.example/?c={{.GDPRConsent}}&r={{.RedirectURL}}'), to);
  const fill = (gdprConsent: string): string => filledPage(page, encodeValues({ ...values, gdprConsent }, noAccount));
  t.match(fill('\ud800'), 'c=%EF%BF%BD&');
  t.match(fill('{{.GPP}}$UID'), 'c=%7B%7B.GPP%7D%7D%24UID&');
  t.notMatch(fill('\r\n"<\\'), /[\r\n"<\\]/);
});

t.test('a page with quotes and backslashes is filled correctly', async (t) => {
  const page = styleA('https://s.example/?q="\\é&c={{.GDPRConsent}}&r={{.RedirectURL}}', '"U\\é"');
  const filled = url(page);
  t.ok(filled.startsWith('https://s.example/?q="\\é&c='));
  t.ok(filled.endsWith('uid%3D%22U%5C%C3%A9%22'));
});

t.test('an unknown macro is a fault of the setting', async (t) => {
  for (const wrong of ['https://s.example/{{.Redirect}}', 'https://s.example/{{uid}}?r=']) {
    t.throws(() => compilePage(styleB(wrong, undefined), to), /has the unknown macro \{\{[^}]+\}\}: use/);
  }
});
