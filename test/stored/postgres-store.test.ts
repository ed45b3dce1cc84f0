/** The PostgreSQL source over a real server: its table, the shared suite, and a server that is slow, locked or talks garbage (issue 7). */
import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Client } from 'pg';
import t, { type Test } from 'tap';
import { migratePostgres, migrations, versionTable } from '../../src/stored/postgres-schema.ts';
import { postgresStore } from '../../src/stored/postgres-store.ts';
import { keyOf, maxTextBytes, nameOf, type StoredChange } from '../../src/stored/store.ts';
import { tlsCert, tlsKey } from '../auction/fan-out-servers.ts';
import { closedWith } from '../support/closed-with.ts';
import { listening } from '../support/listening.ts';
import { postgresSkip as skip, startPostgres } from '../support/postgres.ts';
import { succeeds, until } from '../support/until.ts';
import { imp } from './imp.ts';
import { storeSuite } from './store-suite.ts';
import { wholeLists } from '../support/whole-lists.ts';

const server = skip === false ? await startPostgres(t) : undefined;

/** The limit for a query is far longer than any pause of a busy machine. */
const limits = { connections: 4, giveUpMs: 5000 };

/** The first message of a server that wants no password, and its message that it is ready for a query. */
const greeting = [0x52, 0, 0, 0, 8, 0, 0, 0, 0];
const isReady = [0x5a, 0, 0, 0, 5, 0x49];

const bytes = (text: string): Uint8Array => Buffer.from(text);

t.test(
  'without its table the error says what to run; the migration makes the table and its index once',
  { skip },
  async (t) => {
    const store = closedWith(t, postgresStore(server!.url, limits));
    await t.rejects(store.fetch([imp('i1')]), {
      message: 'the table gavel_stored is missing: run npm run store:migrate -- --config FILE',
    });
    const made = await Promise.all([migratePostgres(server!.url), migratePostgres(server!.url)]);
    t.strictSame(made.toSorted(), [0, 3], 'two migrations at the same time make it once');
    t.equal(await migratePostgres(server!.url), 0);
    await server!.query('DROP TABLE gavel_stored');
    t.equal(await migratePostgres(server!.url), 3, 'a dropped table is made again');
    await server!.query('ALTER TABLE gavel_stored RENAME TO kept');
    t.equal(await migratePostgres(server!.url), 3, 'so is a renamed one');
    await server!.query('DROP TABLE gavel_stored, gavel_migrations');
    t.equal(await migratePostgres(server!.url), 3, 'and both tables when both are dropped');
    t.strictSame(await store.fetch([imp('i1')]), [undefined]);
    const indexes = await server!.query(`SELECT indexdef FROM pg_indexes WHERE tablename = 'gavel_stored'`);
    t.match(indexes, wholeLists([{ indexdef: /UNIQUE INDEX .*\(kind, id\)/ }]));
  },
);

t.test('a table of the earlier version keeps its texts when migrated, and then takes profiles', { skip }, async (t) => {
  await server!.query('CREATE DATABASE earlier');
  const url = server!.url.replace(/[^/]+$/, 'earlier');
  const client = new Client(url);
  await client.connect();
  t.teardown(() => client.end());
  // Another table already uses the constraint name that the first version gets by default.
  await client.query('CREATE TABLE old (kind text CONSTRAINT gavel_stored_kind_check CHECK (true))');
  await client.query(versionTable);
  for (const [at, migration] of migrations.slice(0, 2).entries()) {
    await client.query(migration);
    await client.query('INSERT INTO gavel_migrations VALUES ($1)', [at + 1]);
  }
  await client.query(`ALTER TABLE gavel_stored ADD CONSTRAINT hosts_own CHECK (kind <> 'responses')`);
  const store = closedWith(t, postgresStore(url, limits));
  const profile = { kind: 'profiles', id: 'p1', text: bytes('{}') } as const;
  await store.save([{ ...imp('i1'), text: bytes('{"a":1}') }]);
  t.strictSame(await store.fetch([profile]), [undefined], 'profiles can be looked up before the migration');
  await t.rejects(store.save([profile]), {
    message: 'the table gavel_stored is of an earlier version: run npm run store:migrate -- --config FILE',
  });
  t.equal(await migratePostgres(url), 1);
  t.equal(await migratePostgres(url), 0);
  await store.save([profile]);
  t.strictSame(
    (await store.fetch([profile, imp('i1')])).map((text) => text && Buffer.from(text).toString()),
    ['{}', '{"a":1}'],
  );
  await t.rejects(client.query(`INSERT INTO gavel_stored VALUES ('others', 'x', '{}')`), /check constraint/);
  await t.rejects(store.save([{ ...profile, kind: 'responses' }]), {
    message: /^new row .* check constraint "hosts_own"/,
  });
});

