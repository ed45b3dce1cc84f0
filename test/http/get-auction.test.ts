/** `GET /openrtb2/auction`: what an address becomes, and addresses made to hurt. The cases of test/auction/exemplary/get show the rest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { RequestError } from '../../src/errors.ts';
import { getBody } from '../../src/http/get-auction.ts';
import { startBidders } from '../support/bidders.ts';
import { chanceFrom, pick } from '../support/chance.ts';
import { startService } from '../support/service.ts';

const root = join(import.meta.dirname, '../..');
const bodyOf = (query: string): unknown =>
  JSON.parse(Buffer.from(getBody(new URLSearchParams(query), 'svc')).toString());

t.test('the bid request of an address', async (t) => {
  const publisher = { publisher: { id: 'p1' } };
  t.strictSame(bodyOf('srid=a%2Fb&tag_id=c&tmax=700&account=p2&pubid=p1&x=1&x=2&y&sarid=r&w=[W]'), {
    tmax: 700,
    site: publisher,
    app: publisher,
    dooh: publisher,
    ext: {
      svc: {
        storedrequest: { id: 'a/b' },
        storedauctionresponse: { id: 'r' },
        get: [
          ['srid', 'a/b'],
          ['tag_id', 'c'],
          ['tmax', '700'],
          ['account', 'p2'],
          ['pubid', 'p1'],
          ['x', '1'],
          ['sarid', 'r'],
        ],
      },
    },
  });
  for (const tmax of ['0', '-1', '1.5', '1e3', 'x', '9'.repeat(16)])
    t.notOk('tmax' in (bodyOf(`srid=a&tmax=${tmax}`) as object), tmax);
  t.match(bodyOf('tag_id=a&account=p2'), {
    site: { publisher: { id: 'p2' } },
    ext: { svc: { storedrequest: { id: 'a' } } },
  });
  for (const query of ['', 'srid=', 'srid=%20', 'srid=[ID]', 'id=1'])
    t.throws(() => bodyOf(query), new RequestError(400, ['srid is missing: name the stored request of the auction']));
  t.match(
    bodyOf('srid=a&rprof=one,%20two,,&iprof=three&iprof=four'),
    { ext: { svc: { profiles: ['one', 'two'], impprofiles: ['three'] } } },
    'profiles stand where the envelope reads them',
  );
  t.notMatch(bodyOf('srid=a&rprof=&iprof=%20'), { ext: { svc: { profiles: Array } } });
  t.strictSame(bodyOf('=x&srid=a'), {
    ext: {
      svc: {
        storedrequest: { id: 'a' },
        get: [
          ['', 'x'],
          ['srid', 'a'],
        ],
      },
    },
  });
  t.throws(() => bodyOf('=x'), /srid is missing/, 'a parameter without a name names nothing');
  const { byteLength, buffer } = getBody(new URLSearchParams('srid=a'), 'svc');
  t.equal(buffer.byteLength, byteLength, 'the bytes may be handed to another thread');
});

const code = readFileSync(join(root, 'src/stages/prepare/read-get-parameters.ts'), 'utf8');
/** All parameters that set something. */
const names = [...code.matchAll(/^ {2}\['([\w ]+)', \w+, '/gm)].flatMap(([, all]) => all!.split(' '));

t.test('the page tells every parameter that is read', async (t) => {
  const page = readFileSync(join(root, 'src/http/README.md'), 'utf8');
  t.ok(names.length > 60, `${names.length} parameters`);
  for (const name of names) if (!page.includes(`\`${name}\``)) t.fail(`src/http/README.md does not tell ${name}`);
});

const imp = [
  { id: 'i1', banner: { w: 300, h: 250, format: [{ w: 300, h: 250 }] }, ext: { svc: { bidder: { bidderA: {} } } } },
];

/** A service that has these stored, and what its bidder has been sent last. */
async function startWith(t: Test, requests: object, settings: object = {}) {
  const bidders = await startBidders(t);
  const mine = { bidders: { bidderA: { endpoint: bidders.endpoint('bidderA') } }, ...settings };
  const service = await startService(t, mine, { requests: { ...requests } });
  const ask = async (query: string): Promise<number> => {
    const response = await fetch(`${service.url}/openrtb2/auction?${query}`);
    await response.text();
    return response.status;
  };
  return { ask, sent: () => bidders.received('bidderA').at(-1)?.body as { [name: string]: unknown } };
}

t.test('the parent of a stored account stands, whatever account the address says', async (t) => {
  const publisher = { id: 's1', ext: { svc: { parentAccount: 'gone' } } };
  const requests = { spot: { imp, site: { id: 's1', publisher } } };
  const { ask } = await startWith(t, requests, { blocked: { accounts: ['gone'] } });
  t.equal(await ask('srid=spot'), 503);
  t.equal(await ask('srid=spot&pubid=other'), 503);
});

t.test('what is stored nowhere is where the host says, an account with it', async (t) => {
  const defaultRequest = JSON.stringify({ dooh: { venuetype: ['mall'] } });
  const { ask, sent } = await startWith(t, { spot: { imp }, page: { imp, site: { id: 's1' } } }, { defaultRequest });
  for (const [query, publisher] of [
    ['srid=spot', undefined],
    ['srid=spot&pubid=p1', { id: 'p1' }],
  ] as const) {
    t.equal(await ask(query), 200);
    t.match(sent()['dooh'], { venuetype: ['mall'], publisher });
    t.notOk('site' in sent() || 'app' in sent());
  }
  t.equal(await ask('srid=page&pubid=p1'), 200);
  t.notOk('dooh' in sent());
});

t.test('the stored size of a banner is none of those that the address states', async (t) => {
  const { ask, sent } = await startWith(t, { spot: { imp, site: { id: 's1' } } });
  const banner = async (query: string): Promise<unknown> => {
    t.equal(await ask(`srid=spot&${query}`), 200);
    return (sent()['imp'] as { banner: object }[])[0]!.banner;
  };
  t.strictSame(await banner('sizes=728x90'), { format: [{ w: 728, h: 90 }] });
  t.strictSame(await banner('ow=970&oh=250&sizes=728x90'), {
    format: [
      { w: 970, h: 250 },
      { w: 728, h: 90 },
    ],
    w: 970,
    h: 250,
  });
  t.match(await banner('ow=0&w=728&oh=0&h=90'), { w: 728, h: 90, format: [{ w: 728, h: 90 }] });
  for (const query of ['x=1', 'w=0&h=0']) t.strictSame(await banner(query), imp[0]!.banner, query);
  for (const query of ['sizes=300', 'ms=1x2,x', 'w=-1', 'h=1e3']) t.equal(await ask(`srid=spot&${query}`), 400, query);
});

t.test('an address of IPv4 in the form of IPv6 is one', async (t) => {
  const { ask, sent } = await startWith(t, { spot: { imp, site: { id: 's1' } } });
  for (const [ip, device] of [
    ['::ffff:8.8.8.8', { ip: '8.8.8.8', ipv6: undefined }],
    ['8.8.8.8', { ip: '8.8.8.8', ipv6: undefined }],
    ['2600:1234::1', { ip: undefined, ipv6: '2600:1234::1' }],
  ] as const) {
    t.equal(await ask(`srid=spot&ip=${encodeURIComponent(ip)}`), 200);
    t.match(sent()['device'], device, ip);
  }
});

t.test('a list has no blank entries, and one of nothing else says nothing', async (t) => {
  const { ask, sent } = await startWith(t, { spot: { imp, site: { id: 's1' }, bcat: ['IAB25'] } });
  t.equal(await ask('srid=spot&bcat=IAB1,,%20,IAB2,&badv=,'), 200);
  t.strictSame([sent()['bcat'], sent()['badv']], [['IAB1', 'IAB2'], undefined]);
  t.equal(await ask('srid=spot&bcat=,%20,'), 200);
  t.strictSame(sent()['bcat'], ['IAB25']);
});

t.test('whatever an address says is answered', async (t) => {
  const bidders = await startBidders(t);
  const ext = { svc: { bidder: { bidderA: {} } } };
  const media = {
    banner: { format: [{ w: 300, h: 250 }] },
    video: { mimes: ['video/mp4'] },
    audio: { mimes: ['audio/mp4'] },
  };
  const stored = {
    site: { imp: [{ id: 'i1', ...media, ext }], site: { id: 's1' } },
    app: { imp: [{ id: 'i1', ...media, ext }], app: { id: 'a1', content: { title: 't' } } },
    dooh: { imp: [{ id: 'i1', banner: media.banner, ext }], dooh: { id: 'd1' } },
    none: { imp: [{ id: 'i1', video: media.video, ext }] },
    empty: {},
    odd: { imp: [], ext: { svc: { get: { w: 1 } } } },
    nested: { imp: [{ id: 'i1', banner: media.banner, ext }], site: { id: 's' }, ext: { svc: { get: [['w', '1']] } } },
  };
  const profiles = {
    1: { type: 'imp', mergeprecedence: 'profile', body: { banner: null, video: media.video, id: '9' } },
    0: { type: 'request', mergeprecedence: 'profile', body: { ext: { svc: { get: 1, amp: [] } }, site: { x: 1 } } },
    x: { type: 'request', body: { imp: 1, app: {}, dooh: null } },
    C: { type: 'imp', mergeprecedence: 'profile', body: { ext: null, audio: 7 } },
  };
  const settings = { bidders: { bidderA: { endpoint: bidders.endpoint('bidderA') } } };
  const service = await startService(t, settings, { requests: stored, profiles });
  const more =
    'pubid account slot targeting sizes ms sarid debug ip gdpr gdpr_applies tcfc addtl_consent gpps gpp_sid consent_type consent_string rprof iprof __proto__ constructor get'.split(
      ' ',
    );
  const values = [
    '1',
    '0',
    '-1',
    '1,2',
    '',
    'x',
    '1e9',
    '99999999999',
    '[]',
    '{}',
    '{"a":1}',
    'null',
    '__proto__',
    '\u0000',
    '"',
    '300x250',
    '::1',
    '1.2.3.4',
    'C',
    '%',
    '\n',
    'é'.repeat(50),
  ];
  const chance = chanceFrom(7);
  const statuses = new Map<number, number>();
  for (let round = 0; round < 400; round++) {
    const query = new URLSearchParams({ srid: pick(Object.keys(stored), chance) });
    for (let count = Math.floor(chance() * 4); count > 0; count--)
      query.append(pick([...names, ...more], chance), pick(values, chance));
    const response = await fetch(`${service.url}/openrtb2/auction?${query.toString()}`);
    const answer = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    if (response.status === 200) t.ok(Array.isArray((JSON.parse(answer) as { seatbid: unknown }).seatbid));
    else if (response.status !== 400) t.fail(`${query.toString()}: ${response.status} ${answer}`);
  }
  for (const rprof of ['', '0', 'x', 'x,0', 'none'])
    for (const iprof of ['', '1', 'C', '1,C,1', 'none']) {
      const { status } = await fetch(`${service.url}/openrtb2/auction?srid=app&rprof=${rprof}&iprof=${iprof}&pubid=p`);
      const isUnknown = [rprof, iprof].includes('none');
      t.ok(status === 400 || (status === 200 && !isUnknown), `${rprof} ${iprof}: ${status}`);
    }
  t.ok((statuses.get(200) ?? 0) > 50 && (statuses.get(400) ?? 0) > 50, JSON.stringify([...statuses]));
  const heard = bidders.received('bidderA').map(({ text }) => text);
  t.notOk(
    heard.some((text) => /"get":|storedrequest|profiles/.test(text)),
    'bidders see no parameters',
  );
});
