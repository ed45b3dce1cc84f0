/** A bid cache that is stopped, slow or broken, at the start and later, costs only cache keys until it recovers (issue 7, 'Must hold'). */
import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import t, { type Test } from 'tap';
import { BoundedCache } from '../../src/cache/bounded-cache.ts';
import { RedisCache } from '../../src/cache/redis-cache.ts';
import { closedWith } from '../support/closed-with.ts';
import { postAuction, requestFor } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { startFaultyProxy } from '../support/faulty-proxy.ts';
import { openMovingAddress } from '../support/moving-address.ts';
import { startConfigured } from '../support/process.ts';
import { redisSkip, startRedis, startRedisCluster } from '../support/redis.ts';
import { startService } from '../support/service.ts';
import { succeeds, until } from '../support/until.ts';

t.jobs = 2;
const bidders = await startBidders(t);
bidders.answer('acme', {
  body: { seatbid: [{ bid: [{ id: 'b1', impid: 'i1', price: 2, crid: 'c1', w: 300, h: 250, adm: '<b>ad</b>' }] }] },
});

const ext = { svc: { targeting: { includewinners: true }, cache: { bids: {} } } };
const request = requestFor({ acme: {} }, { ext });

interface Answer {
  readonly seatbid: readonly {
    readonly bid: readonly { readonly ext: { readonly svc: { readonly targeting: object } } }[];
  }[];
  readonly ext: { readonly errors?: { readonly cache?: readonly { readonly code: number }[] } };
}

/** Whether the bid of an auction was cached; throws when the bid is lost, or errors and keys contradict each other. */
async function isKept(url: string): Promise<boolean> {
  const response = await postAuction(url, request);
  const { seatbid, ext } = (await response.json()) as Answer;
  const bid = seatbid[0]?.bid[0];
  if (bid === undefined) throw new Error('the bid is lost');
  const kept = 'hb_cache_id' in bid.ext.svc.targeting;
  if (kept === (ext.errors?.cache?.[0]?.code === 999)) throw new Error('the answer does not say which it is');
  return kept;
}

function comesTo(url: string, wanted: boolean): Promise<boolean> {
  return until(async () => (await isKept(url)) === wanted);
}

const stores: { readonly store: string; readonly skip: string | false; readonly port: (t: Test) => Promise<number> }[] =
  [
    {
      store: 'redis',
      skip: redisSkip,
      port: async (t) => {
        const server = await startRedis(t);
        return Number(new URL(server.url).port);
      },
    },
    {
      store: 'http',
      skip: false,
      port: async (t) => {
        const other = await startService(t, { cache: { publicPuts: true, timeoutMs: 2000 } });
        return other.port;
      },
    },
  ];

for (const { store, skip, port } of stores) {
  t.test(
    `a ${store} store that is stopped, slow or sends garbage costs only keys, and is used again afterwards`,
    { skip, buffered: true },
    async (t) => {
      const proxy = await startFaultyProxy(t, await port(t));
      const url = store === 'redis' ? `redis://127.0.0.1:${proxy.port}` : `http://127.0.0.1:${proxy.port}/cache`;
      const service = await startService(t, {
        // So long that auctions which used all of it would time the test out.
        auction: { tmaxDefaultMs: 60_000, tmaxMaxMs: 60_000 },
        bidders: bidders.settings('acme'),
        cache: { store, url, timeoutMs: 500 },
        log: { level: 'silent' },
      });
      t.notOk(await isKept(service.url), 'it starts without its store');
      await proxy.become('well');
      t.ok(await comesTo(service.url, true), 'it finds its store');
      for (const mode of ['stopped', 'slow', 'garbage'] as const) {
        await proxy.become(mode);
        t.ok(await comesTo(service.url, false), mode);
        for (let times = 0; times < 10; times++) t.notOk(await isKept(service.url), 'bids come without keys');
        await proxy.become('well');
        t.ok(await comesTo(service.url, true), 'it recovers without a restart');
      }
    },
  );
}

t.test(
  'a Redis that becomes a replica is left for the new master at its address',
  { skip: redisSkip, buffered: true },
  async (t) => {
    const [first, second] = await Promise.all([startRedis(t), startRedis(t)]);
    const address = await openMovingAddress(t, first.url);
    const cache = closedWith(t, new RedisCache(address.url));
    const puts = (): Promise<boolean> =>
      succeeds(
        cache.put(
          [{ id: randomUUID(), type: 'json', ttlSeconds: 60, value: Buffer.from('1') }],
          performance.now() + 5000,
        ),
      );
    t.ok(await until(puts));
    address.leadTo(second.url);
    const admin = await createClient({ url: first.url }).connect();
    await admin.sendCommand(['REPLICAOF', '127.0.0.1', new URL(second.url).port]);
    admin.destroy();
    t.notOk(await puts(), 'the connection still leads to the replica');
    t.ok(await until(puts));
  },
);

t.test('a Redis cluster member that hangs costs only its own values', { skip: redisSkip }, async (t) => {
  const cluster = await startRedisCluster(t);
  // Less than it takes the cluster to notice the hang.
  const bounds = { timeoutMs: 4000, onTrouble: () => undefined };
  const cache = closedWith(t, new BoundedCache(new RedisCache(cluster.url), bounds));
  const keptOf = async (count: number): Promise<number> => {
    const value = Buffer.from('1');
    const puts = Array.from(
      { length: count },
      () => ({ id: randomUUID(), type: 'json', ttlSeconds: 60, value }) as const,
    );
    return (await cache.put(puts)).ids.filter((id) => id !== '').length;
  };
  const isPart = async (): Promise<boolean> => {
    cluster.thaw();
    if (!(await until(async () => (await keptOf(40)) === 40))) return false;
    cluster.freeze(0);
    const kept = await keptOf(40);
    return kept > 0 && kept < 40;
  };
  t.ok(await until(isPart));
});

t.test('the log says that the bid cache fails, and later that it works again', { buffered: true }, async (t) => {
  const other = await startService(t, { cache: { publicPuts: true, timeoutMs: 2000 } });
  const proxy = await startFaultyProxy(t, other.port);
  const service = await startConfigured(t, {
    privacy: { gdpr: { defaultScope: false } },
    bidders: { acme: { endpoint: bidders.endpoint('acme') } },
    workers: 0,
    cache: { store: 'http', url: `http://127.0.0.1:${proxy.port}/cache`, publicPuts: true, timeoutMs: 2000 },
  });
  const url = `http://127.0.0.1:${await service.listening()}/cache`;
  const put = async (): Promise<boolean> => {
    const { ok } = await fetch(url, { method: 'POST', body: '{"puts":[{"type":"json","value":1}]}' });
    return ok;
  };
  for (let failures = 0; failures < 5; failures++) t.notOk(await put());
  await service.said(/"store":"http".*the bid cache fails: its keys are left out/);
  await proxy.become('well');
  t.ok(await until(put));
  await service.said(/"store":"http".*the bid cache works again/);
});
