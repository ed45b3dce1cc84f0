/** The whole service under overload, and with bidders that fail in every way, over real sockets (issue 'Overload'). */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Agent, request } from 'undici';
import { rawServer, reply } from './auction/fan-out-servers.ts';
import { closedWith } from './support/closed-with.ts';
import { requestFor } from './support/auction.ts';
import { startBidders } from './support/bidders.ts';
import { ownPort } from './support/own-port.ts';
import { startConfigured } from './support/process.ts';
import { startService } from './support/service.ts';
import { until } from './support/until.ts';
import { wholeLists } from './support/whole-lists.ts';

const bidders = await startBidders(t);
const agent = closedWith(t, new Agent({ connections: 400 }));
const bid = { seatbid: [{ bid: [{ id: 'b1', impid: 'i1', price: 1, crid: 'c1' }] }] };
const bidText = JSON.stringify(bid);

interface Answer {
  readonly status: number;
  readonly retryAfter: unknown;
  readonly tookMs: number;
  readonly text: string;
}

async function ask(url: string, names: readonly string[], tmax = 3000): Promise<Answer> {
  const startMs = performance.now();
  const bidder = Object.fromEntries(names.map((name) => [name, {}]));
  const body = JSON.stringify(requestFor(bidder, { tmax, ext: { svc: { returnallbidstatus: true } } }));
  const response = await request(`${url}/openrtb2/auction`, { method: 'POST', body, dispatcher: agent });
  const text = await response.body.text();
  return {
    status: response.statusCode,
    retryAfter: response.headers['retry-after'],
    tookMs: performance.now() - startMs,
    text,
  };
}

/** The answers to `count` clients that each send one request after the other while `goesOn`. */
async function clients(count: number, goesOn: () => boolean, once: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  const client = async (): Promise<void> => {
    while (goesOn()) answers.push(await once());
  };
  await Promise.all(Array.from({ length: count }, client));
  return answers;
}

function times(count: number): () => boolean {
  let left = count;
  return () => (left -= 1) >= 0;
}

