/** Ids, addresses and places of a captured auction's user are redacted also where bidders repeat them (issue 6, item 3). */
import t from 'tap';
import { redactJson } from '../../src/observe/capture-redact.ts';
import { echoBlotter } from '../../src/observe/capture-texts.ts';

t.test("a user's address is redacted everywhere, a loopback address only where a user has it", async (t) => {
  const ids = new Set<string>();
  const known = { ids, hide: (text: string) => text };
  redactJson({ device: { ip: '81.2.69.142' } }, known);
  t.strictSame(redactJson({ device: { ip: '127.0.0.1', ipv6: '::1' } }, known), {
    device: { ip: '127.0.0.0', ipv6: '::' },
  });
  t.equal(echoBlotter(ids)('http://127.0.0.1:8000/event?ip=81.2.69.142'), 'http://127.0.0.1:8000/event?ip=redacted');
});

t.test('exact coordinates are rounded, and redacted where a bidder repeats them in a URL', async (t) => {
  const ids = new Set<string>();
  const geo = { lat: 51.123456, lon: -7.654321, country: 'DEU' };
  const request = { device: { geo }, user: { geo: { lat: 51.12, lon: -7.65 } } };
  t.strictSame(redactJson(request, { ids, hide: (text) => text }), {
    device: { geo: { lat: 51.12, lon: -7.65, country: 'DEU' } },
    user: { geo: { lat: 51.12, lon: -7.65 } },
  });
  t.equal(echoBlotter(ids)('/?ll=51.123456,-7.654321&r=51.12'), '/?ll=redacted,redacted&r=51.12');
});

t.test(
  'ids are redacted in texts of bidders in any encoding and case; short ones are left, as they may be any word',
  async (t) => {
    const hide = echoBlotter(new Set(['a+b/c=$^(.*', 'longer-id', 'longer-id-2', 'imp-1']));
    t.equal(
      hide('u=a%2Bb%2Fc%3D%24%5E(.*&v=a+b/c=$^(.*&w=longer-id-2&x=longer-id for imp-1'),
      'u=redacted&v=redacted&w=redacted&x=redacted for imp-1',
    );
    const bytes = Buffer.from('é-of-a-person', 'utf8').toString('latin1');
    t.equal(echoBlotter(new Set(['é-of-a-person']))(`${bytes} \xff`), 'redacted \xff', 'in a reply that is not UTF-8');
    const id = 'Ab~c*d/e=f';
    const inForm = new URLSearchParams({ u: id }).toString();
    const nested = `r=${encodeURIComponent(`https://a.example/?u=${encodeURIComponent(id)}`)}`;
    const inJson = String.raw`{"php":"Ab~c*d\/e=f","gson":"Ab~c*d/e\u003df"}`;
    t.equal(
      echoBlotter(new Set([id]))([inForm, nested, inJson].join(' ')),
      'u=redacted r=https%3A%2F%2Fa.example%2F%3Fu%3Dredacted {"php":"redacted","gson":"redacted"}',
    );
    t.equal(echoBlotter(new Set(['short']))('short'), 'short');
    t.equal(echoBlotter(new Set(['5A1D3C7E-0B2B']))('/5a1d3c7e-0b2b'), '/redacted', 'bidders write ids in lower case');
  },
);

t.test('headers that a bidder was sent hold no ids, in the referer or elsewhere', async (t) => {
  const ids = new Set<string>();
  const requestheaders = { Referer: ['https://a.example/?uid=id-of-a-person'], 'X-Seen': ['id-of-a-person'] };
  t.match(redactJson({ requestheaders }, { ids, hide: (text) => text }), {
    requestheaders: { Referer: ['https://a.example/?uid=redacted'] },
  });
  t.match(redactJson({ requestheaders }, { ids: new Set(), hide: echoBlotter(ids) }), {
    requestheaders: { 'X-Seen': ['redacted'] },
  });
});

t.test('ids are redacted also where they are names of members', async (t) => {
  const hide = echoBlotter(new Set(['id-of-a-person']));
  const ext = JSON.parse('{"seen":{"id-of-a-person":{"u":"x ID-of-a-person"},"__proto__":{"uid":"a"}}}') as object;
  const left = JSON.stringify(redactJson({ ext }, { ids: new Set(), hide }));
  t.equal(left, '{"ext":{"seen":{"redacted":{"u":"x redacted"},"__proto__":{"uid":"redacted"}}}}');
  const user = { customdata: { 'id-of-a-person': { a: 'short' } } };
  t.strictSame(redactJson({ user }, { ids: new Set(), hide }), {
    user: { customdata: { redacted: { a: 'redacted' } } },
  });
});
