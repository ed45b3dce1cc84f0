/** What a dying thread and a full queue cost: one auction each, answered at once (issue 'Must hold'; traps, 'Piscina'). */
import t from 'tap';
import { poolHops, type Hops } from '../../src/auction/pool.ts';
import type { PrepareMessage } from '../../src/auction/messages.ts';

function message(id: string): PrepareMessage {
  return {
    body: new TextEncoder().encode(JSON.stringify({ id })),
    entryPoint: '',
    stored: [],
    arrival: { https: false, ip: '', ua: '', referer: '', dnt: '', gpc: '', uids: '', hostUid: '' },
    admitted: { account: '', app: '', tmax: null },
    account: '{}',
    nowMs: 0,
    rates: null,
    lineItems: null,
    vendorLists: null,
    bidderTmaxMs: 100,
    seed: '0'.repeat(32),
  };
}

function dyingPool(queueLimit: number): Hops {
  const filename = new URL('../support/dying-hops.ts', import.meta.url).href;
  return poolHops({ filename, threads: 1, queueLimit, setup: {}, env: {} });
}

const reached = (id: string) => ({ ok: false, status: 400, faults: [`reached a thread: ${id}`] });

for (const way of ['die', 'hog']) {
  t.test(`a thread that ends by '${way}' fails its auction and is replaced`, { timeout: 60_000 }, async (t) => {
    const hops = dyingPool(100);
    t.teardown(() => hops.close());
    t.same(await hops.prepare(message('before')), reached('before'));
    await t.rejects(hops.prepare(message(way)));
    t.same(await hops.prepare(message('after')), reached('after'));
  });
}

t.test('a full queue refuses further auctions at once with 503', async (t) => {
  const hops = dyingPool(3);
  t.teardown(() => hops.close());
  await hops.prepare(message('warm'));
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => hops.prepare(message('sleep'))));
  const refused = all.filter((one) => one.status === 'rejected').map((one) => one.reason as unknown);
  t.ok(refused.length >= 10, `${refused.length} refused`);
  t.ok(
    all.some((one) => one.status === 'fulfilled'),
    'those that found a place were served',
  );
  t.match(refused[0], { name: 'RequestError', status: 503, faults: [/too many auctions/] });
});

t.test('settle is never refused, however full the queue is', async (t) => {
  const hops = dyingPool(1);
  t.teardown(() => hops.close());
  await hops.prepare(message('warm'));
  const waiting = Array.from({ length: 5 }, () => hops.prepare(message('sleep')).catch(() => undefined));
  const terms = { rates: null, cacheSeed: '', cached: null };
  const settle = { bytes: new ArrayBuffer(0), context: { start: 0, end: 0 }, outcomes: [], calls: [], ...terms };
  // The entry has no second hop: reaching the thread shows as its error, not as a 503.
  await t.rejects(hops.settle(settle), { message: /settle|function|not/i });
  await Promise.all(waiting);
});