function counted(answers: readonly Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

async function serviceProcess(t: Test, settings: readonly string[]): Promise<string> {
  const config = {
    bidders: bidders.settings('bidderA'),
    privacy: { gdpr: { defaultScope: false } },
    stored: { dir: '<dir>' },
    cache: { path: '<dir>/cache' },
  };
  const sets = settings.flatMap((setting) => ['--set', setting]);
  const service = await startConfigured(t, config, sets);
  return `http://127.0.0.1:${await service.listening()}`;
}

t.test('auctions beyond maxInFlight are refused with 503 at once, and served again when there is room', async (t) => {
  const service = await startService(t, {
    overload: { maxInFlight: 1 },
    bidders: bidders.settings('bidderA'),
  });
  bidders.answer('bidderA', { body: bid, delayMs: 1500 });
  const first = ask(service.url, ['bidderA'], 4000);
  t.ok(await until(() => bidders.received('bidderA').length > 0));
  const refused = await ask(service.url, ['bidderA']);
  t.match(refused, { status: 503, retryAfter: '1', text: /try again later/ });
  for (const [method, path] of [
    ['POST', 'auction'],
    ['GET', 'amp?tag_id=a'],
  ] as const) {
    const { statusCode, headers, body } = await request(`${service.url}/openrtb2/${path}`, { method });
    await body.dump();
    t.equal(statusCode, 503, path);
    t.match(headers, { 'cache-control': 'no-cache, no-store, must-revalidate', 'x-svc': /^gavel\// });
  }
  t.equal((await request(`${service.url}/status`, { dispatcher: agent })).statusCode, 204);
  t.match(await first, { status: 200, text: /"crid":"c1"/ }, 'the one in flight is answered');
  bidders.answer('bidderA', { body: bid });
  t.equal((await ask(service.url, ['bidderA'])).status, 200);
});

t.test('a late event loop refuses some auctions and answers others, /status works, and it recovers', async (t) => {
  bidders.answer('bidderA', { body: bid });
  const url = await serviceProcess(t, ['workers=0', 'overload.maxDelayMs=10']);
  let isOver = false;
  const once = (): Promise<Answer> => ask(url, ['bidderA']);
  const flood = clients(300, () => !isOver, once);
  const statuses: number[] = [];
  for (let turn = 0; turn < 35; turn += 1) {
    await sleep(100);
    const status = await request(`${url}/status`, { dispatcher: agent });
    await status.body.dump();
    statuses.push(status.statusCode);
  }
  isOver = true;
  const answers = await flood;
  t.strictSame(new Set(statuses), new Set([204]), 'load balancers are always answered');
  const refused = answers.filter(({ status }) => status === 503);
  t.ok(refused.length > 100, `${refused.length} of ${answers.length} refused`);
  t.ok(refused.every(({ retryAfter }) => retryAfter === '1'));
  t.ok(counted(answers, 200) > 100, 'never all are refused');
  t.equal(counted(answers, 200) + refused.length, answers.length);
  t.equal(counted(await clients(5, times(100), once), 200), 100, 'afterwards none is refused');
});

t.test('a healthy service refuses no auction, from the first on', async (t) => {
  bidders.answer('bidderA', { body: bid });
  // On a busy machine turns may be slow without overload.
  const url = await serviceProcess(t, ['overload.maxDelayMs=1000']);
  const answers = await clients(100, times(800), () => ask(url, ['bidderA']));
  t.equal(counted(answers, 200), 800);
});

t.test(
  'bidders that refuse, reset or never answer do not harm others, are blocked, and called again when they recover',
  async (t) => {
    const port = await ownPort();
    // This process, and the quick bidder in it, may pause for up to two seconds.
    const tmax = 3000;
    let isAwake = false;
    const silent = await rawServer(t, (socket) => isAwake && socket.write(reply(bidText)));
    const resetting = await rawServer(t, (socket) => socket.resetAndDestroy());
    const service = await startService(t, {
      bidderHealth: { throttleMemory: 10, breakerProbeMs: 300 },
      bidders: {
        quick: { endpoint: bidders.endpoint('quick') },
        refusing: { endpoint: `http://127.0.0.1:${port}/` },
        resetting: { endpoint: `${resetting.origin}/` },
        silent: { endpoint: `${silent.origin}/` },
      },
    });
    bidders.answer('quick', { body: bid });
    const names = ['quick', 'refusing', 'resetting', 'silent'];
    const halts = monitorEventLoopDelay();
    halts.enable();
    const answers = await clients(20, times(600), () => ask(service.url, names, tmax));
    halts.disable();
    t.equal(
      answers.filter(({ text }) => /"seat":"quick","bid":\[\{/.test(text)).length,
      600,
      'all bids of the quick bidder are there',
    );
    const mostMs = tmax + 1500 + halts.max / 1e6;
    t.ok(Math.max(...answers.map(({ tookMs }) => tookMs)) < mostMs, 'in time');
    const blocked = (bidder: string): number => {
      const nonbid = `"seat":"${bidder}","nonbid":[{"impid":"i1","statuscode":200`;
      return answers.filter(({ text }) => text.includes(nonbid)).length;
    };
    t.ok(blocked('refusing') > 450, `refusing: ${blocked('refusing')} blocked`);
    t.ok(blocked('resetting') > 450, `resetting: ${blocked('resetting')} blocked`);
    t.ok(blocked('silent') > 200, `silent: ${blocked('silent')} blocked`);
    t.equal(blocked('quick'), 0);
    const { ext } = JSON.parse(answers.at(-1)!.text) as { ext: { errors: { [bidder: string]: unknown } } };
    t.match(
      ext.errors['refusing'],
      wholeLists([{ code: 999, message: /calls to the bidder's host failed|connection refused/ }]),
    );
    t.ok(silent.requests.length >= 600 / 20, `the silent one got ${silent.requests.length} calls`);

    isAwake = true;
    const isBack = async (): Promise<boolean> => {
      const later = await clients(5, times(50), () => ask(service.url, ['silent'], tmax));
      return later.every(({ text }) => text.includes('"crid":"c1"'));
    };
    t.ok(await until(isBack), 'a bidder that answers again gets every call');
  },
);
