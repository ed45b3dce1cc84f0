/** The whole service under three times the load that it can serve goes on serving what it can (issue 'Overload'). */
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Agent, request } from 'undici';
import { closedWith } from './support/closed-with.ts';
import { startConfigured } from './support/process.ts';
import { startTextServer } from './support/text-server.ts';

const tmax = 3000;
/** Allows for pauses of this process and the service: two seconds, or more on a busy machine, as unhurried auctions show. */
const leewayMs = (unhurried: readonly Asked[]): number =>
  Math.max(2000, 2 * Math.max(...unhurried.map(({ tookMs }) => tookMs)));

/** Costly auctions, so that few are too many: making the load must cost less than serving it. */
const ids = Array.from({ length: 20 }, (_, at) => `i${at}`);
const body = JSON.stringify({
  id: 'r1',
  tmax,
  imp: ids.map((id) => ({ id, banner: { w: 300, h: 250 }, ext: { svc: { bidder: { bidderA: {} } } } })),
  site: { page: 'https://news.example/' },
  ext: { svc: { targeting: { includewinners: true, includebidderkeys: true } } },
});
const bids = ids.map((impid) => ({ id: `b-${impid}`, impid, price: 1, crid: 'c1', adm: '<p>'.repeat(50) }));

/** An auction: when it was sent, and how it was answered. */
interface Asked {
  readonly atMs: number;
  readonly tookMs: number;
  readonly status: number;
  readonly retryAfter: unknown;
  readonly hasBids: boolean;
}

async function serviceProcess(t: Test): Promise<string> {
  const bidder = await startTextServer(t, { text: JSON.stringify({ seatbid: [{ bid: bids }] }) });
  const service = await startConfigured(t, {
    bidders: { bidderA: { endpoint: bidder.url } },
    privacy: { gdpr: { defaultScope: false } },
    stored: { dir: '<dir>' },
    cache: { path: '<dir>/cache' },
    workers: 1,
  });
  return `http://127.0.0.1:${await service.listening()}/openrtb2/auction`;
}

async function ask(url: string, dispatcher: Agent): Promise<Asked> {
  const atMs = performance.now();
  const response = await request(url, { method: 'POST', body, dispatcher });
  const text = await response.body.text();
  const { statusCode: status, headers } = response;
  const tookMs = performance.now() - atMs;
  return { atMs, tookMs, status, retryAfter: headers['retry-after'], hasBids: text.includes('"crid":"c1"') };
}

/** The answers to clients that each send one auction after the other for `ms`. */
async function closedLoop(clients: number, ms: number, once: () => Promise<Asked>): Promise<Asked[]> {
  const endsAtMs = performance.now() + ms;
  const all: Asked[] = [];
  const client = async (): Promise<void> => {
    while (performance.now() < endsAtMs) all.push(await once());
  };
  await Promise.all(Array.from({ length: clients }, client));
  return all;
}

/** The answers to `perSecond` auctions a second for `ms`, sent without waiting for earlier answers. */
async function openLoop(perSecond: number, ms: number, once: () => Promise<Asked>): Promise<Asked[]> {
  const startedAtMs = performance.now();
  const all: Promise<Asked>[] = [];
  for (let passedMs = 0; passedMs < ms; passedMs = performance.now() - startedAtMs) {
    while (all.length < (passedMs / 1000) * perSecond) all.push(once());
    await sleep(10);
  }
  return Promise.all(all);
}

/** The most answers that came in one second. */
function bestSecond(all: readonly Asked[]): number {
  const counts = new Map<number, number>();
  for (const { atMs, tookMs } of all) {
    const second = Math.floor((atMs + tookMs - all[0]!.atMs) / 1000);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

t.test(
  'at three times the highest rate auctions get an answer or 503 in time, a fifth of the usual rate is useful, and it recovers',
  async (t) => {
    const url = await serviceProcess(t);
    const agent = closedWith(t, new Agent({ connections: 1500 }));
    const once = (): Promise<Asked> => ask(url, agent);
    const before = await closedLoop(32, 3000, once);
    const offered = await openLoop(3 * bestSecond(before), 4000, once);
    const after = await closedLoop(8, 1000, once);

    const wrong = offered.filter(({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter === '1'));
    t.strictSame(wrong, [], '200, or 503 with Retry-After');
    const inTimeMs = tmax + leewayMs(before);
    const late = offered.filter(({ tookMs }) => tookMs > inTimeMs);
    t.equal(late.length, 0, `in time: ${late.length} of ${offered.length} late`);
    const poor = after.filter(({ hasBids }) => !hasBids);
    t.equal(poor.length, 0, 'afterwards every answer has its bids');

    // By then a service that accepts everything has more waiting than it can answer in time.
    const settled = offered.filter(({ atMs }) => atMs > offered[0]!.atMs + 1500);
    const seconds = (settled.at(-1)!.atMs - settled[0]!.atMs) / 1000;
    const useful = settled.filter(({ hasBids, tookMs }) => hasBids && tookMs < inTimeMs).length / seconds;
    const unhurried = Math.min(before.length / 3, after.length);
    t.ok(useful > unhurried / 5, `${useful.toFixed()} useful answers a second, ${unhurried.toFixed()} when unhurried`);
  },
);
