/** The Redis source over a real server and a real cluster: the shared suite, its changes, and what it does when they are gone or slow (issue 7). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import t, { type Test } from 'tap';
import { destroy } from '../../src/redis/link.ts';
import { serverClient } from '../../src/redis/single-link.ts';
import { watchPings } from '../../src/redis/watch-pings.ts';
import { redisStore } from '../../src/stored/redis-store.ts';
import { keyOf, nameOf, type EditableStore, type StoredChange, type StoredKey } from '../../src/stored/store.ts';
import { reasonOf } from '../../src/error-text.ts';
import { listening } from '../support/listening.ts';
import { ownPort } from '../support/own-port.ts';
import { onceClient, redisSkip, startLooseCluster, startRedis, startRedisCluster } from '../support/redis.ts';
import { until } from '../support/until.ts';
import { storeSuite } from './store-suite.ts';
import { wholeLists } from '../support/whole-lists.ts';

const cluster = redisSkip === false ? startRedisCluster(t) : undefined;
t.jobs = 3;

const imp = (id: string): StoredKey => ({ kind: 'imps', id });
const bytes = (text: string): Uint8Array => Buffer.from(text);

/** Keys that every server of a cluster has some of. */
const spread = Array.from({ length: 20 }, (_, at) => imp(`${at}`));

const answers = (store: EditableStore, keys: readonly StoredKey[] = [imp('none')]): Promise<boolean> =>
  store.fetch(keys).then(
    () => true,
    () => false,
  );

async function connected(url: string): Promise<EditableStore> {
  const store = redisStore(url);
  await until(() => answers(store));
  return store;
}

const places: { readonly name: string; readonly url: (t: Test) => Promise<string> }[] = [
  { name: 'one server', url: async (t) => (await startRedis(t)).url },
  { name: 'a cluster', url: async () => (await cluster!).url },
];

for (const { name, url } of places) {
  t.test(`the store suite over ${name}, its list and its changes`, { skip: redisSkip, buffered: true }, async (t) => {
    const at = await url(t);
    const other = await connected(at);
    t.teardown(() => other.close());
    await storeSuite(t, async (texts) => {
      await other.save([...texts].map(([name, text]) => ({ ...keyOf(name)!, text: bytes(text) })));
      return connected(at);
    });
    await other.save(Array.from({ length: 1500 }, (_, n) => ({ ...imp(`l${n}`), text: bytes('{}') })));
    const listed: string[] = [];
    for await (const key of other.list()) listed.push(nameOf(key));
    t.equal(listed.length, new Set(listed).size);
    t.equal(listed.filter((one) => one.startsWith('imps/l')).length, 1500);
    t.ok(listed.includes('imps/ünïcode'));
    const changes: StoredChange[] = [];
    const listener = await connected(at);
    t.teardown(() => listener.close());
    listener.watch!((change) => changes.push(change));
    t.ok(await until(() => changes.includes('all')), 'what changed before is not known');
    await other.save([{ ...imp('saved'), text: bytes('{}') }]);
    await other.announce!([{ kind: 'accounts', id: 'ünïcode' }]);
    const heard = (): string[] => changes.flatMap((change) => (change === 'all' ? [] : change.map(nameOf)));
    t.ok(await until(() => heard().length === 2));
    // A cluster's nodes tell what they have in any order.
    t.same(heard().toSorted(), ['accounts/ünïcode', 'imps/saved']);
  });
}

t.test(
  'a server that ends, freezes and comes back',
  { skip: redisSkip, buffered: true, timeout: 60_000 },
  async (t) => {
    const server = await startRedis(t);
    const store = await connected(server.url);
    t.teardown(() => store.close());
    const changes: StoredChange[] = [];
    store.watch!((change) => changes.push(change));
    t.ok(await until(() => changes.length === 1));
    await server.end();
    t.ok(await until(async () => !(await answers(store))), 'it rejects at once');
    await server.start();
    t.ok(await until(() => answers(store)));
    t.ok(await until(() => changes.length > 1), 'what changed meanwhile is not known');
    await store.announce!([imp('i1')]);
    t.ok(await until(() => changes.some((change) => change !== 'all')));
    server.freeze();
    const hung = store.fetch([imp('none')]).then(
      () => 'answered',
      () => 'rejected',
    );
    await sleep(300);
    server.thaw();
    t.equal(await hung, 'answered', 'a short stop is no loss');
  },
);

