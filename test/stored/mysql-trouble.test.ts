/** The MySQL source when its server is slow, killed, locked or hung, and over TLS. */
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import t from 'tap';
import { writeCertificate } from '../../bench/farm/certificate.ts';
import { migrateMysql } from '../../src/stored/mysql-schema.ts';
import { mysqlStore } from '../../src/stored/mysql-store.ts';
import { closedWith } from '../support/closed-with.ts';
import { testFolder } from '../support/folder.ts';
import { mysqlSkip as skip, startMysql, withoutTls } from '../support/mysql.ts';
import { succeeds, until } from '../support/until.ts';
import { imp } from './imp.ts';

const server = skip === false ? await startMysql(t) : undefined;
if (server !== undefined) await migrateMysql(server.url);

/** A timeout longer than the pauses of a busy machine. */
const limits = { connections: 4, giveUpMs: 5000 };

t.test('look-ups at a frozen server time out, and succeed after it continues', { skip }, async (t) => {
  const store = closedWith(t, mysqlStore(server!.url, { ...limits, giveUpMs: 1500 }));
  t.strictSame(await store.fetch([imp('none')]), [undefined]);
  server!.freeze();
  t.teardown(() => server!.thaw());
  const fates = await Promise.allSettled(Array.from({ length: 20 }, () => store.fetch([imp('none')])));
  t.ok(fates.every(({ status }) => status === 'rejected'));
  server!.thaw();
  t.ok(await until(() => succeeds(store.fetch([imp('none')]))));
});

t.test('look-ups succeed again after the server is killed and restarted', { skip }, async (t) => {
  const store = closedWith(t, mysqlStore(server!.url, limits));
  t.strictSame(await store.fetch([imp('none')]), [undefined]);
  await server!.end();
  await t.rejects(store.fetch([imp('none')]));
  await server!.start();
  t.ok(await until(() => succeeds(store.fetch([imp('none')]))));
});

t.test('look-ups in a locked table time out, and succeed after it is unlocked', { skip }, async (t) => {
  const store = closedWith(t, mysqlStore(server!.url, { connections: 2, giveUpMs: 300 }));
  const holder = await createConnection(server!.url);
  t.teardown(() => holder.destroy());
  await holder.query('LOCK TABLES gavel_imps WRITE');
  for (let times = 0; times < 3; times++)
    await Promise.all([imp('a'), imp('b')].map((key) => t.rejects(store.fetch([key]))));
  const waiting = `SELECT id FROM information_schema.PROCESSLIST WHERE state LIKE 'Waiting%lock'`;
  t.ok(await until(async () => (await server!.query(waiting)).length === 0));
  await holder.query('UNLOCK TABLES');
  t.ok(await until(() => succeeds(store.fetch([imp('a')]))));
});

t.test('a timed-out query is also cancelled at the server', { skip }, async (t) => {
  const store = closedWith(t, mysqlStore(server!.url, { connections: 2, giveUpMs: 300 }));
  await server!.query(`RENAME TABLE gavel_imps TO put_aside;
    CREATE VIEW gavel_imps AS SELECT concat(a.id, b.id, c.id, d.id) AS id, '{}' AS data FROM ${'abcd'.replaceAll(/./g, ', information_schema.COLLATIONS $&').slice(2)}`);
  await t.rejects(store.fetch([imp('a')]));
  const working = `SELECT id FROM information_schema.PROCESSLIST WHERE info LIKE '%FROM gavel_imps%' AND id <> connection_id()`;
  t.ok(await until(async () => (await server!.query(working)).length === 0));
  await server!.query('DROP VIEW gavel_imps; RENAME TABLE put_aside TO gavel_imps');
});

t.test('close() ends idle connections and hanging queries', { skip }, async (t) => {
  const store = mysqlStore(server!.url, { connections: 4, giveUpMs: 60_000 });
  const holder = await createConnection(server!.url);
  t.teardown(() => holder.destroy());
  await store.fetch([imp('a')]);
  await holder.query('LOCK TABLES gavel_imps WRITE');
  const hung = t.rejects(store.fetch([imp('a')]));
  const ours = `SELECT 1 FROM information_schema.PROCESSLIST WHERE user = 'root' AND state LIKE 'Waiting%lock'`;
  t.ok(await until(async () => (await server!.query(ours)).length === 1));
  await Promise.all([store.close(), hung]);
  await t.rejects(store.fetch([imp('a')]), { message: 'the store is closed' });
});

t.test(
  'a user that requires TLS is served with ssl-mode or ssl-ca, and certificates are verified',
  { skip },
  async (t) => {
    const files = writeCertificate();
    const dir = testFolder(t);
    chmodSync(dir, 0o755);
    const [cert, key] = [files.certificateFile, files.keyFile].map((file, at) => {
      const copy = join(dir, String(at));
      copyFileSync(file, copy);
      chmodSync(copy, 0o644);
      return copy;
    });
    const secure = await startMysql(t, [`--ssl-cert=${cert}`, `--ssl-key=${key}`]);
    await migrateMysql(secure.url);
    await secure.query(
      `CREATE USER careful@'%' IDENTIFIED BY 'p@ss' REQUIRE SSL; GRANT SELECT ON gavel.* TO careful@'%'`,
    );
    const found = async (query: string): Promise<boolean> => {
      const store = mysqlStore(`${secure.url.replace('root@', 'careful:p%40ss@')}${query}`, limits);
      const isFound = await succeeds(store.fetch([imp('i1'), imp('i2')]));
      await store.close();
      return isFound;
    };
    t.equal(await found(''), false, 'not without TLS');
    t.equal(await found('?ssl-mode=required'), true);
    t.equal(await found(`?ssl-ca=${cert}`), true, 'with the certificate authority');
    t.equal(await found('?ssl-mode=VERIFY_CA'), false, 'an unknown certificate authority');
    const without = await startMysql(t, withoutTls);
    const plain = mysqlStore(`${without.url}?ssl-mode=REQUIRED`, limits);
    await t.rejects(plain.fetch([imp('i1')]), { message: 'Server does not support secure connection' });
    await plain.close();
  },
);