t.test('the store suite over PostgreSQL', { skip }, (t) =>
  storeSuite(t, async (texts) => {
    const store = postgresStore(server!.url, limits);
    await store.save([...texts].map(([name, text]) => ({ ...keyOf(name)!, text: bytes(text) })));
    return store;
  }),
);

t.test('a text above the length limit is not read, and affects no other look-up', { skip }, async (t) => {
  const store = closedWith(t, postgresStore(server!.url, { connections: 1, giveUpMs: 20_000 }));
  await store.save([{ ...imp('short'), text: bytes('1') }]);
  const longer = `INSERT INTO gavel_stored VALUES ('imps', 'longer', to_json(repeat('x', $1)))`;
  await server!.query(longer, [maxTextBytes - 1]);
  await t.rejects(store.fetch([imp('longer')]), { message: /^a stored text is longer than 67108864 bytes/ });
  const [, other, short] = ['none', 'longer', 'short'].map((id) => store.fetch([imp(id)]));
  await t.rejects(other!);
  t.equal((await short!)[0]?.byteLength, 1);
  await server!.query(`DELETE FROM gavel_stored WHERE kind = 'imps'`);
});

t.test('an id that the encoding of the database cannot represent does not exist', { skip }, async (t) => {
  await server!.query(`CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0`);
  const url = server!.url.replace(/[^/]+$/, 'latin');
  await migratePostgres(url);
  const store = closedWith(t, postgresStore(url, limits));
  await store.save([{ ...imp('ünïcode'), text: bytes('{"a":"é"}') }]);
  const texts = await store.fetch([imp('漢'), imp('ünïcode'), imp('none')]);
  t.strictSame(
    texts.map((text) => text && String(text)),
    [undefined, '{"a":"é"}', undefined],
  );
  const heard: StoredChange[] = [];
  store.watch!((change) => heard.push(change));
  t.ok(await until(() => heard.includes('all')));
  await store.announce!([imp('漢'), imp('ünïcode')]);
  t.ok(await until(() => heard.length > 1), 'the other id is announced');
  t.strictSame(heard.slice(1), [[imp('ünïcode')]]);
});

t.test('lists every key, page by page', { skip }, async (t) => {
  const store = closedWith(t, postgresStore(server!.url, limits));
  await server!.query('DELETE FROM gavel_stored');
  const keys = Array.from({ length: 2500 }, (_, at) => imp(`i${at}`));
  await store.save(keys.map((key) => ({ ...key, text: bytes('{}') })));
  const listed: string[] = [];
  for await (const key of store.list()) listed.push(nameOf(key));
  t.strictSame(listed.toSorted(), keys.map(nameOf).toSorted());
  await t.rejects(store.save([{ ...imp('bad'), text: bytes('{') }]), /json/, 'text that is not JSON is refused');
});

t.test('look-ups at a frozen server fail, and work again once it goes on', { skip }, async (t) => {
  const store = closedWith(t, postgresStore(server!.url, { ...limits, giveUpMs: 1500 }));
  const changes: StoredChange[] = [];
  store.watch!((change) => changes.push(change));
  t.strictSame(await store.fetch([imp('none')]), [undefined]);
  t.ok(await until(() => changes.length > 0), 'the listening connection is up');
  server!.freeze();
  t.teardown(() => server!.thaw());
  const fates = await Promise.allSettled(Array.from({ length: 20 }, () => store.fetch([imp('none')])));
  t.ok(fates.every(({ status }) => status === 'rejected'));
  server!.thaw();
  t.ok(await until(() => succeeds(store.fetch([imp('none')]))));
  changes.length = 0;
  await store.announce!([imp('again')]);
  t.ok(await until(() => changes.length > 0), 'changes are reported again');
});

