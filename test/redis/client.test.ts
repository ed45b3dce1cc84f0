/** A Redis cluster with a member that hangs loses only that member's keys, until a replica has replaced it (issue 7, 'Must hold'). */
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import t from 'tap';
import { RedisClient } from '../../src/redis/client.ts';
import { addressesIn } from '../../src/redis/link.ts';
import { closedWith } from '../support/closed-with.ts';
import { listening } from '../support/listening.ts';
import { ownPort } from '../support/own-port.ts';
import { redisSkip as skip, startRedis, startRedisCluster, startReplica } from '../support/redis.ts';
import { relay } from '../support/relay.ts';
import { succeeds, until } from '../support/until.ts';

// The tests mostly wait.
t.jobs = 3;

t.test('spaces around the commas between URLs do not count', async (t) => {
  t.strictSame(addressesIn(' redis://a:1 , redis://b:2'), ['redis://a:1', 'redis://b:2']);
});

t.test('a client that is closed before it has connected leaves no connection', { skip }, async (t) => {
  const { url } = await startRedis(t);
  const admin = await createClient({ url }).connect();
  t.teardown(() => admin.destroy());
  const count = async (section: string, name: string): Promise<number> =>
    Number((await admin.info(section)).split(`${name}:`)[1]!.split('\r')[0]);
  const before = await count('stats', 'total_connections_received');
  new RedisClient(url).close();
  t.ok(await until(async () => (await count('stats', 'total_connections_received')) > before));
  let looks = 0;
  t.ok(await until(async () => ((looks += 1), (await count('clients', 'connected_clients')) === 1)));
  t.ok(looks < 100, 'long before the connection times out');
});

t.test(
  'while a member hangs the others answer, and its replica does once it has taken over',
  { skip, buffered: true },
  async (t) => {
    const cluster = await startRedisCluster(t);
    await startReplica(t, cluster);
    const client = closedWith(t, new RedisClient(cluster.url));
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
    t.ok(await until(isWhole), 'the replica is asked');
    t.ok(
      [...counts].some((count) => count > 0 && count < keys.length),
      'the other members answered before',
    );
    t.ok(
      (await told).some(({ status }) => status === 'fulfilled'),
      'and published changes',
    );
  },
);

t.test(
  'a member that no longer accepts connections costs its keys only until its replica takes over',
  { skip, buffered: true },
  async (t) => {
    const cluster = await startRedisCluster(t);
    await startReplica(t, cluster, { nodeTimeoutMs: 8000 });
    const client = closedWith(t, new RedisClient(cluster.url));
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
    // With its backlog full, nobody who connects gets an answer.
    const { port } = new URL(cluster.url.split(',')[0]!);
    for (let at = 0; at < 520; at++) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      t.teardown(() => socket.destroy());
    }
    t.ok((await until(isWhole)) || (await until(isWhole)) || (await until(isWhole)));
  },
);

/** How a look-up of `key` ends. */
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
  'look-ups on a member that cannot be reached fail at once, and succeed once it can be reached',
  { skip, buffered: true },
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
      t.ok(
        await until(async () => (await lookUp(client, keys[0]!)) !== 'not connected'),
        'the client connects to the others',
      );
      const read = await Promise.all(keys.map((key) => lookUp(client, key)));
      t.strictSame([...new Set(read)].sort(), ['null', 'refused'], 'its keys are refused, the others answered');
    }
    await listening(
      t,
      createServer((client) => relay(client, Number(new URL(urls[0]!).port))),
      port,
    );
    for (const client of clients) {
      const isWhole = async (): Promise<boolean> => {
        const read = await Promise.all(keys.map((key) => lookUp(client, key)));
        return read.every((one) => one === 'null');
      };
      t.ok(await until(isWhole), 'all keys are answered once it can be reached');
    }
  },
);
