/** The farm answers as the OpenRTB bidders that are configured. */
import { gzipSync } from 'node:zlib';
import t from 'tap';
import type { FarmBidder } from '../../bench/farm/bidder.ts';
import { sandboxBidders, sandboxRequest } from '../../bench/farm/sandbox.ts';
import { startFarm } from '../../bench/farm/start.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { postTo } from './post-to.ts';

const plain: FarmBidder = {
  code: 'plain',
  latency: { kind: 'fixed', ms: 0 },
  bidRate: 1,
  prices: [0.5, 1.25],
  adm: { bytes: 700 },
};
const bidders: readonly FarmBidder[] = [
  plain,
  { ...plain, code: 'dealer', dealid: 'deal-7', cur: 'EUR', mtype: 2 },
  { ...plain, code: 'silent', bidRate: 0 },
  { ...plain, code: 'half', bidRate: 0.5 },
  { ...plain, code: 'slow', latency: { kind: 'fixed', ms: 300 } },
];
const farm = await startFarm(bidders);
t.teardown(() => farm.stop());

interface Bid {
  id: string;
  impid: string;
  price: number;
  adm: string;
  w?: number;
  h?: number;
  dealid?: string;
  mtype?: number;
}
interface BidResponse {
  id: string;
  cur: string;
  seatbid: { seat: string; bid: Bid[] }[];
}

const post = postTo(farm);

async function bidsOf(code: string, request: object): Promise<Bid[]> {
  const response = await post(code, JSON.stringify(request));
  if (response.status === 204) return [];
  const answer = (await response.json()) as BidResponse;
  return answer.seatbid[0]!.bid;
}

const mixed = {
  id: 'a "quoted" \u00e9 id',
  imp: [
    { id: 'one', banner: { format: [{ w: 320, h: 50 }] } },
    { id: 'two/\ud83d\ude00', video: { mimes: ['video/mp4'], w: 1280, h: 720 } },
    { id: 'three', native: { request: '{}' } },
    { id: 'four', banner: { w: 970, h: 250, format: [{ w: 1, h: 1 }] } },
    { id: 'five', banner: {} },
    { id: 'six', ext: {} },
  ],
};

t.test('a bidder bids for every imp with a media type, with its id, size and matching markup', async (t) => {
  const response = await post('plain', JSON.stringify(mixed));
  t.equal(response.headers.get('content-type'), 'application/json');
  const answer = (await response.json()) as BidResponse;
  t.equal(answer.id, mixed.id);
  t.equal(answer.cur, 'USD');
  t.equal(answer.seatbid[0]!.seat, 'plain');
  const { bid } = answer.seatbid[0]!;
  t.strictSame(
    bid.map(({ impid, w, h }) => [impid, w, h]),
    [
      ['one', 320, 50],
      ['two/\ud83d\ude00', 1280, 720],
      ['three', undefined, undefined],
      ['four', 970, 250],
      ['five', 300, 250],
    ],
  );
  for (const { price, adm } of bid) {
    t.ok(plain.prices.includes(price));
    t.ok(adm.length >= 700 && adm.length < 900, `adm of ${adm.length} bytes`);
  }
  t.match(bid[1]!.adm, /^<VAST version="3.0">.*<MediaFile .*<\/VAST>/);
  t.match(JSON.parse(bid[2]!.adm), wholeLists({ assets: [{ id: 0 }, { id: 1 }], link: { url: String } }));
  t.equal(new Set(bid.map(({ id }) => id)).size, bid.length, 'bid ids differ');
});

t.test('a bidder bids with its deal and currency, and only for its media type', async (t) => {
  const response = await post('dealer', JSON.stringify(mixed));
  const answer = (await response.json()) as BidResponse;
  t.equal(answer.cur, 'EUR');
  t.strictSame(
    answer.seatbid[0]!.bid.map(({ impid, dealid, mtype }) => [impid, dealid, mtype]),
    [['two/\ud83d\ude00', 'deal-7', 2]],
  );
});

t.test('the same request gets the same bids, another request other ids', async (t) => {
  const first = await bidsOf('plain', mixed);
  t.strictSame(await bidsOf('plain', mixed), first);
  const other = await bidsOf('plain', { ...mixed, id: 'another' });
  t.notSame(
    other.map(({ id }) => id),
    first.map(({ id }) => id),
  );
});

t.test('a bidder bids for the share of imps that bidRate states, with all its prices', async (t) => {
  t.equal((await post('silent', JSON.stringify(mixed))).status, 204);
  const imp = Array.from({ length: 400 }, (_, index) => ({ id: String(index), banner: {} }));
  const bids = await bidsOf('half', { id: 'many', imp });
  t.ok(bids.length > 120 && bids.length < 280, `${bids.length} bids on 400 imps`);
  const prices = bids.filter(({ price }) => price === 0.5).length;
  t.ok(prices > bids.length / 4 && prices < (bids.length * 3) / 4, 'all prices are used');
});

t.test('a bidder answers after its latency', async (t) => {
  const startMs = performance.now();
  await bidsOf('slow', mixed);
  t.ok(performance.now() - startMs >= 295);
});

t.test('a gzipped request is read', async (t) => {
  const response = await post('plain', gzipSync(JSON.stringify(mixed)), { 'Content-Encoding': 'gzip' });
  t.equal(response.status, 200);
  const answer = (await response.json()) as BidResponse;
  t.equal(answer.id, mixed.id);
});

t.test('every bidder of the sandbox answers the request of the sandbox', async (t) => {
  const sandbox = await startFarm(sandboxBidders);
  t.teardown(() => sandbox.stop());
  const body = JSON.stringify(sandboxRequest('svc'));
  const asked = Object.entries(sandbox.endpoints).map(async ([code, url]) => {
    const startMs = performance.now();
    const response = await fetch(url, { method: 'POST', body });
    await response.arrayBuffer();
    return [code, response.status, performance.now() - startMs > (code === 'sleepy' ? 1400 : 0)];
  });
  t.strictSame(await Promise.all(asked), [
    ['swift', 200, true],
    ['steady', 200, true],
    ['dealer', 200, true],
    ['sleepy', 200, true],
    ['broken', 500, true],
  ]);
});
