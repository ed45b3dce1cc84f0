/** One suite for every bid store: embedded, Redis (one server, a cluster) and HTTP (another instance's /cache). */
import { randomUUID } from 'node:crypto';
import t, { type Test } from 'tap';
import type { BidCache, CachePut } from '../../src/cache/bid-cache.ts';
import { HttpCache } from '../../src/cache/http-cache.ts';
import { RedisCache } from '../../src/cache/redis-cache.ts';
import { closedWith } from '../support/closed-with.ts';
import { redisSkip, startRedis, startRedisCluster } from '../support/redis.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { embedded, putOf as put } from './support.ts';

type Open = (t: Test) => BidCache | Promise<BidCache>;

// Side by side, as stores are slow to start and slower to expire values.
t.jobs = 5;

/** Two runs of the suite share the cluster. */
const cluster = redisSkip === false ? startRedisCluster(t) : undefined;

const stores: { readonly name: string; readonly skip: string | false; readonly open: Open }[] = [
  { name: 'embedded', skip: false, open: embedded },
  { name: 'http', skip: false, open: openHttp },
  { name: 'redis', skip: redisSkip, open: openRedis },
  { name: 'redis cluster', skip: redisSkip, open: async () => redisAt((await cluster!).url) },
  {
    name: 'redis cluster by one of its members',
    skip: redisSkip,
    open: async () => redisAt((await cluster!).url.split(',')[1]!),
  },
];

async function openHttp(t: Test): Promise<BidCache> {
  const other = await startService(t, { cache: { publicPuts: true, timeoutMs: 5000 } });
  return new HttpCache(`${other.url}/cache`, 10_000);
}

async function openRedis(t: Test): Promise<BidCache> {
  return redisAt((await startRedis(t)).url);
}

function redisAt(url: string): BidCache {
  return new RedisCache(url);
}

/** Puts until it succeeds, as a store may still be connecting. */
async function putInTheEnd(store: BidCache, puts: readonly CachePut[]): Promise<readonly string[]> {
  let ids: readonly string[] | undefined;
  await until(async () => (ids = await store.put(puts, Infinity).catch(() => undefined)) !== undefined);
  return ids ?? store.put(puts, Infinity);
}

for (const { name, skip, open } of stores) {
  t.test(name, { skip, buffered: true }, async (t) => {
    const store = closedWith(t, await open(t));
    const textUnder = async (id: string): Promise<string | undefined> => {
      const found = await store.get(id);
      return found && `${found.type} ${Buffer.from(found.value).toString()}`;
    };

    await t.test('keeps JSON and XML byte by byte, each under its own id', async (t) => {
      const xml = '<VAST version="3.0">]]> & "quoted" \\ ü €\n</VAST>';
      const json = '{"id":"b1","price":1.5,"adm":"<b>\\"ü\\" €</b>","ext":{"n":null}}';
      const ids = await putInTheEnd(store, [put(json), put(xml, { type: 'xml' }), put('[1,true,"x"]')]);
      t.equal(new Set(ids).size, 3);
      t.equal(await textUnder(ids[0]!), `json ${json}`);
      t.equal(await textUnder(ids[1]!), `xml ${xml}`);
      t.equal(await textUnder(ids[2]!), 'json [1,true,"x"]');
    });

    await t.test('finds nothing under unknown ids', async (t) => {
      t.equal(await store.get(randomUUID()), undefined);
      t.equal(await store.get('no-uuid'), undefined);
      t.equal(await store.get('__proto__'), undefined);
    });

    await t.test('keeps many puts at once, and large ones', async (t) => {
      const large = JSON.stringify('x'.repeat(100_000));
      const puts = [...Array.from({ length: 45 }, (_, at) => put(`{"at":${at}}`)), put(large)];
      const ids = await store.put(puts, Infinity);
      t.equal(ids.length, 46);
      t.equal(new Set(ids).size, 46);
      for (const at of [0, 9, 10, 44]) t.equal(await textUnder(ids[at]!), `json {"at":${at}}`);
      t.equal(await textUnder(ids[45]!), `json ${large}`);
    });

    await t.test('drops a value when its lifetime is over, and no other', async (t) => {
      let [short, long]: readonly string[] = [];
      // Repeated, as a pause of the process may outlast the lifetime.
      const isKept = async (): Promise<boolean> => {
        [short, long] = await store.put([put('1', { ttlSeconds: 2 }), put('2', { ttlSeconds: 60 })], Infinity);
        return (await textUnder(short!)) === 'json 1';
      };
      t.ok(await until(isKept));
      t.ok(await until(async () => (await store.get(short!)) === undefined));
      t.equal(await textUnder(long!), 'json 2');
    });

    await t.test('accepts an empty list of puts', async (t) => {
      t.strictSame(await store.put([], Infinity), []);
    });
  });
}
