/** The whole service, offered three times what it can do for seconds: it goes on doing what it can (issue 'Overload'). */
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Agent, request } from 'undici';
import { startConfigured } from './support/process.ts';
import { startTextServer } from './support/text-server.ts';

const tmax = 3000;
/** This process may stand still for half a second, and the service as well; on a busy machine longer, as unhurried auctions show. */
const leewayMs = (unhurried: readonly Asked[]): number =>
  Math.max(2000, 2 * Math.max(...unhurried.map(({ tookMs }) => tookMs)));

/** Costly auctions, so that few are too many: the load must cost less than what it loads. */
const ids = Array.from({ length: 20 }, (_, at) => `i${at}`);
const body = JSON.stringify({
  id: 'r1',
  tmax,
  imp: ids.map((id) => ({ id, banner: { w: 300, h: 250 }, ext: { svc: { bidder: { bidderA: {} } } } })),
  site: { page: 'https://news.example/' },
  ext: { svc: { targeting: { includewinners: true, includebidderkeys: true } } },
});
const bids = ids.map((impid) => ({ id: `b-${impid}`, impid, price: 1, crid: 'c1', adm: '<p>'.repeat(50) }));

/** When an auction was asked, and what became of it. */
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

/** What clients get that ask again and again for `ms`. */
async function closedLoop(clients: number, ms: number, once: () => Promise<Asked>): Promise<Asked[]> {
  const endsAtMs = performance.now() + ms;
  const all: Asked[] = [];
  const client = async (): Promise<void> => {
    while (performance.now() < endsAtMs) all.push(await once());
  };
  await Promise.all(Array.from({ length: clients }, client));
  return all;
}

/** What comes of so many auctions a second for `ms`, whatever becomes of those before. */
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

t.test('three times the highest rate leaves much of it, and harms nothing', { timeout: 100_000 }, async (t) => {
  const url = await serviceProcess(t);
  const agent = new Agent({ connections: 1500 });
  t.teardown(() => agent.close());
  const once = (): Promise<Asked> => ask(url, agent);
  const before = await closedLoop(32, 3000, once);
  const offered = await openLoop(3 * bestSecond(before), 4000, once);
  const after = await closedLoop(8, 1000, once);

  const wrong = offered.filter(({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter === '1'));
  t.strictSame(wrong, [], 'an answer, or 503 and when to try again');
  const inTimeMs = tmax + leewayMs(before);
  const late = offered.filter(({ tookMs }) => tookMs > inTimeMs);
  t.equal(late.length, 0, `in time: ${late.length} of ${offered.length} late`);
  const poor = after.filter(({ hasBids }) => !hasBids);
  t.equal(poor.length, 0, 'afterwards every answer has its bids');

  // By then who takes everything has more waiting than can be answered in time.
  const settled = offered.filter(({ atMs }) => atMs > offered[0]!.atMs + 1500);
  const seconds = (settled.at(-1)!.atMs - settled[0]!.atMs) / 1000;
  const useful = settled.filter(({ hasBids, tookMs }) => hasBids && tookMs < inTimeMs).length / seconds;
  const unhurried = Math.min(before.length / 3, after.length);
  t.ok(useful > unhurried / 5, `${useful.toFixed()} useful answers a second, ${unhurried.toFixed()} when unhurried`);
});
