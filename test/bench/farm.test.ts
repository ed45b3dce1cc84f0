/** The farm answers as the OpenRTB bidders it is told to be, and fails in each of the ways it is told to. */
import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import type { FarmBidder } from '../../bench/farm/bidder.ts';
import { sandboxBidders, sandboxRequest } from '../../bench/farm/sandbox.ts';
import { startFarm } from '../../bench/farm/start.ts';

const plain: FarmBidder = {
  code: 'plain',
  latency: { kind: 'fixed', ms: 0 },
  bidRate: 1,
  prices: [0.5, 1.25],
  adm: { bytes: 700 },
};
const failing = (['status500', 'close', 'garbage', 'hang', 'oversized'] as const).map((kind): FarmBidder => {
  return { ...plain, code: kind, failure: { rate: 1, kind } };
});
const bidders: readonly FarmBidder[] = [
  plain,
  { ...plain, code: 'dealer', dealid: 'deal-7', cur: 'EUR', mtype: 2 },
  { ...plain, code: 'silent', bidRate: 0 },
  { ...plain, code: 'half', bidRate: 0.5 },
  { ...plain, code: 'slow', latency: { kind: 'fixed', ms: 300 } },
  { ...plain, code: 'flaky', failure: { rate: 0.3, kind: 'status500' } },
  ...failing,
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

function post(
  code: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(farm.endpoints[code]!, { method: 'POST', body, headers, signal: AbortSignal.timeout(8000) });
}

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

t.test('a bid for every imp that offers a medium, with its ids and sizes', async (t) => {
  const response = await post('plain', JSON.stringify(mixed));
  t.equal(response.headers.get('content-type'), 'application/json');
  const answer = (await response.json()) as BidResponse;
  t.equal(answer.id, mixed.id);
  t.equal(answer.cur, 'USD');
  t.equal(answer.seatbid[0]!.seat, 'plain');
  const { bid } = answer.seatbid[0]!;
  t.same(
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
  t.match(JSON.parse(bid[2]!.adm), { assets: [{ id: 0 }, { id: 1 }], link: { url: String } });
  t.equal(new Set(bid.map(({ id }) => id)).size, bid.length, 'bid ids differ');
});

t.test('deal, currency and the one media type of a bidder', async (t) => {
  const response = await post('dealer', JSON.stringify(mixed));
  const answer = (await response.json()) as BidResponse;
  t.equal(answer.cur, 'EUR');
  t.same(
    answer.seatbid[0]!.bid.map(({ impid, dealid, mtype }) => [impid, dealid, mtype]),
    [['two/\ud83d\ude00', 'deal-7', 2]],
  );
});

t.test('bids follow from the request, whoever asks and however often', async (t) => {
  const first = await bidsOf('plain', mixed);
  t.same(await bidsOf('plain', mixed), first);
  const other = await bidsOf('plain', { ...mixed, id: 'another' });
  t.notSame(
    other.map(({ id }) => id),
    first.map(({ id }) => id),
  );
});

t.test('bid rates', async (t) => {
  t.equal((await post('silent', JSON.stringify(mixed))).status, 204);
  const imp = Array.from({ length: 400 }, (_, index) => ({ id: String(index), banner: {} }));
  const bids = await bidsOf('half', { id: 'many', imp });
  t.ok(bids.length > 120 && bids.length < 280, `${bids.length} bids on 400 imps`);
  const prices = bids.filter(({ price }) => price === 0.5).length;
  t.ok(prices > bids.length / 4 && prices < (bids.length * 3) / 4, 'all prices are used');
});

t.test('latency', async (t) => {
  const startMs = performance.now();
  await bidsOf('slow', mixed);
  t.ok(performance.now() - startMs >= 295);
});

t.test('gzip is understood', async (t) => {
  const response = await post('plain', gzipSync(JSON.stringify(mixed)), { 'Content-Encoding': 'gzip' });
  t.equal(response.status, 200);
  const answer = (await response.json()) as BidResponse;
  t.equal(answer.id, mixed.id);
});

t.test('failures', async (t) => {
  const body = JSON.stringify(mixed);
  t.equal((await post('status500', body)).status, 500);
  await t.rejects(post('close', body));
  const garbage = await post('garbage', body);
  t.equal(garbage.status, 200);
  await t.rejects(garbage.json());
  const oversized = await post('oversized', body);
  t.ok((await oversized.arrayBuffer()).byteLength > 4_000_000);
  const hang = fetch(farm.endpoints['hang']!, { method: 'POST', body, signal: AbortSignal.timeout(500) });
  await t.rejects(hang, { name: 'TimeoutError' });
  const statuses: number[] = [];
  for (let call = 0; call < 100; call += 1) statuses.push((await post('flaky', body)).status);
  const failed = statuses.filter((status) => status === 500).length;
  t.ok(failed > 10 && failed < 50, `${failed} of 100 fail`);
});

t.test('what is no bid request gets 400, and the farm lives on', async (t) => {
  const hostile = [
    '',
    'nonsense',
    '[]',
    '{',
    '{"imp":',
    '{"imp":[{"id":"1"',
    '{"imp":5}',
    '{"id":5,"imp":[]}',
    '{"id":"1"}',
    `{"imp":${'['.repeat(100_000)}`,
    '{"imp":[{"id":"\\',
  ];
  for (const body of hostile) t.equal((await post('plain', body)).status, 400, body.slice(0, 40));
  const odd = '{"__proto__":{"id":"x"},"imp":[{"__proto__":{"w":1},"constructor":1,"id":"1","banner":5}],"id":"1"}';
  t.equal((await post('plain', odd)).status, 200);
  t.equal((await post('plain', Buffer.from('damaged'), { 'Content-Encoding': 'gzip' })).status, 400);
  await t.rejects(post('plain', 'x'.repeat(5_000_000)), 'a body over 4 MB is cut off');
  t.equal((await fetch(`http://127.0.0.1:${farm.port}/nobody`, { method: 'POST', body: '{}' })).status, 404);
  t.equal((await bidsOf('plain', mixed)).length, 5);
});

t.test('callers that hang up leave nothing behind', async (t) => {
  for (let call = 0; call < 50; call += 1) {
    await new Promise<void>((resolve) => {
      const request = httpRequest(farm.endpoints['slow']!, { method: 'POST' });
      request.on('error', () => resolve()).on('socket', (socket) => socket.on('close', () => resolve()));
      request.end(JSON.stringify(mixed));
      setTimeout(() => request.destroy(), 20);
    });
  }
  t.equal((await bidsOf('slow', mixed)).length, 5);
});

t.test('every bidder of the sandbox can be asked with its request', async (t) => {
  const sandbox = await startFarm(sandboxBidders);
  t.teardown(() => sandbox.stop());
  const body = JSON.stringify(sandboxRequest('svc'));
  const asked = Object.entries(sandbox.endpoints).map(async ([code, url]) => {
    const startMs = performance.now();
    const response = await fetch(url, { method: 'POST', body });
    await response.arrayBuffer();
    return [code, response.status, performance.now() - startMs > (code === 'sleepy' ? 1400 : 0)];
  });
  t.same(await Promise.all(asked), [
    ['swift', 200, true],
    ['steady', 200, true],
    ['dealer', 200, true],
    ['sleepy', 200, true],
    ['broken', 500, true],
  ]);
});
