/** The metrics of a real service after real auctions, read over the admin port (issue 7, item 5). */
import { once } from 'node:events';
import { connect } from 'node:net';
import t from 'tap';
import { leaveAuction, postAuction } from '../../support/auction.ts';
import { startBidders } from '../../support/bidders.ts';
import { Exposition } from '../../support/exposition.ts';
import { startService, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { wholeLists } from '../../support/whole-lists.ts';

const bidders = await startBidders(t);

const codes = ['bidderA', 'bidderB', 'slow', 'silent', 'broken'];
const settings = {
  bidders: bidders.settings(...codes),
  admin: { metricAccounts: ['big'] },
};

const bid = (price: number, impid = 'i1') => ({ id: 'b1', impid, price, crid: 'c1' });

function request(names: readonly string[], more: object = {}): object {
  const bidder = Object.fromEntries(names.map((name) => [name, {}]));
  const imp = ['i1', 'i2'].map((id) => ({ id, banner: { w: 300, h: 250 }, ext: { svc: { bidder } } }));
  return { id: 'r1', imp, site: { page: 'https://news.example/', publisher: { id: 'big' } }, ...more };
}

async function post(service: TestService, body: unknown): Promise<number> {
  const response = await postAuction(service.url, body);
  await response.arrayBuffer();
  return response.status;
}

async function scrape(service: TestService): Promise<Exposition> {
  return new Exposition(await service.metrics());
}

for (const workers of [0, 1]) {
  t.test(`auctions, calls, imps and bids are counted, with ${workers} workers`, async (t) => {
    const service = await startService(t, { ...settings, workers });
    bidders.forget();
    bidders.answer('bidderA', { body: { cur: 'USD', seatbid: [{ bid: [bid(1.2), bid(7, 'i2')] }] } });
    bidders.answer('bidderB', { body: { seatbid: [{ bid: [bid(0.04)] }] } });
    bidders.answer('slow', { body: { seatbid: [{ bid: [bid(1)] }] }, delayMs: 3000 });
    bidders.answer('broken', { status: 500, body: 'no' });
    // Long enough that only the slow one is late, even if this process pauses for a second.
    t.equal(await post(service, request(codes, { tmax: 1500 })), 200);
    const { site: _, ...rest } = request(['bidderA']) as { site: object };
    t.equal(await post(service, { ...rest, app: { id: 'a1', publisher: { id: 'small' } } }), 200);
    t.equal(await post(service, { id: 'r', imp: [] }), 400);
    t.equal(await post(service, []), 400);

    const read = await scrape(service);
    t.equal(read.value('gavel_auctions_total', { channel: 'web', status: '200' }), 1);
    t.equal(read.value('gavel_auctions_total', { channel: 'app', status: '200' }), 1);
    t.equal(read.value('gavel_auctions_total', { channel: 'unknown', status: '400' }), 2);
    t.equal(read.value('gavel_auctions_total'), 4);
    t.equal(read.value('gavel_account_auctions_total', { account: 'big', status: '200' }), 1);
    t.equal(read.value('gavel_account_auctions_total', { account: 'other' }), 3);

    t.equal(read.value('gavel_auction_seconds_count'), 2, 'refusals are not in the histograms');
    const total = read.value('gavel_auction_seconds_sum', { channel: 'web' });
    const added = read.value('gavel_auction_added_seconds_sum', { channel: 'web' });
    t.ok(total > 0.4 && added < total - 0.3, `${total} s, of which ${added} s are ours`);

    const calls = (bidder: string, outcome: string) => read.value('gavel_bidder_calls_total', { bidder, outcome });
    t.equal(calls('bidderA', 'reply'), 2);
    t.equal(calls('slow', 'timeout'), 1);
    t.equal(calls('silent', 'no_content'), 1);
    t.equal(calls('broken', 'bad_status'), 1);
    t.equal(read.value('gavel_bidder_calls_total'), 6);
    t.equal(read.value('gavel_bidder_call_seconds_count', { bidder: 'slow' }), 1);
    t.ok(read.value('gavel_bidder_call_seconds_sum', { bidder: 'slow' }) > 0.3);

    const imps = (bidder: string, outcome: string) => read.value('gavel_bidder_imps_total', { bidder, outcome });
    t.equal(imps('bidderA', 'bid'), 4);
    t.equal(imps('bidderB', 'bid'), 1);
    t.equal(imps('bidderB', 'no_bid'), 1);
    t.equal(imps('slow', 'timeout'), 2);
    t.equal(imps('silent', 'no_bid'), 2);
    t.equal(imps('broken', 'invalid_reply'), 2);
    t.equal(read.value('gavel_bidder_imps_total'), 12, 'one outcome for each bidder and imp');
    t.equal(read.value('gavel_account_imps_total', { account: 'big', outcome: 'timeout' }), 2);
    t.equal(read.value('gavel_account_imps_total', { account: 'big' }), 10);
    t.equal(read.value('gavel_account_imps_total', { account: 'other', outcome: 'bid' }), 2);
    t.equal(read.value('gavel_bidder_bids_total', { bidder: 'bidderA', type: 'banner' }), 4);
    const prices = (bidder: string, le: string) => read.value('gavel_bidder_bid_price_usd_bucket', { bidder, le });
    t.equal(prices('bidderB', '0.1'), 1);
    t.equal(prices('bidderA', '1'), 0);
    t.equal(prices('bidderA', '1.5'), 2);
    t.equal(prices('bidderA', '+Inf'), 4);
    t.ok(Math.abs(read.value('gavel_bidder_bid_price_usd_sum', { bidder: 'bidderA' }) - 16.4) < 1e-9);

    const [open] = read.find('gavel_bidder_connections', { bidder: 'bidderA', state: 'idle' });
    t.ok(open!.value >= 1, 'connections to the bidder are kept');
    t.equal(read.value('gavel_pool_queue_length'), 0);
    t.equal(read.find('gavel_event_loop_delay_seconds').length, 3);
    t.ok(read.value('process_resident_memory_bytes') > 1e7);
  });
}

t.test('a request with a stored auction response is counted without bidders', async (t) => {
  for (const workers of [0, 1]) {
    const service = await startService(t, { ...settings, workers });
    const seatbidarr = [{ seat: 's', bid: [bid(1)] }];
    const stated = { ext: { svc: { storedauctionresponse: { seatbidarr } } } };
    t.equal(await post(service, request(['bidderA'], stated)), 200);
    const read = await scrape(service);
    t.equal(read.value('gavel_auctions_total', { channel: 'web', status: '200' }), 1);
    t.equal(read.value('gavel_account_auctions_total', { account: 'big', status: '200' }), 1);
    t.equal(read.value('gavel_auction_seconds_count'), 1);
    t.equal(read.value('gavel_bidder_calls_total') + read.value('gavel_bidder_bids_total'), 0);
  }
});

t.test('an auction whose body is refused is counted by its status', async (t) => {
  const service = await startService(t, { ...settings, auction: { maxRequestBytes: 1000, bodyTimeoutMs: 1000 } });
  const url = `${service.url}/openrtb2/auction`;
  const refused = async (body: string, encoding = 'identity'): Promise<number> => {
    const response = await fetch(url, { method: 'POST', body, headers: { 'content-encoding': encoding } });
    await response.arrayBuffer();
    return response.status;
  };
  t.equal(await refused(' '.repeat(1001)), 413);
  t.equal(await refused('{}', 'br'), 415);
  t.equal(await refused('no gzip', 'gzip'), 400);
  const half = connect(service.port, '127.0.0.1').resume();
  half.write('POST /openrtb2/auction HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{');
  await once(half, 'close');
  const read = await scrape(service);
  for (const status of ['413', '415', '400', '408'])
    t.equal(read.value('gavel_auctions_total', { channel: 'unknown', status }), 1, status);
  t.equal(read.value('gavel_account_auctions_total', { account: 'other' }), 4);
});

t.test('dropped bids are counted by reason, also beside an accepted one', async (t) => {
  const service = await startService(t, settings);
  bidders.forget();
  const bids = [bid(1), bid(-1), bid(0), bid(2, 'nobodys'), { ...bid(3), crid: '' }];
  bidders.answer('bidderA', { body: { seatbid: [{ bid: bids }] } });
  bidders.answer('bidderB', { body: { cur: 'XYZ', seatbid: [{ bid: [bid(1), bid(1, 'i2')] }] } });
  t.equal(await post(service, request(['bidderA', 'bidderB'])), 200);
  const read = await scrape(service);
  const dropped = (bidder: string, reason: string) => read.value('gavel_bidder_bids_dropped_total', { bidder, reason });
  t.equal(dropped('bidderA', 'price'), 2);
  t.equal(dropped('bidderA', 'unknown_imp'), 1);
  t.equal(dropped('bidderA', 'invalid'), 1);
  t.equal(dropped('bidderB', 'currency'), 2);
  t.equal(read.value('gavel_bidder_bids_dropped_total'), 6);
  t.equal(read.value('gavel_bidder_imps_total', { bidder: 'bidderA', outcome: 'bid' }), 1);
});

t.test('an alias of the request counts as its bidder, a client that leaves as 499, AMP as amp', async (t) => {
  const page = request(['bidderA']) as { imp: unknown[] };
  const service = await startService(t, settings, { requests: { page: { ...page, imp: page.imp.slice(0, 1) } } });
  bidders.forget();
  bidders.answer('bidderA', { body: { seatbid: [{ bid: [bid(1)] }] } });
  bidders.answer('slow', { status: 204, delayMs: 30_000 });
  const aliases = { ext: { svc: { aliases: { mine: 'bidderA' } } } };
  t.equal(await post(service, request(['mine', 'nobody'], aliases)), 200);
  t.equal((await fetch(`${service.url}/openrtb2/amp?tag_id=page`)).status, 200, 'AMP');
  await leaveAuction(service.url, request(['slow'], { tmax: 4000 }), async () =>
    t.ok(await until(() => bidders.received('slow').length > 0)),
  );
  const isCounted = async (): Promise<boolean> =>
    (await scrape(service)).value('gavel_auctions_total', { status: '499' }) > 0;
  t.ok(await until(isCounted));
  const read = await scrape(service);
  t.equal(read.value('gavel_auctions_total', { channel: 'web', status: '499' }), 1);
  t.equal(read.value('gavel_auctions_total', { channel: 'amp', status: '200' }), 1);
  t.equal(read.value('gavel_bidder_calls_total', { bidder: 'bidderA' }), 2);
  t.equal(read.value('gavel_bidder_calls_total', { bidder: 'slow', outcome: 'cancelled' }), 1);
  t.equal(read.value('gavel_bidder_imps_total', { bidder: 'slow', outcome: 'cancelled' }), 2);
  t.equal(read.value('gavel_bidder_imps_total', { bidder: 'slow' }), 2, 'no other outcome');
  t.strictSame(read.find('gavel_bidder_calls_total', { bidder: 'mine' }), []);
  t.equal(read.value('gavel_stored_lookups_total', { kind: 'requests', result: 'misses' }), 1);
});

t.test('prices of another currency are shown in dollars, or not at all without a rate', async (t) => {
  const startMs = Date.now();
  const rates = { dataAsOf: '2026-01-01', conversions: { USD: { EUR: 0.5 } } };
  const service = await startService(
    t,
    { ...settings, currency: { ratesFile: '<stored>/rates/host.json' } },
    { rates: { host: rates } },
  );
  bidders.forget();
  bidders.answer('bidderA', { body: { cur: 'EUR', seatbid: [{ bid: [bid(2)] }] } });
  bidders.answer('bidderB', { body: { cur: 'SEK', seatbid: [{ bid: [bid(2)] }] } });
  t.equal(await post(service, request(['bidderA'], { cur: ['EUR'] })), 200);
  t.equal(await post(service, request(['bidderB'], { cur: ['SEK'] })), 200);
  const read = await scrape(service);
  t.equal(read.value('gavel_bidder_bid_price_usd_sum', { bidder: 'bidderA' }), 4);
  t.equal(read.value('gavel_bidder_bids_total', { bidder: 'bidderB' }), 1);
  t.equal(read.value('gavel_bidder_bid_price_usd_count', { bidder: 'bidderB' }), 0);
  const [age] = read.find('gavel_currency_rates_age_seconds');
  t.ok(age!.value >= 0 && age!.value <= performance.now() / 1000, `rates ${age?.value} s old`);
  const [ofDate] = read.find('gavel_currency_rates_data_age_seconds', { source: 'currency.ratesFile' });
  const atMs = Date.parse('2026-01-01') + ofDate!.value * 1000;
  t.ok(atMs >= startMs && atMs <= Date.now(), `${ofDate?.value} s`);
  const state = (await (await fetch(`${await service.adminUrl()}/currency/rates`)).json()) as object;
  t.match(
    state,
    wholeLists({ inUse: /^currency\.ratesFile /, sources: [{ dataAsOf: '2026-01-01', stale: false, fault: null }] }),
  );
});

t.test('rates that never came are as old as the process, so that an alert fires', async (t) => {
  const service = await startService(t, { ...settings, currency: { ratesUrl: 'http://127.0.0.1:1/' } });
  const [age, ...others] = (await scrape(service)).find('gavel_currency_rates_age_seconds');
  t.strictSame(others, []);
  t.strictSame(
    (await scrape(service)).find('gavel_currency_rates_data_age_seconds'),
    [],
    'without a date there is no age of the data',
  );
  t.equal(age?.labels.get('source'), 'currency.ratesUrl');
  t.ok(age!.value > 0 && age!.value < 3600, `${age?.value} s`);
});

t.test('cache, privacy and user sync are counted', async (t) => {
  const service = await startService(t, settings);
  bidders.forget();
  bidders.answer('bidderA', { body: { seatbid: [{ bid: [bid(1)] }] } });
  const caching = { ext: { svc: { cache: { bids: {} }, targeting: { includewinners: true } } } };
  const regs = { coppa: 1, us_privacy: '1YYN' };
  t.equal(await post(service, request(['bidderA'], { ...caching, regs })), 200);
  await fetch(`${service.url}/cache?uuid=11111111-2222-4333-8444-555555555555`);
  for (const name of ['nobody', '__proto__', 'constructor', 'x'.repeat(200)]) {
    t.equal((await fetch(`${service.url}/setuid?bidder=${name}&uid=1`)).status, 400);
  }
  await fetch(`${service.url}/cookie_sync`, { method: 'POST', body: '{"bidders":["bidderA","nobody"]}' });
  const read = await scrape(service);
  const store = 'embedded';
  t.equal(read.value('gavel_cache_puts_total', { store }), 1);
  t.equal(read.value('gavel_cache_kept_total', { store }), 1);
  t.ok(read.value('gavel_cache_kept_bytes_total', { store }) > 50);
  t.equal(read.value('gavel_cache_gets_total', { store }), 1);
  t.equal(read.value('gavel_cache_hits_total', { store }), 0);
  t.equal(read.value('gavel_cache_faults_total', { store }), 0);
  for (const kind of ['coppa', 'opted_out']) t.equal(read.value('gavel_privacy_auctions_total', { kind }), 1, kind);
  t.equal(read.value('gavel_privacy_bidders_total', { action: 'scrubbed' }), 1);
  t.equal(read.value('gavel_setuid_total', { bidder: 'other', status: '400' }), 4);
  t.equal(read.value('gavel_cookie_sync_total', { status: '200' }), 1);
  t.equal(read.value('gavel_overload_refused_total'), 0);
  t.equal(read.value('gavel_overload_yielded_total'), 0);
});
