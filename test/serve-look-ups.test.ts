/** Look-ups of plugins in a whole service: the README's example, on the main thread and in threads (src/plugins). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { postAuction, requestFor } from './support/auction.ts';
import { startBidders } from './support/bidders.ts';
import { testFolder } from './support/folder.ts';
import { startService } from './support/service.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'src/plugins/README.md'), 'utf8');
const example = /```ts\n(\/\/ plugins\/audience\.ts[^]*?)```/.exec(page)![1]!.replace('/srv/gavel/', `${root}/`);

const bid = { id: 'b1', impid: 'i1', price: 2, crid: 'c', adm: '<p>', w: 300, h: 250 };
const segment = [{ id: 's1' }];

function requestOf(user: string | undefined, more: object): object {
  return requestFor({ bidderA: {} }, { ...(user !== undefined && { user: { id: user } }), ...more });
}

/** A service with the plugin of the example, whose source of segments is a simulated bidder called `segments`. */
async function startWith(t: Test, workers: number, lookUpMs: number) {
  const bidders = await startBidders(t);
  bidders.answer('bidderA', { body: { seatbid: [{ bid: [bid] }] } });
  const file = join(testFolder(t), 'audience.ts');
  writeFileSync(file, example);
  const audience = { file, settings: { url: bidders.endpoint('segments') }, lookUpMs };
  const settings = {
    workers,
    bidders: bidders.settings('bidderA'),
    plugins: { audience },
    log: { level: 'silent' },
  };
  const service = await startService(t, settings, { requests: { page: requestOf('u1', { site: undefined }) } });
  const ask = async (user?: string, more = {}) => {
    const response = await postAuction(service.url, requestOf(user, more));
    t.equal(response.status, 200);
    return (await response.json()) as { seatbid: { bid: object[] }[] };
  };
  return { bidders, service, ask };
}

for (const workers of [0, 1]) {
  t.test(`the example adds segments that it finds, with ${workers} threads`, async (t) => {
    const { bidders, service, ask } = await startWith(t, workers, 1000);
    bidders.answer('segments', { body: segment });
    const told = () => (bidders.received('bidderA').at(-1)!.body as { user?: { data?: object[] } }).user?.data;
    t.equal((await ask('u 1')).seatbid[0]!.bid.length, 1);
    t.strictSame(told(), [{ name: 'audience.example', segment }]);
    t.equal(bidders.received('segments')[0]!.url, '/segments/u%201');
    await ask();
    t.equal(told(), undefined);
    await ask('');
    t.equal(bidders.received('segments').length, 1, 'nothing to look up');
    const amp = await fetch(`${service.url}/openrtb2/amp?tag_id=page&curl=https%3A%2F%2Fnews.example%2F`);
    t.equal(amp.status, 200, await amp.text());
    t.strictSame(told(), [{ name: 'audience.example', segment }], 'also for AMP pages');
    bidders.answer('segments', { status: 404 });
    await ask('u1');
    t.equal(told(), undefined);
    const text = await service.metrics();
    t.match(text, /^gavel_plugin_look_ups_total\{plugin="audience",outcome="found"\} 2$/m);
    t.match(text, /^gavel_plugin_look_ups_total\{plugin="audience",outcome="nothing"\} 1$/m);
    t.notMatch(text, /outcome="failed"\} [1-9]/);
  });
}

t.test('a look-up that is late or fails costs an auction only its data, and is counted', async (t) => {
  const { bidders, service, ask } = await startWith(t, 1, 20);
  bidders.answer('segments', { body: segment, delayMs: 3_600_000 });
  t.equal((await ask('u1')).seatbid.length, 1, 'it does not wait for the look-up');
  t.equal((bidders.received('bidderA')[0]!.body as { user: { data?: object } }).user.data, undefined);
  bidders.answer('segments', { body: 'no JSON' });
  for (let count = 0; count < 100 && !/audience",outcome="failed"\} [1-9]/.test(await service.metrics()); count++)
    t.equal((await ask('u1')).seatbid.length, 1);
  const text = await service.metrics();
  t.match(text, /^gavel_plugin_look_ups_total\{plugin="audience",outcome="late"\} [1-9]\d*$/m);
  t.match(text, /^gavel_plugin_look_ups_total\{plugin="audience",outcome="failed"\} [1-9]\d*$/m);
  t.match(text, /^gavel_code_bugs_total\{kind="plugin",name="audience"\} [1-9]\d*$/m);
});

t.test('the time of a look-up is taken from the time of bidders', async (t) => {
  const { bidders, ask } = await startWith(t, 0, 1000);
  bidders.answer('segments', { body: segment, delayMs: 400 });
  await ask('u1', { tmax: 3000 });
  const { tmax } = bidders.received('bidderA')[0]!.body as { tmax: number };
  t.ok(tmax > 0 && tmax <= 2600, `${tmax} ms`);
});

t.test('a look-up waits for at most half of tmax', async (t) => {
  const { bidders, ask } = await startWith(t, 0, 1000);
  bidders.answer('segments', { body: segment, delayMs: 30_000 });
  await ask('u1', { tmax: 1000 });
  const { tmax } = bidders.received('bidderA')[0]!.body as { tmax: number };
  t.ok(tmax > 0 && tmax <= 500, `${tmax} ms`);
});
