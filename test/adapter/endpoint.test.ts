/** No param can lead a call to a host that the definition does not admit (bidders, 'SSRF'). */
import t from 'tap';
import { Type } from 'typebox';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import { isPublicHost } from '../../src/adapter/public-host.ts';
import { bidderOf, callsOf } from './support.ts';

const params = Type.Object({ p: Type.String() });
type P = { readonly params: { readonly p: string } };
const p = ({ params }: P): string => params.p;

/** One bidder for every way in which a param forms a URL. */
const bidders = {
  'the whole host': bidderOf(defineBidder({ code: 'whole', endpoint: 'https://{{.P}}/bid', params, macros: { P: p } })),
  'a part of the host': bidderOf(
    defineBidder({ code: 'part', endpoint: 'https://{{.P}}.acme.com/bid', params, macros: { P: p } }),
  ),
  'the inside of the host': bidderOf(
    defineBidder({ code: 'inside', endpoint: 'https://a{{.P}}b.acme.com/bid', params, macros: { P: p } }),
  ),
  'a path segment': bidderOf(
    defineBidder({ code: 'segment', endpoint: 'https://acme.com/{{.P}}/bid', params, macros: { P: p } }),
  ),
  'the end of the path': bidderOf(
    defineBidder({ code: 'end', endpoint: 'https://acme.com/bid/{{.P}}', params, macros: { P: p } }),
  ),
  'several segments': bidderOf(
    defineBidder({
      code: 'path',
      endpoint: 'https://acme.com/bid{{.P}}',
      params,
      macros: { P: { as: 'path', of: p } },
    }),
  ),
  'a query value': bidderOf(
    defineBidder({ code: 'query', endpoint: 'https://acme.com/bid?k={{.P}}', params, macros: { P: p } }),
  ),
  'a URL of its own making': bidderOf(
    defineBidder({ code: 'url', endpoint: 'https://acme.com', params, url: (endpoint, c) => `${endpoint}${p(c)}` }),
  ),
  'a host of its own making': bidderOf(
    defineBidder({
      code: 'own',
      endpoint: 'https://acme.com/bid',
      params,
      url: (_, c) => `https://${p(c)}/bid`,
      admitsHost: (host) => host.endsWith('.acme.com'),
    }),
  ),
};

const attacks = [
  'evil.test@acme.com',
  'acme.com@evil.com',
  '@evil.com',
  ':x@evil.com',
  '.evil.com',
  'evil.com#',
  'evil.com?',
  'evil.com/',
  'evil.com%2f',
  'evil.com%2F.acme.com',
  '%2e%2e%2f',
  'evil.com\\',
  '\\evil.com',
  '/\\evil.com',
  '//evil.com',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0',
  '169.254.169.254',
  '169.254.169.254:80',
  '[::1]',
  '[::ffff:169.254.169.254]',
  'fe80::1',
  '::1',
  'localhost',
  'localhost:6379',
  'LOCALHOST',
  'app.localhost',
  'metadata',
  'metadata.google.internal',
  'printer.local',
  'intranet.corp',
  'db.lan',
  'evil.com.',
  'evil.com..',
  '.',
  '..',
  '../../x',
  '/../x',
  '%2e%2e',
  '',
  ' ',
  'evil.com ',
  'evil.com\t',
  'evil.com\r\nx: y',
  'evil.com\0',
  'ev\u0131l.com',
  'evil\u3002com',
  'evil\uff0ecom',
  '\u2460\u2461\u2466.0.0.1',
  '１２７.0.0.1',
  'evil.com\u2044',
  'ex\u00e4mple.com',
  '\ud800',
  'evil.com:0',
  'evil.com:99999',
  'evil.com:80:80',
  'a..b.com',
  '-a.com',
  'javascript:alert(1)',
  'http://evil.com/',
  `${'a'.repeat(300)}.com`,
];

