/** What the log says about a source of stored data, at the start and later (issue 7, 'Must hold'). */
import { createServer } from 'node:http';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import t from 'tap';
import { openStored } from '../../src/stored/open-stored.ts';
import { migrateMysql } from '../../src/stored/mysql-schema.ts';
import { migratePostgres } from '../../src/stored/postgres-schema.ts';
import { muteLog } from './mute-log.ts';
import { testConfig } from '../support/config.ts';
import { testFolder } from '../support/folder.ts';
import { listening } from '../support/listening.ts';
import { mysqlSkip, startMysql } from '../support/mysql.ts';
import { postgresSkip, startPostgres } from '../support/postgres.ts';
import { succeeds, until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';

t.test(
  'a source whose first answer fails and whose next succeeds is not logged as an outage, as Redis at its start',
  async (t) => {
    let asked = 0;
    const server = createServer((_, response) => {
      response.statusCode = ++asked === 1 ? 503 : 200;
      response.end('{}');
    });
    const url = `http://127.0.0.1:${await listening(t, server)}/stored`;
    const said: string[] = [];
    const note = (_: object, text: string): void => void said.push(text);
    const config = testConfig({ stored: { source: 'http', url, timeoutMs: 5000 } });
    const { close } = await openStored(config, { read: () => undefined, log: { warn: note, info: note } });
    t.teardown(close);
    t.ok(asked > 1, `asked ${asked} times`);
    t.strictSame(said, []);
  },
);

t.test(
  'a PostgreSQL server that gives fewer connections than configured is logged',
  { skip: postgresSkip },
  async (t) => {
    const server = await startPostgres(t);
    await migratePostgres(server.url);
    // One connection listens for changes, one queries.
    await server.query('CREATE ROLE few LOGIN CONNECTION LIMIT 2');
    await server.query('GRANT SELECT ON gavel_stored TO few');
    const said: [object, string][] = [];
    const warn = (facts: object, text: string): void => void said.push([facts, text]);
    const url = server.url.replace('gavel@', 'few@');
    const config = testConfig({ stored: { source: 'postgres', url, connections: 8, timeoutMs: 5000 } });
    const { store, close } = await openStored(config, { read: () => undefined, log: { warn, info: warn } });
    t.teardown(close);
    // The querying connection has sent its test notification to the listening one, and is idle.
    const announced = `SELECT 1 FROM pg_stat_activity WHERE usename = 'few' AND state = 'idle' AND query LIKE '%pg_notify%'`;
    t.ok(await until(async () => (await server.query(announced)).length === 1));
    const holder = new Client({ connectionString: server.url });
    await holder.connect();
    t.teardown(() => holder.end());
    await holder.query('BEGIN; LOCK TABLE gavel_stored IN ACCESS EXCLUSIVE MODE');
    const found = Promise.all(['a', 'b', 'c'].map((id) => store.fetch([{ kind: 'imps', id }])));
    t.ok(await until(() => said.length > 0));
    await holder.query('ROLLBACK');
    t.strictSame(await found, [[undefined], [undefined], [undefined]]);
    t.match(
      said,
      wholeLists([[{ source: 'postgres', connections: 8 }, /^the database allows this process fewer connections/]]),
    );
  },
);

t.test('a MySQL server that gives fewer connections than configured is logged', { skip: mysqlSkip }, async (t) => {
  const server = await startMysql(t);
  await migrateMysql(server.url);
  await server.query(`CREATE USER few@'%' WITH MAX_USER_CONNECTIONS 1; GRANT SELECT ON gavel.* TO few@'%'`);
  const said: [object, string][] = [];
  const warn = (facts: object, text: string): void => void said.push([facts, text]);
  const url = server.url.replace('root@', 'few@');
  const config = testConfig({ stored: { source: 'mysql', url, connections: 8, timeoutMs: 5000 } });
  const { store, close } = await openStored(config, { read: () => undefined, log: { warn, info: warn } });
  t.teardown(close);
  const holder = await createConnection(server.url);
  t.teardown(() => holder.destroy());
  await holder.query('LOCK TABLES gavel_imps WRITE');
  const found = Promise.all(['a', 'b', 'c'].map((id) => store.fetch([{ kind: 'imps', id }])));
  t.ok(await until(() => said.length > 0));
  await holder.query('UNLOCK TABLES');
  t.strictSame(await found, [[undefined], [undefined], [undefined]]);
  t.match(
    said,
    wholeLists([[{ source: 'mysql', connections: 8 }, /^the database allows this process fewer connections/]]),
  );
});

const padded = (bytes: number): Buffer => Buffer.from(JSON.stringify({ pad: 'x'.repeat(bytes) }));

t.test('accounts get an eighth of the memory, all other stored data the rest', async (t) => {
  const config = testConfig({ stored: { source: 'files', dir: testFolder(t), maxBytes: 1_048_576 } });
  const { store, accounts, keep, close } = await openStored(config, { read: () => undefined, log: muteLog });
  t.teardown(close);
  keep([
    { kind: 'imps', id: 'large', text: padded(917_500) },
    { kind: 'accounts', id: 'large', text: padded(131_000) },
  ]);
  t.strictSame([store.counts.entries, accounts.counts.entries], [0, 0], 'neither text fits');
  keep([
    { kind: 'imps', id: 'small', text: padded(917_000) },
    { kind: 'accounts', id: 'small', text: padded(130_000) },
  ]);
  t.strictSame([store.counts.entries, accounts.counts.entries], [1, 1]);
});

t.test(
  'an answer is kept for the next look-up up to a second after the query, however short timeoutMs is',
  async (t) => {
    const server = createServer((_, response) => void setTimeout(() => response.end('{"imps":{"late":{}}}'), 400));
    const url = `http://127.0.0.1:${await listening(t, server)}/stored`;
    const config = testConfig({ stored: { source: 'http', url, timeoutMs: 20 } });
    const { store, close } = await openStored(config, { read: () => undefined, log: muteLog });
    t.teardown(close);
    t.ok(await until(() => succeeds(store.fetch([{ kind: 'imps', id: 'late' }]))));
  },
);
