/** A link to a real Redis cluster: its passwords, lost connections, and that a closed one keeps no connection (package redis). */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import t, { type Test } from 'tap';
import { clusterLink } from '../../src/redis/cluster-link.ts';
import { closedWith } from '../support/closed-with.ts';
import { redisSkip as skip, startRedisCluster } from '../support/redis.ts';
import { succeeds, until } from '../support/until.ts';

/** Calls `onNew` with every connection that this process begins to make, before it is there. */
function watchSockets(t: Test, onNew: (socket: Socket) => void): void {
  const note = (message: unknown): void => onNew((message as { socket: Socket }).socket);
  subscribe('net.client.socket', note);
  t.teardown(() => unsubscribe('net.client.socket', note));
}

t.test('members that require a password get the one of the first address', { skip }, async (t) => {
  const { url } = await startRedisCluster(t);
  for (const one of url.split(',')) {
    const admin = await createClient({ url: one }).connect();
    await admin.sendCommand(['ACL', 'SETUSER', 'gavel', 'on', '>s3c/ret@', '~*', '&*', '+@all']);
    await admin.sendCommand(['ACL', 'SETUSER', 'default', 'off']);
    admin.destroy();
  }
  const [first = '', ...others] = url.split(',');
  const link = clusterLink([first.replace('//', '//gavel:s3c%2Fret%40@'), ...others], (error) => t.fail(String(error)));
  t.teardown(() => link.close());
  await link.connect();
  // Three keys of three members.
  const keys = ['foo', 'bar', 'hello'];
  for (const key of keys) await link.set(key, Buffer.from(`${key} kept`), 0);
  t.strictSame((await link.getAll(keys)).map(String), ['foo kept', 'bar kept', 'hello kept']);
});

t.test('lost connections to members are opened again, however often', { skip }, async (t) => {
  const { url } = await startRedisCluster(t);
  const urls = url.split(',');
  const errors: unknown[] = [];
  const link = closedWith(
    t,
    clusterLink(urls, (error) => errors.push(error)),
  );
  await link.connect();
  const admins = await Promise.all(urls.map((one) => createClient({ url: one }).connect()));
  t.teardown(() => admins.forEach((admin) => admin.destroy()));
  // Three keys of three members.
  const isWhole = (): Promise<boolean> => succeeds(link.getAll(['foo', 'bar', 'hello']));
  for (const times of [1, 2, 3]) {
    for (const admin of admins) await admin.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']);
    t.ok(await until(() => errors.length >= times * urls.length), `lost ${times} times`);
    t.ok(await until(isWhole), 'and connected again');
  }
});

t.test('a link closed while it connects keeps no connection', { skip }, async (t) => {
  const { url } = await startRedisCluster(t);
  for (const closesAt of [1, 2, 3, 4]) {
    const sockets: Socket[] = [];
    const link = clusterLink(url.split(','), () => undefined);
    watchSockets(t, (socket) => sockets.push(socket) === closesAt && link.close());
    await link.connect().catch(() => undefined);
    t.ok(await until(() => sockets.length >= closesAt && sockets.every((socket) => socket.destroyed)), `${closesAt}`);
  }
});

t.test('a link closed while it reconnects reports no further error', { skip }, async (t) => {
  const cluster = await startRedisCluster(t);
  const errors: unknown[] = [];
  const link = clusterLink(cluster.url.split(','), (error) => errors.push(error));
  await link.connect();
  const urls = cluster.url.split(',');
  const admins = await Promise.all(urls.map((url) => createClient({ url }).connect()));
  let begun = 0;
  watchSockets(t, () => {
    begun += 1;
    link.close();
  });
  for (const admin of admins) await admin.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']);
  t.ok(await until(() => begun > 0));
  for (const admin of admins) admin.destroy();
  await sleep(500);
  await cluster.end();
  const told = errors.length;
  await sleep(2500);
  t.equal(errors.length, told, 'no member is pinged any more');
});