t.test('an attack in any part of a URL is refused or stays on an admitted host', async (t) => {
  for (const [place, bidder] of Object.entries(bidders)) {
    for (const attack of attacks) {
      const { calls, problems } = callsOf(bidder, [{ id: 'i1', banner: {}, params: { p: attack } }]);
      if (calls.length === 0) {
        t.equal(problems.length, 1, `${place}: ${JSON.stringify(attack)} is refused`);
        continue;
      }
      const { uri } = calls[0]!;
      const url = new URL(uri);
      const isOurs = url.hostname === 'acme.com' || url.hostname.endsWith('.acme.com');
      const isAdmitted = place === 'the whole host' ? isPublicHost(url.host) : isOurs;
      t.ok(isAdmitted && url.username === '' && url.password === '', `${place}: ${JSON.stringify(attack)} → ${uri}`);
      t.match(uri, /^https:\/\/[!-~]+$/, 'only printable ASCII');
      if (place !== 'a URL of its own making' && !place.endsWith('host')) {
        t.equal(
          uri.startsWith(`https://acme.com/`),
          true,
          `${place}: ${JSON.stringify(attack)} keeps the path's beginning`,
        );
        t.equal(url.pathname.includes('bid'), true, `${place}: ${JSON.stringify(attack)} keeps the path: ${uri}`);
      }
    }
  }
});

const uri = (place: keyof typeof bidders, value: string): string | undefined =>
  callsOf(bidders[place], [{ id: 'i1', params: { p: value } }]).calls[0]?.uri;

t.test('a harmless param is encoded for its place in the URL', async (t) => {
  t.equal(uri('the whole host', 'ads.example.com:8080'), 'https://ads.example.com:8080/bid');
  t.equal(uri('the whole host', 'Ads.Example.COM'), 'https://Ads.Example.COM/bid');
  t.equal(uri('a part of the host', 'eu-west.ep1'), 'https://eu-west.ep1.acme.com/bid');
  t.equal(uri('the inside of the host', ''), 'https://ab.acme.com/bid');
  t.equal(uri('a path segment', "a/b c?'"), 'https://acme.com/a%2Fb%20c%3F%27/bid');
  t.equal(uri('several segments', '/a b/c'), 'https://acme.com/bid/a%20b/c');
  t.equal(uri('a query value', 'a b&c=d/é'), 'https://acme.com/bid?k=a+b%26c%3Dd%2F%C3%A9');
  t.equal(uri('a URL of its own making', '/x?y=1'), 'https://acme.com/x?y=1');
  t.equal(uri('a host of its own making', 'eu.acme.com'), 'https://eu.acme.com/bid');
});

const problemOf = (place: keyof typeof bidders, value: string) =>
  callsOf(bidders[place], [{ id: 'i1', params: { p: value } }]).problems[0]?.message;

t.test('a refusal names the imp, quotes the value and says what would be accepted', async (t) => {
  t.match(
    problemOf('a path segment', '..'),
    /^imp "i1": "\.\." of the params cannot stand in the path .*: give the name or number/,
  );
  t.match(
    problemOf('a part of the host', 'a/b'),
    /^imp "i1": "a\/b" of the params cannot stand in the host .*: give letters, digits/,
  );
  t.match(
    problemOf('the whole host', 'localhost'),
    /^imp "i1": the params make "localhost" the host .*: it must be a public name/,
  );
  t.match(
    problemOf('a host of its own making', 'evil.com'),
    /^imp "i1": the params lead to the host "evil\.com", which is not/,
  );
  t.equal(problemOf('a URL of its own making', '/\\'), `imp "i1": the params cannot stand in the bidder's address`);
  t.ok(problemOf('a part of the host', '/'.repeat(9999))!.length < 250, 'a long value is shortened');
});

/** The calls for imps with these params, as URLs with imp ids, and how their problems begin. */
const callsFor = (place: keyof typeof bidders, ...all: string[]) => {
  const { calls, problems } = callsOf(
    bidders[place],
    all.map((text) => ({ id: text, params: { p: text } })),
  );
  return [
    calls.map((call) => [new URL(call.uri).href, call.impids]),
    problems.map(({ message }) => message.split(':')[0]),
  ];
};

t.test('an imp whose params form no URL is left out with a problem; the other imps are sent', async (t) => {
  t.strictSame(callsFor('a path segment', '..', 'a', '.', 'b'), [
    [['https://acme.com/a/bid', ['a', 'b']]],
    ['imp ".."', 'imp "."'],
  ]);
  t.strictSame(
    callsFor('a path segment', 'a', '..'),
    [[['https://acme.com/a/bid', ['a', '..']]], []],
    'only the params of the first imp form the URL',
  );
  t.strictSame(callsFor('the whole host', 'localhost', 'ads.example.com'), [
    [['https://ads.example.com/bid', ['ads.example.com']]],
    ['imp "localhost"'],
  ]);
  t.strictSame(callsFor('a path segment', '..', '..'), [
    [],
    ['".." of the params cannot stand in the path of the bidder\'s address'],
  ]);
});
