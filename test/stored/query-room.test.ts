/** Look-ups at a source that is slow to connect to use the connections that are there (issue 7, 'Must hold'). */
import { createServer as createDoor } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import t from 'tap';
import { joinLookUps } from '../../src/stored/join-look-ups.ts';
import { migratePostgres } from '../../src/stored/postgres-schema.ts';
import { postgresStore } from '../../src/stored/postgres-store.ts';
import { QueryRoom } from '../../src/stored/query-room.ts';
import { closedWith } from '../support/closed-with.ts';
import { listening } from '../support/listening.ts';
import { postgresSkip as skip, startPostgres } from '../support/postgres.ts';
import { relay } from '../support/relay.ts';
import { until } from '../support/until.ts';
import { stillClock } from './cached-source.ts';
import { imp } from './imp.ts';

const ids = Array.from({ length: 150 }, (_, at) => `i${at}`);

t.test('connections are added one at a time; look-ups use those that are there meanwhile', async (t) => {
  const asked: string[][] = [];
  const ends: (() => void)[] = [];
  const made: PromiseWithResolvers<void>[] = [];
  let count = 0;
  const fetch = joinLookUps(
    async (keys) => {
      count ||= 1;
      asked.push(keys.map(({ id }) => id));
      await new Promise<void>((resolve) => ends.push(resolve));
      return keys.map(() => undefined);
    },
    { connections: 3, giveUpMs: 60_000 },
    {
      count: () => count,
      add: () => {
        count += 1;
        made.push(Promise.withResolvers());
        return made.at(-1)!.promise;
      },
      isTooMany: () => false,
    },
  );
  const all = ['a', 'b', 'c'].map((id) => fetch([imp(id)]));
  t.strictSame([asked, made.length], [[['a']], 1], 'one connection is being added, and no look-up waits for it');
  ends[0]!();
  await all[0];
  t.strictSame(asked, [['a'], ['b', 'c']]);
  all.push(fetch([imp('d')]));
  made[0]!.resolve();
  t.ok(await until(() => asked.length === 3), 'a waiting look-up uses the new connection');
  all.push(fetch([imp('e')]));
  t.equal(made.length, 2);
  count -= 1;
  made[1]!.reject(new Error('no more connections'));
  ends.slice(1).forEach((end) => end());
  t.ok(await until(() => asked.length === 4));
  ends[3]!();
  await Promise.all(all);
  t.strictSame(asked, [['a'], ['b', 'c'], ['d'], ['e']]);
  void fetch([imp('f')]);
  void fetch([imp('g')]);
  t.strictSame([asked.slice(4), made.length], [[['f'], ['g']], 2], 'both connections are used');
});

t.test('a failed connection is tried again only after a second', async (t) => {
  const clock = stillClock(t);
  let tried = 0;
  const add = (): Promise<never> => {
    tried += 1;
    return Promise.reject(new Error('no more connections'));
  };
  const room = new QueryRoom({ connections: 2 }, { count: () => 1, add, isTooMany: () => false });
  for (const triedUntilThen of [1, 2]) {
    await room.grow();
    await room.grow();
    t.equal(tried, triedUntilThen);
    clock.nowMs += 1000;
  }
});

t.test('over PostgreSQL look-ups do not wait for a connection that never comes up', { skip }, async (t) => {
  const server = await startPostgres(t);
  await migratePostgres(server.url);
  let doors = 0;
  const door = createDoor((socket) => {
    socket.on('error', () => undefined);
    doors += 1;
    if (doors > 1) return void socket.resume();
    relay(socket, Number(new URL(server.url).port));
  });
  const url = new URL(server.url);
  url.port = String(await listening(t, door));
  const store = closedWith(t, postgresStore(url.href, { connections: 8, giveUpMs: 60_000 }));
  t.strictSame(await store.fetch([imp('first')]), [undefined]);
  const found = await Promise.all(ids.map((id) => store.fetch([imp(id)])));
  t.equal(found.length, ids.length);
  t.equal(doors, 2);
});

t.test('a server that gives fewer connections than configured fails no look-up', { skip }, async (t) => {
  const server = await startPostgres(t);
  await migratePostgres(server.url);
  await server.query('CREATE ROLE few LOGIN CONNECTION LIMIT 1');
  await server.query('GRANT SELECT ON gavel_stored TO few');
  const store = postgresStore(server.url.replace('gavel@', 'few@'), { connections: 2, giveUpMs: 60_000 });
  t.teardown(() => store.close());
  await store.fetch([imp('first')]);
  const holder = new Client({ connectionString: server.url });
  await holder.connect();
  t.teardown(() => holder.end());
  await holder.query('BEGIN; LOCK TABLE gavel_stored IN ACCESS EXCLUSIVE MODE');
  const waiting = ['a', 'b', 'c', 'd'].map((id) => store.fetch([imp(id)]));
  await holder.query('ROLLBACK');
  t.strictSame(await Promise.all(waiting), [[undefined], [undefined], [undefined], [undefined]]);
});

t.test('a look-up that has waited too long is rejected unasked even when a connection is added', async (t) => {
  const asked: string[] = [];
  const added = Promise.withResolvers<void>();
  let connections = 1;
  const add = async (): Promise<void> => {
    await added.promise;
    connections += 1;
  };
  const fetch = joinLookUps(
    async (keys) => {
      asked.push(...keys.map(({ id }) => id));
      return asked.length === 1 ? new Promise<never>(() => undefined) : keys.map(() => undefined);
    },
    { connections: 2, giveUpMs: 20 },
    { count: () => connections, add, isTooMany: () => false },
  );
  void fetch([imp('held')]);
  const late = fetch([imp('late')]);
  await sleep(30);
  added.resolve();
  await t.rejects(late, { message: 'every connection was in use for 20 ms' });
  t.strictSame(asked, ['held']);
});
