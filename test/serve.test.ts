/** The whole service with invalid input, slow bidders and clients that disconnect (issue 'Must hold'). */
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { leaveAuction, postAuction, requestFor } from './support/auction.ts';
import { startBidders } from './support/bidders.ts';
import { startService } from './support/service.ts';
import { until } from './support/until.ts';
import { wholeLists } from './support/whole-lists.ts';

const bidders = await startBidders(t);

const settings = {
  bidders: {
    bidderA: { endpoint: bidders.endpoint('bidderA') },
    slow: { endpoint: bidders.endpoint('slow') },
    unheard: { endpoint: bidders.endpoint('unheard') },
  },
};

function request(names: readonly string[], more: object = {}) {
  return requestFor(Object.fromEntries(names.map((name) => [name, {}])), more);
}

const bid = { seatbid: [{ bid: [{ id: 'b1', impid: 'i1', price: 1, crid: 'c1' }] }] };

t.test('bodies up to the limit are served, plain or gzip; larger ones are 413, damaged ones 400', async (t) => {
  const service = await startService(t, { ...settings, auction: { maxRequestBytes: 5000 } });
  bidders.answer('bidderA', { body: bid });
  const good = JSON.stringify(request(['bidderA']));
  const padded = (length: number) => good.slice(0, -1) + ' '.repeat(length - good.length) + '}';
  t.equal((await postAuction(service.url, padded(5000))).status, 200, 'exactly the limit');
  const over = await postAuction(service.url, padded(5001));
  t.equal(over.status, 413, 'one byte over');
  t.equal(
    over.headers.get('cache-control'),
    'no-cache, no-store, must-revalidate',
    'as for every answer of an auction',
  );
  t.match(over.headers.get('x-svc'), /^gavel\//);
  t.equal(
    (await postAuction(service.url, gzipSync(good), { 'content-encoding': 'gzip' })).status,
    200,
    'gzip by header',
  );
  const byQuery = await fetch(`${service.url}/openrtb2/auction?gzip=1`, { method: 'POST', body: gzipSync(good) });
  t.equal(byQuery.status, 200, 'gzip by query');
  t.equal(
    (await postAuction(service.url, gzipSync(padded(5001)), { 'content-encoding': 'gzip' })).status,
    413,
    'inflated over',
  );
  t.equal(
    (await postAuction(service.url, gzipSync(good).subarray(0, 60), { 'content-encoding': 'gzip' })).status,
    400,
    'damaged',
  );
  for (const [body, said] of [
    ['', /is empty/],
    ['{', /is not JSON/],
    ['[]', /must be a JSON object/],
    ['{"id":"r","imp":' + '['.repeat(600) + ']'.repeat(600) + '}', /is nested deeper than 512/],
  ] as const) {
    const response = await postAuction(service.url, body);
    t.equal(response.status, 400, body.slice(0, 20));
    t.match(await response.text(), said);
  }
});

t.test('a request with many faults lists them all, each with its fix', async (t) => {
  const service = await startService(t, settings);
  const response = await postAuction(service.url, { imp: [{ banner: { wmin: 1 } }], wseat: ['x'], tmax: -1 });
  t.equal(response.status, 400);
  t.match(response.headers.get('content-type'), 'text/plain');
  t.equal(response.headers.get('cache-control'), 'no-cache, no-store, must-revalidate');
  const lines = (await response.text()).trim().split('\n');
  t.ok(lines.every((line) => line.startsWith('Invalid request: ')));
  for (const said of [
    'id is missing',
    'wseat is not supported',
    'tmax must not be negative',
    'site, app and dooh',
    'imp[0].id',
    'wmin',
  ]) {
    t.ok(
      lines.some((line) => line.includes(said)),
      said,
    );
  }
});

t.test('a client that disconnects cancels its bidder calls', async (t) => {
  const service = await startService(t, { ...settings, auction: { tmaxMaxMs: 60_000 } });
  bidders.forget();
  bidders.answer('slow', { body: bid, delayMs: 300_000 });
  let isClosed = false;
  await leaveAuction(service.url, request(['slow'], { tmax: 60_000 }), async () => {
    t.ok(await until(() => bidders.received('slow').length > 0));
    void bidders.closed('slow').then(() => (isClosed = true));
  });
  t.ok(await until(() => isClosed), 'the call ends with the client, not with its deadline or its reply');
});

t.test('300 auctions with a bidder that never answers, 16 at a time, all end with its timeout', async (t) => {
  const service = await startService(t, settings);
  bidders.forget();
  bidders.answer('bidderA', { body: bid });
  // Longer than the test, so that waiting for it would time the test out.
  bidders.answer('slow', { body: bid, delayMs: 300_000 });
  let left = 300;
  let withBid = 0;
  const one = async (): Promise<void> => {
    while (left-- > 0) {
      const response = await postAuction(service.url, request(['bidderA', 'slow'], { tmax: 400 }));
      const answer = (await response.json()) as { seatbid: unknown[]; ext: object };
      if (response.status !== 200) t.fail(`status ${response.status}`);
      if (answer.seatbid.length > 0) withBid++;
      t.match(answer.ext, wholeLists({ errors: { slow: [{ code: 1 }] } }));
    }
  };
  await Promise.all(Array.from({ length: 16 }, one));
  // The quick bidder shares this process, and is often late itself on a busy machine.
  t.ok(withBid > 0, `${withBid} of 300 have the quick bidder's bid`);
});

t.test('a tmax that is used up before the calls sends no call', async (t) => {
  const service = await startService(t, { ...settings, auction: { tmaxMinMs: 1, responseReserveMs: 40 } });
  const response = await postAuction(service.url, request(['unheard'], { tmax: 20 }));
  t.match(await response.json(), wholeLists({ seatbid: [], ext: { errors: { unheard: [{ code: 1 }] } } }));
  t.strictSame(bidders.received('unheard'), [], 'only of this bidder: others may still get late calls');
});
