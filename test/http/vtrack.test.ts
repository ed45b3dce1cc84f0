/** `POST /vtrack` and `GET /vtrack` over a real socket and the embedded cache. */
import t from 'tap';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = await startService(
  t,
  {
    externalUrl: 'https://ads.example',
    bidders: {
      open: { endpoint: 'http://127.0.0.1:9/' },
      closed: { endpoint: 'http://127.0.0.1:9/', modifyingVastXmlAllowed: false },
    },
  },
  {
    accounts: {
      on: { events: { enabled: true } },
      off: { events: { enabled: false } },
      short: { events: { enabled: true }, vtrack: { maxTtlSeconds: 1 } },
    },
  },
);

const vast = '<VAST><Ad><InLine><Impression>x</Impression></InLine></Ad></VAST>';
const put = { bidid: 'b1', bidder: 'open', type: 'xml', value: vast };

interface Answer {
  readonly responses: { readonly uuid: string }[];
}

function post(query: string, body: unknown, headers: { [name: string]: string } = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${service.url}/vtrack?${query}`, { method: 'POST', headers, body: text });
}

async function kept(query: string, puts: object[]): Promise<string[]> {
  const answer = await post(query, { puts });
  t.equal(answer.status, 200);
  const { responses } = (await answer.json()) as Answer;
  return Promise.all(responses.map(async ({ uuid }) => (await fetch(`${service.url}/vtrack?uuid=${uuid}`)).text()));
}

const tracker = (query: string): string =>
  `<Impression><![CDATA[https://ads.example/event?t=imp&${query}]]></Impression>`;
const withTracker = (query: string): string => vast.replace('</InLine>', `${tracker(query)}</InLine>`);

t.test('VAST is kept with a tracker, and can be fetched', async (t) => {
  const answer = await post(
    'a=on&int=web',
    { puts: [{ ...put, aid: 'r1', timestamp: 5 }] },
    { origin: 'https://p.example' },
  );
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('content-type'), 'application/json');
  t.equal(answer.headers.get('access-control-allow-origin'), 'https://p.example', 'Prebid.js sends credentials');
  t.equal(answer.headers.get('access-control-allow-credentials'), 'true');
  const { responses } = (await answer.json()) as Answer;
  t.equal(responses.length, 1);
  for (const path of ['vtrack', 'cache']) {
    const found = await fetch(`${service.url}/${path}?uuid=${responses[0]!.uuid}&ch=elsewhere.example`);
    t.equal(found.status, 200);
    t.equal(found.headers.get('content-type'), 'application/xml');
    t.equal(found.headers.get('content-security-policy'), 'sandbox');
    t.equal(await found.text(), withTracker('b=b1&a=on&aid=r1&ts=5&bidder=open&f=b&int=web'), path);
  }
});

t.test('VAST gets a tracker only if account, bidder, document and id allow it', async (t) => {
  t.strictSame(await kept('a=on', [{ ...put, bidder: 'never heard of' }]), [
    withTracker('b=b1&a=on&bidder=never%20heard%20of&f=b&int='),
  ]);
  t.strictSame(await kept('a=on', [{ ...put, bidder: 'closed' }]), [vast], 'the bidder does not allow it');
  t.strictSame(await kept('a=off', [put]), [vast], 'the account has no events');
  t.strictSame(await kept('a=unknown', [put]), [vast]);
  t.strictSame(
    await kept('a=on', [{ ...put, value: '<VAST version="4"/>' }]),
    ['<VAST version="4"/>'],
    'no place for it',
  );
  t.strictSame(await kept('a=on', [{ ...put, bidid: 'x'.repeat(300) }]), [vast], 'an id too long for a URL');
  t.strictSame(await kept('a=on', [put, { ...put, bidid: 'b2' }]), [
    withTracker('b=b1&a=on&bidder=open&f=b&int='),
    withTracker('b=b2&a=on&bidder=open&f=b&int='),
  ]);
  t.strictSame(await kept('a=on', [{ ...put, bidid: ' b1 ', bidder: ' open', aid: 'r1 ' }]), [
    withTracker('b=b1&a=on&aid=r1&bidder=open&f=b&int='),
  ]);
  t.strictSame(await kept('a=on', []), [], 'no puts at all');
  t.strictSame(await kept('a=off', [{ ...put, ttlseconds: -300 }]), [vast], 'a negative ttl counts as absent');
});

t.test('a timestamp that is no whole number above 0 is not tracked', async (t) => {
  for (const timestamp of [0, -5, 1.5, '5'])
    t.strictSame(await kept('a=on', [{ ...put, timestamp }]), [withTracker('b=b1&a=on&bidder=open&f=b&int=')]);
});

/** Stores VAST for an hour, if the account allows it; gives a function that fetches it and resolves with the status. */
async function keptLong(account: string): Promise<() => Promise<number>> {
  const answer = await post(`a=${account}`, { puts: [{ ...put, ttlseconds: 3600 }] });
  const { uuid } = ((await answer.json()) as Answer).responses[0]!;
  return async () => (await fetch(`${service.url}/vtrack?uuid=${uuid}`)).status;
}

t.test('the account may limit the lifetime of VAST', async (t) => {
  const [free, short] = [await keptLong('on'), await keptLong('short')];
  t.ok(await until(async () => (await short()) === 404), 'gone after a second, not after an hour');
  t.equal(await free(), 200);
});

const faulty: [query: string, body: unknown, fault: string | RegExp][] = [
  ['', { puts: [put] }, 'a is missing: name the account'],
  ['a=on&int=a%20b', { puts: [put] }, 'int must be at most 64 letters, digits, "-" and "_"'],
  ['a=on', '', /not valid JSON/],
  ['a=on', '[]', /has no "puts"/],
  ['a=on', { puts: {} }, /has no "puts"/],
  ['a=on', { puts: [null] }, /puts\[0\]/],
  ['a=on', { puts: [{ ...put, bidid: '' }] }, 'puts[0].bidid is missing: name the bid'],
  ['a=on', { puts: [put, { ...put, bidder: 7 }] }, 'puts[1].bidder is missing: name the bidder'],
  ['a=on', { puts: [{ ...put, type: 'json', value: {} }] }, 'puts[0].type must be xml: only VAST is tracked'],
  ['a=on', { puts: [{ ...put, value: '<b>no</b>' }] }, 'puts[0].value is not VAST: send a VAST document'],
  ['a=on', { puts: [{ ...put, value: 7 }] }, /puts\[0\]/],
  ['a=on', { puts: Array.from({ length: 101 }, () => put) }, /more than allowed/],
];

t.test('an invalid request is refused with 400 and every fault', async (t) => {
  for (const [query, body, fault] of faulty) {
    const answer = await post(query, body);
    t.equal(answer.status, 400, String(fault));
    const text = await answer.text();
    if (typeof fault === 'string') t.equal(text, `Invalid request: ${fault}\n`);
    else t.match(text, fault);
  }
  const both = await (await post('int=%20', '')).text();
  t.equal(both.split('\n').length, 3, 'two faults');
});

t.test('a missing uuid is 400, an unknown one 404', async (t) => {
  t.equal((await fetch(`${service.url}/vtrack`)).status, 400);
  t.equal((await fetch(`${service.url}/vtrack?uuid=nothing`)).status, 404);
  const hostile = await fetch(`${service.url}/vtrack?uuid=%3Cscript%3E`);
  t.equal(hostile.status, 404);
  t.notMatch(await hostile.text(), /script/);
});

t.test('a POST is answered with 500 when the cache is down', async (t) => {
  const down = await startService(t, { cache: { store: 'http', url: 'http://127.0.0.1:9/cache' } });
  const answer = await fetch(`${down.url}/vtrack?a=on`, { method: 'POST', body: JSON.stringify({ puts: [put] }) });
  t.equal(answer.status, 500);
  t.match(await answer.text(), /^Invalid request: the bid cache cannot be reached/);
});
