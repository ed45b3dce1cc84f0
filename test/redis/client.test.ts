/** What a Redis cluster whose members stand still costs: the keys of those, until another has taken their place (issue 7, 'Must hold'). */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { RedisClient } from '../../src/redis/client.ts';
import { redisSkip, startRedisCluster, startReplica } from '../support/redis.ts';
import { until } from '../support/until.ts';

t.test(
  'a cluster whose member stands still while it is asked all the time',
  { skip: redisSkip, timeout: 60_000 },
  async (t) => {
    const cluster = await startRedisCluster(t);
    await startReplica(t, cluster);
    const client = new RedisClient(cluster.url);
    t.teardown(() => client.close());
    const keys = Array.from({ length: 20 }, (_, at) => `k${at}`);
    const isRead = async (key: string): Promise<boolean> => {
      try {
        return (await Promise.race([client.connected().get(key), sleep(200, 'late')])) !== 'late';
      } catch {
        return false;
      }
    };
    const read = async (): Promise<number> => (await Promise.all(keys.map(isRead))).filter(Boolean).length;
    t.ok(await until(async () => (await read()) === keys.length));
    cluster.freeze(0);
    const counts = new Set<number>();
    const isWhole = async (): Promise<boolean> => {
      const count = await read();
      counts.add(count);
      return count === keys.length;
    };
    t.ok(await until(isWhole), 'the one that took its place is asked');
    t.ok(
      [...counts].some((count) => count > 0 && count < keys.length),
      'meanwhile the others were',
    );
  },
);

t.test(
  'a cluster whose member is gone without a word, before another takes its place',
  { skip: redisSkip, timeout: 160_000 },
  async (t) => {
    const cluster = await startRedisCluster(t);
    await startReplica(t, cluster, { nodeTimeoutMs: 8000 });
    const client = new RedisClient(cluster.url);
    t.teardown(() => client.close());
    const keys = Array.from({ length: 20 }, (_, at) => `k${at}`);
    const isRead = (key: string): Promise<boolean> =>
      Promise.race([
        client
          .connected()
          .get(key)
          .then(
            () => true,
            () => false,
          ),
        sleep(200, false),
      ]);
    const isWhole = async (): Promise<boolean> => {
      try {
        return !(await Promise.all(keys.map(isRead))).includes(false);
      } catch {
        return false;
      }
    };
    t.ok(await until(isWhole));
    cluster.freeze(0);
    // Behind so many nobody who connects hears anything.
    const { port } = new URL(cluster.url.split(',')[0]!);
    for (let at = 0; at < 520; at++) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      t.teardown(() => socket.destroy());
    }
    t.ok((await until(isWhole)) || (await until(isWhole)) || (await until(isWhole)));
  },
);
