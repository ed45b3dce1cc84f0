/** `GET /openrtb2/auction`: the stored request, and which of its parts the query overrides (src/stages/prepare/override-get). */
import t, { type Test } from 'tap';
import { startBidders } from '../support/bidders.ts';
import { startService } from '../support/service.ts';

const imp = [
  { id: 'i1', banner: { w: 300, h: 250, format: [{ w: 300, h: 250 }] }, ext: { svc: { bidder: { bidderA: {} } } } },
];

/** A service with this stored data; `sent` gives what its bidder received for the last one asked. */
async function startWith(t: Test, requests: object, settings: object = {}, profiles: object = {}) {
  const bidders = await startBidders(t);
  const mine = { bidders: bidders.settings('bidderA'), ...settings };
  const service = await startService(t, mine, { requests: { ...requests }, profiles: { ...profiles } });
  const ask = async (query: string, headers: Record<string, string> = {}): Promise<number> => {
    bidders.forget();
    const response = await fetch(`${service.url}/openrtb2/auction?${query}`, { headers });
    await response.text();
    return response.status;
  };
  return { ask, sent: () => bidders.received('bidderA')[0]!.body as { [name: string]: unknown } };
}

t.test('the parent account of the stored request applies, whatever account the query names', async (t) => {
  const publisher = { id: 's1', ext: { svc: { parentAccount: 'gone' } } };
  const requests = { spot: { imp, site: { id: 's1', publisher } } };
  const { ask } = await startWith(t, requests, { blocked: { accounts: ['gone'] } });
  t.equal(await ask('srid=spot'), 503);
  t.equal(await ask('srid=spot&pubid=other'), 503);
});

t.test(
  'a stored request without site, app or dooh takes that of the default request, with the account of the query',
  async (t) => {
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
  },
);

t.test(
  'a stored request without site, app or dooh takes that of a profile, with the account of the query',
  async (t) => {
    const profiles = { game: { type: 'request', body: { app: { bundle: 'game.example' } } } };
    const { ask, sent } = await startWith(t, { spot: { imp, ext: { svc: { profiles: ['game'] } } } }, {}, profiles);
    for (const [query, publisher] of [
      ['srid=spot', undefined],
      ['srid=spot&pubid=p1', { id: 'p1' }],
    ] as const) {
      t.equal(await ask(query), 200);
      t.match(sent()['app'], { bundle: 'game.example', publisher });
      t.notOk('site' in sent() || 'dooh' in sent());
    }
  },
);

t.test('the domain is that of the page parameter, else of the referer', async (t) => {
  const { ask, sent } = await startWith(t, { spot: { imp, site: { id: 's1' } } });
  const headers = { referer: 'https://player.cdn.example/embed' };
  t.equal(await ask('srid=spot&page=https%3A%2F%2Fwww.news.example%2Fa', headers), 200);
  t.match(sent()['site'], { page: /news/, domain: 'www.news.example', publisher: { domain: 'news.example' } });
  t.equal(await ask('srid=spot', headers), 200);
  t.match(sent()['site'], { page: headers.referer, domain: 'player.cdn.example' });
});

t.test('sizes of the query replace the stored sizes of a banner', async (t) => {
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

t.test('an IPv4-mapped IPv6 address is sent as IPv4', async (t) => {
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

t.test('blank entries of a list are dropped, and a list of blanks counts as absent', async (t) => {
  const { ask, sent } = await startWith(t, { spot: { imp, site: { id: 's1' }, bcat: ['IAB25'] } });
  t.equal(await ask('srid=spot&bcat=IAB1,,%20,IAB2,&badv=,'), 200);
  t.strictSame([sent()['bcat'], sent()['badv']], [['IAB1', 'IAB2'], undefined]);
  t.equal(await ask('srid=spot&bcat=,%20,'), 200);
  t.strictSame(sent()['bcat'], ['IAB25']);
});
