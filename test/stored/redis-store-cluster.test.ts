/** The Redis source over a real cluster that is set up late, loses members or changes its addresses (issue 7). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import t from 'tap';
import { redisStore } from '../../src/stored/redis-store.ts';
import type { StoredChange } from '../../src/stored/store.ts';
import { reasonOf } from '../../src/error-text.ts';
import { closedWith } from '../support/closed-with.ts';
import { ofTest } from '../support/end-with-us.ts';
import { listening } from '../support/listening.ts';
import { onceClient, redisSkip as skip, startLooseCluster, startRedis, startRedisCluster } from '../support/redis.ts';
import { bareEnv } from '../support/run-script.ts';
import { until } from '../support/until.ts';
import { imp } from './imp.ts';
import { answers, connected, spread } from './redis-stores.ts';

t.jobs = 3;

t.test('a cluster that is set up after the start is found', { skip, buffered: true }, async (t) => {
  const cluster = await startLooseCluster(t);
  const [first = ''] = cluster.url.split(',');
  const early = closedWith(t, redisStore(first));
  const why = (): Promise<string> => early.fetch([imp('none')]).then(String, reasonOf);
  t.ok(await until(async () => (await why()).includes('no server of the cluster has these keys')));
  await cluster.give(0);
  const half = closedWith(t, redisStore(first));
  t.ok(
    await until(async () =>
      /no server of the cluster|CLUSTERDOWN/.test(await half.fetch(spread).then(String, reasonOf)),
    ),
  );
  await cluster.unite();
  t.ok(await until(() => answers(early, spread)));
  t.ok(await until(() => answers(half, spread)));
});

t.test('an address may change from a cluster to a single server and back', { skip, buffered: true }, async (t) => {
  const cluster = await startRedisCluster(t);
  const [first = ''] = cluster.url.split(',');
  const store = closedWith(t, await connected(first));
  t.ok(await answers(store, spread));
  await cluster.end();
  const single = await startRedis(t, Number(new URL(first).port));
  t.ok(await until(() => answers(store, spread)));
  await single.end();
  await cluster.start();
  t.ok(await until(() => answers(store, spread)));
});

t.test(
  'a cluster that loses a member and then ends is read again once it is back, and reports changes',
  { skip, buffered: true },
  async (t) => {
    const cluster = await startRedisCluster(t);
    const store = closedWith(t, await connected(cluster.url));
    const changes: StoredChange[] = [];
    store.watch!((change) => changes.push(change));
    t.ok(await until(() => changes.length === 1));
    const first = onceClient(cluster.url.split(',')[0]!);
    await first.connect();
    await first.sendCommand(['SHUTDOWN', 'NOSAVE', 'NOW']).catch(() => undefined);
    t.ok(
      await until(() => changes.length > 1),
      'another member reports changes; all, since those in between are unknown',
    );
    t.ok(await until(async () => !(await answers(store, spread))), 'some keys cannot be read');
    const why = (): Promise<string> => store.fetch(spread).then(String, reasonOf);
    t.ok(await until(async () => /^a server of the cluster is not connected \(.*ECONNREFUSED/.test(await why())));
    await t.resolves(store.announce!(spread), 'whoever is there tells all');
    await cluster.end();
    t.ok(await until(async () => !(await answers(store))));
    await cluster.start();
    t.ok(await until(() => answers(store, spread)));
    t.ok(
      await until(async () => {
        await store.announce!([imp('i1')]).catch(() => undefined);
        return changes.some((change) => change !== 'all');
      }),
    );
  },
);

t.test(
  'a cluster given by one address is still read when nobody answers there any more',
  { skip, buffered: true },
  async (t) => {
    const cluster = await startRedisCluster(t);
    const urls = cluster.url.split(',');
    const admins = await Promise.all(urls.map((url) => onceClient(url).connect()));
    t.teardown(() => admins.forEach((admin) => admin.isOpen && admin.destroy()));
    for (const admin of admins) await admin.sendCommand(['CONFIG', 'SET', 'cluster-require-full-coverage', 'no']);
    const store = closedWith(t, await connected(urls[0]!));
    await admins[0]!.sendCommand(['SHUTDOWN', 'NOSAVE']).catch(() => undefined);
    // Takes the place of the member, as a load balancer in front of the cluster.
    const asked: string[] = [];
    const front = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        asked.push(data.toString());
        socket.destroy();
      });
    });
    await listening(t, front, Number(new URL(urls[0]!).port));
    const looks = (): number => asked.findIndex((words) => words.includes('INFO'));
    t.ok(
      await until(() => looks() >= 0 && asked.length > looks() + 2),
      'the address is asked again what kind of server it is',
    );
    const read = await Promise.all(spread.map((key) => answers(store, [key])));
    t.ok(read.includes(true), 'keys of the other members can be read');
    t.ok(read.includes(false));
  },
);

/** A script that closes stores while they connect, each a little later than the one before; nothing should keep its process alive. */
const hasty = `
  const [file, url] = process.argv.slice(1);
  const { redisStore } = await import(file);
  for (let ms = 0; ms < 300; ms += 10) {
    const store = redisStore(url);
    setTimeout(() => void store.close(), ms);
  }`;

t.test('a process that closes its stores while they connect ends', { skip, buffered: true }, async (t) => {
  const file = new URL('../../src/stored/redis-store.ts', import.meta.url).href;
  const { url } = await startRedisCluster(t);
  for (const one of [url, url.split(',')[1]!]) {
    const args = ['--input-type=module', '-e', hasty, file, one];
    const child = ofTest(t, spawn(process.execPath, args, { env: bareEnv, stdio: 'inherit' }));
    t.strictSame(await once(child, 'exit'), [0, null]);
  }
});
