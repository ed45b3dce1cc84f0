/** A Redis that is full, frozen or gone costs auctions little, and not for long (decisions, 'Caching'). */
import { createServer } from 'node:net';
import { createClient } from 'redis';
import t from 'tap';
import { RedisCache } from '../../src/cache/redis-cache.ts';
import { listening } from '../support/listening.ts';
import { redisSkip as skip, startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';
import { relay } from '../support/relay.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { bounded, going, put } from './bounded.ts';

t.test('a put to a full Redis fails with its answer OOM', { skip }, async (t) => {
  const redis = await startRedis(t);
  const { cache } = bounded(t, new RedisCache(redis.url), 2000, going);
  const faultOfPut = async (): Promise<string> => (await cache.put([put()])).fault;
  t.ok(await until(async () => (await faultOfPut()) === ''));
  const admin = await createClient({ url: redis.url }).connect();
  await admin.configSet('maxmemory', '1');
  admin.destroy();
  t.equal(await faultOfPut(), 'the bid cache answered OOM');
});

t.test('a put that a Redis refuses without a word for the kind fails with an error', { skip }, async (t) => {
  const redis = await startRedis(t);
  // Redis itself always gives such a word.
  const foreign = createServer((client) => {
    const toServer = (bytes: Buffer): Buffer => {
      if (!bytes.includes('\r\nSET\r\n')) return bytes;
      client.write('-no room\r\n');
      return Buffer.alloc(0);
    };
    relay(client, Number(new URL(redis.url).port), { toServer });
  });
  const url = `redis://127.0.0.1:${await listening(t, foreign)}`;
  const { cache } = bounded(t, new RedisCache(url), 2000, going);
  const faultOfPut = async (): Promise<string> => (await cache.put([put()])).fault;
  t.ok(await until(async () => (await faultOfPut()) === 'the bid cache answered with an error'));
});

t.test('a put to a frozen Redis fails in time; once thawed it takes puts again', { skip }, async (t) => {
  const redis = await startRedis(t);
  const { cache } = bounded(t, new RedisCache(redis.url), 200, going);
  const works = async (): Promise<boolean> => (await cache.put([put()])).fault === '';
  t.ok(await until(works));
  redis.freeze();
  t.match(await cache.put([put()]), wholeLists({ ids: [''], fault: /in time/ }));
  redis.thaw();
  t.ok(await until(works));
});

t.test('puts fail while Redis is down, and succeed once it is back', { skip }, async (t) => {
  const redis = await startRedis(t);
  const { cache } = bounded(t, new RedisCache(redis.url), 500, going);
  const takesPuts = async (): Promise<boolean> => (await cache.put([put()])).fault === '';
  t.ok(await until(takesPuts));
  await redis.end();
  t.ok(await until(async () => !(await takesPuts())), 'puts fail');
  await redis.start();
  t.ok(await until(takesPuts), 'puts succeed');
});