t.test(
  'a server that stands still while it is asked all the time is given up',
  { skip: redisSkip, buffered: true },
  async (t) => {
    const server = await startRedis(t);
    const store = await connected(server.url);
    t.teardown(() => store.close());
    server.freeze();
    const said = (): Promise<string> =>
      Promise.race([store.fetch([imp('none')]).then(String, reasonOf), sleep(500, '')]);
    t.ok(await until(async () => (await said()).includes('Redis is not connected')));
    server.thaw();
    t.ok(await until(() => answers(store)));
  },
);

t.test(
  'a user who may not listen can read, and hears once that nothing is told',
  { skip: redisSkip, buffered: true },
  async (t) => {
    const server = await startRedis(t);
    const admin = await createClient({ url: server.url }).connect();
    await admin.sendCommand(['ACL', 'SETUSER', 'reader', 'on', '>word', '~*', '+@all', 'resetchannels']);
    admin.destroy();
    const store = await connected(server.url.replace('//', '//reader:word@'));
    t.teardown(() => store.close());
    const faults: string[] = [];
    store.watch!(
      () => t.fail('heard a change'),
      (error) => faults.push(reasonOf(error)),
    );
    t.ok(await until(() => faults.length > 0));
    await sleep(1500);
    t.match(faults, wholeLists([/^NOPERM .* channel/]));
    t.equal(faults.length, 1);
  },
);

t.test(
  'a server that refuses pings, as one does that cannot save its data, stays connected',
  { skip: redisSkip, buffered: true },
  async (t) => {
    const server = await startRedis(t);
    const admin = await createClient({ url: server.url }).connect();
    t.teardown(() => admin.destroy());
    await admin.sendCommand(['ACL', 'SETUSER', 'mute', 'on', '>word', '~*', '&*', '+@all', '-ping']);
    const countOf = async (name: RegExp): Promise<number> =>
      Number(name.exec(String(await admin.info('all')))?.[1] ?? 0);
    const store = await connected(server.url.replace('//', '//mute:word@'));
    t.teardown(() => store.close());
    const changes: StoredChange[] = [];
    store.watch!((change) => changes.push(change));
    t.ok(await until(() => changes.length > 0));
    const pinging = serverClient(server.url.replace('//', '//mute:word@')).on('error', () => undefined);
    const silences: Error[] = [];
    t.teardown(watchPings(pinging, (error) => silences.push(error)));
    await pinging.connect();
    t.teardown(() => destroy(pinging));
    const connections = await countOf(/total_connections_received:(\d+)/);
    t.ok(await until(async () => (await countOf(/cmdstat_ping:.*rejected_calls=(\d+)/)) >= 27));
    // A process that stands still for seconds loses one, too.
    t.ok((await countOf(/total_connections_received:(\d+)/)) < connections + 9);
    t.same(silences, []);
    t.ok(await answers(store));
  },
);

t.test(
  'a replica that has lost its master, and refuses all for it, is left for who has its address',
  { skip: redisSkip, buffered: true },
  async (t) => {
    const [first, second] = await Promise.all([startRedis(t), startRedis(t)]);
    let { port } = new URL(first.url);
    const address = createServer((socket) => {
      const server = connect(Number(port), '127.0.0.1');
      const ways = [
        [socket, server],
        [server, socket],
      ] as const;
      for (const [one, other] of ways)
        one
          .on('error', () => undefined)
          .on('close', () => other.destroy())
          .pipe(other);
    });
    const store = await connected(`redis://127.0.0.1:${await listening(t, address)}`);
    t.teardown(() => store.close());
    const changes: StoredChange[] = [];
    store.watch!((change) => changes.push(change));
    t.ok(await until(() => changes.length === 1));
    ({ port } = new URL(second.url));
    const admin = await createClient({ url: first.url }).connect();
    await admin.sendCommand(['CONFIG', 'SET', 'replica-serve-stale-data', 'no']);
    await admin.sendCommand(['REPLICAOF', '127.0.0.1', String(await ownPort())]);
    admin.destroy();
    t.match(await store.fetch([imp('i1')]).then(String, reasonOf), /^MASTERDOWN/);
    t.ok(await until(() => answers(store)));
    t.ok(await until(() => changes.length > 1), 'and who listens to it is told there of changes');
  },
);

