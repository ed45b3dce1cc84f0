/** What a Redis cluster whose members stand still costs: the keys of those, until another has taken their place (issue 7, 'Must hold'). */
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import t from 'tap';
import { RedisClient } from '../../src/redis/client.ts';
import { listening } from '../support/listening.ts';
import { ownPort } from '../support/own-port.ts';
import { redisSkip, startRedisCluster, startReplica } from '../support/redis.ts';
import { succeeds, until } from '../support/until.ts';

// Most of the time goes by in waiting.
t.jobs = 3;

t.test(
  'a cluster whose member stands still while it is asked all the time',
  { skip: redisSkip, buffered: true, timeout: 60_000 },
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
    const told = Promise.allSettled(Array.from({ length: 30 }, () => client.connected().publish('channel', '')));
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
    t.ok(
      (await told).some(({ status }) => status === 'fulfilled'),
      'and told all of changes',
    );
  },
);

t.test(
  'a cluster whose member is gone without a word, before another takes its place',
  { skip: redisSkip, buffered: true, timeout: 160_000 },
  async (t) => {
    const cluster = await startRedisCluster(t);
    await startReplica(t, cluster, { nodeTimeoutMs: 8000 });
    const client = new RedisClient(cluster.url);
    t.teardown(() => client.close());
    const keys = Array.from({ length: 20 }, (_, at) => `k${at}`);
    const isRead = (key: string): Promise<boolean> =>
      Promise.race([succeeds(client.connected().get(key)), sleep(200, false)]);
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

/** What a look-up of `key` ends as. */
async function lookUp(client: RedisClient, key: string): Promise<string> {
  try {
    return await client
      .connected()
      .get(key)
      .then(String, () => 'refused');
  } catch {
    return 'not connected';
  }
}

t.test(
  'a cluster whose member cannot be reached from here yet',
  { skip: redisSkip, buffered: true, timeout: 160_000 },
  async (t) => {
    const { url } = await startRedisCluster(t);
    const urls = url.split(',');
    const port = await ownPort();
    const admins = await Promise.all(urls.map((one) => createClient({ url: one }).connect()));
    await admins[0]!.sendCommand(['CONFIG', 'SET', 'cluster-announce-port', String(port)]);
    const isTold = async (): Promise<boolean> => {
      const told = await Promise.all(admins.map((admin) => admin.sendCommand(['CLUSTER', 'NODES'])));
      return told.every((nodes) => String(nodes).includes(`:${port}@`));
    };
    t.ok(await until(isTold));
    for (const admin of admins) admin.destroy();
    const keys = Array.from({ length: 20 }, (_, at) => `k${at}`);
    const clients = [url, urls[1]!].map((one) => new RedisClient(one));
    t.teardown(() => clients.forEach((client) => client.close()));
    for (const client of clients) {
      t.ok(await until(async () => (await lookUp(client, keys[0]!)) !== 'not connected'), 'the others are served');
      const read = await Promise.all(keys.map((key) => lookUp(client, key)));
      t.strictSame([...new Set(read)].sort(), ['null', 'refused'], 'nobody waits for it');
    }
    await listening(
      t,
      createServer((socket) => {
        const onward = connect(Number(new URL(urls[0]!).port), '127.0.0.1').on('error', () => socket.destroy());
        socket
          .on('error', () => onward.destroy())
          .pipe(onward)
          .pipe(socket);
      }),
      port,
    );
    for (const client of clients) {
      const isWhole = async (): Promise<boolean> => {
        const read = await Promise.all(keys.map((key) => lookUp(client, key)));
        return read.every((one) => one === 'null');
      };
      t.ok(await until(isWhole), 'it is served once it can be reached');
    }
  },
);
