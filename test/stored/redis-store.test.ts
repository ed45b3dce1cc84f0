/** The Redis source over a real server: the shared suite there and over a cluster, its changes, and a server that is gone or slow (issue 7). */
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import t, { type Test } from 'tap';
import { destroy } from '../../src/redis/link.ts';
import { serverClient } from '../../src/redis/single-link.ts';
import { watchPings } from '../../src/redis/watch-pings.ts';
import { redisStore } from '../../src/stored/redis-store.ts';
import { keyOf, maxTextBytes, nameOf, type StoredChange } from '../../src/stored/store.ts';
import { reasonOf } from '../../src/error-text.ts';
import { closedWith } from '../support/closed-with.ts';
import { listening } from '../support/listening.ts';
import { openMovingAddress } from '../support/moving-address.ts';
import { ownPort } from '../support/own-port.ts';
import { redisSkip as skip, startRedis, startRedisCluster } from '../support/redis.ts';
import { until } from '../support/until.ts';
import { imp } from './imp.ts';
import { storeSuite } from './store-suite.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { answers, connected } from './redis-stores.ts';
import { deafWatch } from './deaf-watch.ts';

t.jobs = 3;

const bytes = (text: string): Uint8Array => Buffer.from(text);

const places: { readonly name: string; readonly url: (t: Test) => Promise<string> }[] = [
  { name: 'one server', url: async (t) => (await startRedis(t)).url },
  { name: 'a cluster', url: async (t) => (await startRedisCluster(t)).url },
];

for (const { name, url } of places) {
  t.test(`the store suite, the list and the changes over ${name}`, { skip, buffered: true }, async (t) => {
    const at = await url(t);
    const other = closedWith(t, await connected(at));
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
    const listener = closedWith(t, await connected(at));
    listener.watch!((change) => changes.push(change));
    t.ok(await until(() => changes.includes('all')), 'all, since earlier changes are unknown');
    await other.save([{ ...imp('saved'), text: bytes('{}') }]);
    await other.announce!([{ kind: 'accounts', id: 'ünïcode' }]);
    const heard = (): string[] => changes.flatMap((change) => (change === 'all' ? [] : change.map(nameOf)));
    t.ok(await until(() => heard().length === 2));
    // The nodes of a cluster report in any order.
    t.strictSame(heard().toSorted(), ['accounts/ünïcode', 'imps/saved']);
  });
}

t.test('the list leaves out keys that name no stored text', { skip }, async (t) => {
  const { url } = await startRedis(t);
  const store = await connected(url);
  const client = await createClient({ url }).connect();
  t.teardown(() => Promise.all([store.close(), client.close()]));
  for (const name of ['imps/a', 'imps', 'others/a']) await client.set(`gavel:stored:${name}`, '{}');
  const listed: string[] = [];
  for await (const key of store.list()) listed.push(nameOf(key));
  t.strictSame(listed, ['imps/a']);
});

t.test('a text above the length limit is refused', { skip }, async (t) => {
  const { url } = await startRedis(t);
  const store = closedWith(t, await connected(url));
  await store.save([{ ...imp('longer'), text: Buffer.alloc(maxTextBytes + 1, ' ') }]);
  await t.rejects(store.fetch([imp('longer')]), { message: /^a stored text is longer than 67108864 bytes/ });
});

t.test(
  'a server that ends or freezes and comes back is read again and reports changes',
  { skip, buffered: true },
  async (t) => {
    const server = await startRedis(t);
    const store = closedWith(t, await connected(server.url));
    const changes: StoredChange[] = [];
    store.watch!((change) => changes.push(change));
    t.ok(await until(() => changes.length === 1));
    await server.end();
    t.ok(await until(async () => !(await answers(store))), 'it rejects at once');
    await server.start();
    t.ok(await until(() => answers(store)));
    t.ok(await until(() => changes.length > 1), 'all, since changes during the outage are unknown');
    await store.announce!([imp('i1')]);
    t.ok(await until(() => changes.some((change) => change !== 'all')));
    server.freeze();
    const hung = store.fetch([imp('none')]).then(
      () => 'answered',
      () => 'rejected',
    );
    await sleep(300);
    server.thaw();
    t.equal(await hung, 'answered', 'a look-up survives a short pause');
  },
);

t.test(
  'the connection to a server that freezes under constant look-ups is dropped',
  { skip, buffered: true },
  async (t) => {
    const server = await startRedis(t);
    const store = closedWith(t, await connected(server.url));
    server.freeze();
    const said = (): Promise<string> =>
      Promise.race([store.fetch([imp('none')]).then(String, reasonOf), sleep(500, '')]);
    t.ok(await until(async () => (await said()).includes('Redis is not connected')));
    server.thaw();
    t.ok(await until(() => answers(store)));
  },
);

t.test(
  'a user who may not subscribe can read; that no changes are reported is logged once',
  { skip, buffered: true },
  async (t) => {
    const server = await startRedis(t);
    const admin = await createClient({ url: server.url }).connect();
    await admin.sendCommand(['ACL', 'SETUSER', 'reader', 'on', '>word', '~*', '+@all', 'resetchannels']);
    admin.destroy();
    const store = closedWith(t, await connected(server.url.replace('//', '//reader:word@')));
    const faults = await deafWatch(t, store);
    await sleep(1500);
    t.match(faults, wholeLists([/^NOPERM .* channel/]));
    t.equal(faults.length, 1);
  },
);

t.test(
  'a server that refuses pings, as when it cannot save its data, stays connected',
  { skip, buffered: true },
  async (t) => {
    const server = await startRedis(t);
    const admin = await createClient({ url: server.url }).connect();
    t.teardown(() => admin.destroy());
    await admin.sendCommand(['ACL', 'SETUSER', 'mute', 'on', '>word', '~*', '&*', '+@all', '-ping']);
    const countOf = async (name: RegExp): Promise<number> =>
      Number(name.exec(String(await admin.info('all')))?.[1] ?? 0);
    const store = closedWith(t, await connected(server.url.replace('//', '//mute:word@')));
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
    // A process that halts for seconds loses a connection, too.
    t.ok((await countOf(/total_connections_received:(\d+)/)) < connections + 9);
    t.strictSame(silences, []);
    t.ok(await answers(store));
  },
);

t.test(
  'a replica that has lost its master and refuses everything is left for the new server at its address',
  { skip, buffered: true },
  async (t) => {
    const [first, second] = await Promise.all([startRedis(t), startRedis(t)]);
    const address = await openMovingAddress(t, first.url);
    const store = closedWith(t, await connected(address.url));
    const changes: StoredChange[] = [];
    store.watch!((change) => changes.push(change));
    t.ok(await until(() => changes.length === 1));
    address.leadTo(second.url);
    const admin = await createClient({ url: first.url }).connect();
    await admin.sendCommand(['CONFIG', 'SET', 'replica-serve-stale-data', 'no']);
    await admin.sendCommand(['REPLICAOF', '127.0.0.1', String(await ownPort())]);
    admin.destroy();
    t.match(await store.fetch([imp('i1')]).then(String, reasonOf), /^MASTERDOWN/);
    t.ok(await until(() => answers(store)));
    t.ok(await until(() => changes.length > 1), 'changes are reported from the new server');
  },
);

t.test('look-ups at a server that answers garbage or is not there reject', { buffered: true }, async (t) => {
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