t.test('a cluster that is set up after the start is found', { skip: redisSkip, buffered: true }, async (t) => {
  const cluster = await startLooseCluster(t);
  const [first = ''] = cluster.url.split(',');
  const early = redisStore(first);
  t.teardown(() => early.close());
  const why = (): Promise<string> => early.fetch([imp('none')]).then(String, reasonOf);
  t.ok(await until(async () => (await why()).includes('no server of the cluster has these keys')));
  await cluster.give(0);
  const half = redisStore(first);
  t.teardown(() => half.close());
  t.ok(
    await until(async () =>
      /no server of the cluster|CLUSTERDOWN/.test(await half.fetch(spread).then(String, reasonOf)),
    ),
  );
  await cluster.unite();
  t.ok(await until(() => answers(early, spread)));
  t.ok(await until(() => answers(half, spread)));
});

t.test(
  'one address that was of a cluster and is of a single server, and of a cluster again',
  { skip: redisSkip, buffered: true },
  async (t) => {
    const cluster = await startRedisCluster(t);
    const [first = ''] = cluster.url.split(',');
    const store = await connected(first);
    t.teardown(() => store.close());
    t.ok(await answers(store, spread));
    await cluster.end();
    const single = await startRedis(t, Number(new URL(first).port));
    t.ok(await until(() => answers(store, spread)));
    await single.end();
    await cluster.start();
    t.ok(await until(() => answers(store, spread)));
  },
);

t.test(
  'a cluster that loses the member which tells, ends and comes back',
  { skip: redisSkip, buffered: true, timeout: 60_000 },
  async (t) => {
    const cluster = await startRedisCluster(t);
    const store = await connected(cluster.url);
    t.teardown(() => store.close());
    const changes: StoredChange[] = [];
    store.watch!((change) => changes.push(change));
    t.ok(await until(() => changes.length === 1));
    const first = onceClient(cluster.url.split(',')[0]!);
    await first.connect();
    await first.sendCommand(['SHUTDOWN', 'NOSAVE', 'NOW']).catch(() => undefined);
    t.ok(await until(() => changes.length > 1), 'another one tells, and what changed meanwhile is not known');
    t.ok(await until(async () => !(await answers(store, spread))), 'a part of the keys is lost');
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
  'a cluster at one address goes on when nobody answers there any more',
  { skip: redisSkip, buffered: true },
  async (t) => {
    const cluster = await startRedisCluster(t);
    const urls = cluster.url.split(',');
    const admins = await Promise.all(urls.map((url) => onceClient(url).connect()));
    t.teardown(() => admins.forEach((admin) => admin.isOpen && admin.destroy()));
    for (const admin of admins) await admin.sendCommand(['CONFIG', 'SET', 'cluster-require-full-coverage', 'no']);
    const store = await connected(urls[0]!);
    t.teardown(() => store.close());
    await admins[0]!.sendCommand(['SHUTDOWN', 'NOSAVE']).catch(() => undefined);
    // As a balancer does that stands before it.
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
    t.ok(await until(() => looks() >= 0 && asked.length > looks() + 2), 'it is asked what is there now');
    const read = await Promise.all(spread.map((key) => answers(store, [key])));
    t.ok(read.includes(true), 'the keys of the others can be had');
    t.ok(read.includes(false));
  },
);

/** Closes stores while they connect, each a little later than the one before; then nothing is left that keeps it alive. */
const hasty = `
  const [file, url] = process.argv.slice(1);
  const { redisStore } = await import(file);
  for (let ms = 0; ms < 300; ms += 10) {
    const store = redisStore(url);
    setTimeout(() => void store.close(), ms);
  }`;

t.test(
  'a process that closes its stores while they connect can end',
  { skip: redisSkip, buffered: true, timeout: 60_000 },
  async (t) => {
    const file = new URL('../../src/stored/redis-store.ts', import.meta.url).href;
    const { url } = await cluster!;
    for (const one of [url, url.split(',')[1]!]) {
      const args = ['--input-type=module', '-e', hasty, file, one];
      const child = spawn(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: '' }, stdio: 'inherit' });
      t.teardown(() => child.kill('SIGKILL'));
      t.same(await once(child, 'exit'), [0, null]);
    }
  },
);

t.test('a server that talks garbage, or is not there, rejects', { buffered: true }, async (t) => {
  const listener = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n<html>\r\n$-5\r\n*99999999\r\n'));
  });
  const port = await listening(t, listener);
  for (const url of [
    `redis://127.0.0.1:${port}`,
    'redis://127.0.0.1:1',
    `redis://127.0.0.1:1,redis://127.0.0.1:${port}`,
  ]) {
    const store = redisStore(url);
    store.watch!(() => t.fail('heard garbage'));
    await sleep(300);
    await t.rejects(store.fetch([imp('i1')]), url);
    await store.close();
  }
});
