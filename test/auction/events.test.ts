/** Events through the whole service: from the URLs of a bid, also in the cache, to the lines of analytics. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { postAuction } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { testFolder } from '../support/folder.ts';
import { startService } from '../support/service.ts';

interface Bid {
  readonly adm: string;
  readonly wurl?: string;
  readonly ext: {
    readonly svc: { readonly events: { win: string; imp: string }; readonly targeting: { [key: string]: string } };
  };
}

const adm = '<VAST version="4.0"><Ad><InLine><Impression>x</Impression></InLine></Ad></VAST>';
const bidders = await startBidders(t);
bidders.answer('bidderA', {
  body: { id: 'x', seatbid: [{ bid: [{ id: 'b & 1', impid: 'i1', price: 2, crid: 'c1', adm }] }] },
});

t.test('each event URL of a bid is answered and gives one line of analytics', async (t) => {
  const folder = testFolder(t);
  const path = join(folder, 'events.ndjson');
  const service = await startService(t, {
    externalUrl: 'http://ads.example',
    events: { enabled: true },
    analytics: { file: { path } },
    bidders: bidders.settings('bidderA'),
  });
  const request = {
    id: 'r 1',
    imp: [{ id: 'i1', video: { mimes: ['video/mp4'] }, ext: { svc: { bidder: { bidderA: {} } } } }],
    app: { id: 'a1', publisher: { id: 'p?1' } },
    ext: {
      svc: {
        targeting: { includewinners: true },
        cache: { bids: {}, vastxml: {} },
        integration: 'sdk',
        auctiontimestamp: 5,
      },
    },
  };
  const answer = await postAuction(service.url, request);
  const bid = ((await answer.json()) as { seatbid: { bid: Bid[] }[] }).seatbid[0]!.bid[0]!;
  const { events, targeting } = bid.ext.svc;

  const cached = (await (await fetch(`${service.url}/cache?uuid=${targeting['hb_cache_id']}`)).json()) as Bid;
  t.equal(cached.wurl, events.win, 'the cached bid has the win URL');
  t.strictSame(cached.ext.svc.events, events);
  const vast = await (await fetch(`${service.url}/cache?uuid=${targeting['hb_uuid']}`)).text();
  t.equal(vast, bid.adm, 'the cached VAST is the tracked one');
  const tracker = /<Impression><!\[CDATA\[(http:\/\/ads\.example\/event[^\]]*)\]\]>/.exec(vast)?.[1];

  for (const url of [events.win, events.imp, tracker!]) {
    t.equal((await fetch(url.replace('http://ads.example', service.url))).status, 200, url);
  }
  await service.stop();
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  const told = lines.map((line) => JSON.parse(line) as { kind: string; type?: string });
  t.strictSame(
    told.map(({ kind, type }) => type ?? kind),
    ['auction', 'win', 'imp', 'imp'],
  );
  for (const line of told.slice(1)) {
    t.match(line, { bidId: 'b & 1', account: 'p?1', auctionId: 'r 1', bidder: 'bidderA' });
    t.match(line, { integration: 'sdk', auctiontimestamp: 5 });
  }
});

t.test('a bid of an AMP page has its win URL in the cache', async (t) => {
  const imp = { id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { bidderA: {} } } } };
  const service = await startService(
    t,
    {
      externalUrl: 'http://ads.example',
      events: { enabled: true },
      bidders: bidders.settings('bidderA'),
    },
    { requests: { page: { id: 'r1', imp: [imp], site: { id: 's1' } } } },
  );
  const answer = await fetch(`${service.url}/openrtb2/amp?tag_id=page&account=p1`);
  const { targeting } = (await answer.json()) as { targeting: { [key: string]: string } };
  const cached = (await (await fetch(`${service.url}/cache?uuid=${targeting['hb_cache_id']}`)).json()) as Bid;
  t.match(cached.wurl, /^http:\/\/ads\.example\/event\?t=win&b=b%20%26%201&a=p1&aid=r1&/);
});