t.test(
  'look-ups that wait for a locked table leave no waiting connection on the server once they time out',
  { skip },
  async (t) => {
    const store = closedWith(t, postgresStore(server!.url, { connections: 2, giveUpMs: 300 }));
    const holder = new Client({ connectionString: server!.url });
    await holder.connect();
    t.teardown(() => holder.end());
    await holder.query('BEGIN; LOCK TABLE gavel_stored IN ACCESS EXCLUSIVE MODE');
    for (let times = 0; times < 3; times++) {
      await Promise.all([imp('a'), imp('b')].map((key) => t.rejects(store.fetch([key]))));
    }
    const waiting = `SELECT pid FROM pg_stat_activity WHERE application_name = 'gavel' AND wait_event_type = 'Lock'`;
    t.ok(await until(async () => (await server!.query(waiting)).length === 0));
    await holder.query('ROLLBACK');
    t.ok(await until(async () => (await store.fetch([imp('a')]).catch(() => [])).length === 1), 'then it is read');
  },
);

t.test('a server that answers garbage fails look-ups, never the process', async (t) => {
  const replies = [
    Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n<html>'),
    Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x44, 0, 0, 0, 6, 0xff, 0xff]),
    Buffer.from([0x54, 0, 0, 0, 4, 0x44, 0, 0, 0, 0, 0, 0]),
    Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49, 0x54, 0, 0, 0, 6, 0, 9]),
    Buffer.from([0x45, 0, 0, 0, 0, 0x41, 0, 0, 0, 1]),
    Buffer.alloc(1000),
  ];
  for (const [reply, isTls] of replies.flatMap((one) => [[one, false] as const, [one, true] as const])) {
    const url = await garbage(t, reply, isTls);
    const store = postgresStore(url, { ...limits, giveUpMs: 300 });
    store.watch!(() => undefined);
    await t.rejects(store.fetch([imp('i1')]), JSON.stringify(reply.toString('latin1').slice(0, 20)));
    await store.close();
  }
});

t.test('closing a store ends a query that hangs', async (t) => {
  let open = 0;
  let asked = 0;
  const door = createServer((socket) => {
    open += 1;
    socket.on('close', () => (open -= 1));
    socket.once('data', () => {
      socket.write(Buffer.from([...greeting, ...isReady]));
      socket.on('data', () => (asked += 1));
    });
  });
  const url = `postgres://u:p@127.0.0.1:${await listening(t, door)}/db`;
  const store = postgresStore(url, { connections: 1, giveUpMs: 60_000 });
  const hung = t.rejects(store.fetch([imp('i1')]));
  t.ok(await until(() => asked > 0));
  const closed = store.close();
  t.ok(await until(() => open === 0));
  await Promise.all([closed, hung]);
});

t.test('an incomplete answer is an error, not a missing text', async (t) => {
  const url = await garbage(t, Buffer.from([...greeting, ...isReady]), false);
  const store = closedWith(t, postgresStore(url, limits));
  await t.rejects(store.fetch([imp('i1')]), {
    message: 'the server sent an incomplete answer',
  });
});

/** A server that answers everything with `reply`; with `isTls` it first accepts the request for TLS. */
async function garbage(t: Test, reply: Buffer, isTls: boolean): Promise<string> {
  const answer = (socket: Socket): void => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(reply));
  };
  const answerTls = (socket: Socket): void => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      answer(new TLSSocket(socket, { isServer: true, key: tlsKey, cert: tlsCert }));
    });
  };
  const port = await listening(t, createServer(isTls ? answerTls : answer));
  return `postgres://u:p@127.0.0.1:${port}/db${isTls ? '?sslmode=no-verify' : ''}`;
}
