/** What MySQL's own server does and MariaDB does not: its logins, its faults, its notice before it closes an idle connection. */
import t from 'tap';
import { migrateMysql } from '../../src/stored/mysql-schema.ts';
import { mysqlStore } from '../../src/stored/mysql-store.ts';
import type { StoredKey } from '../../src/stored/store.ts';
import { closedWith } from '../support/closed-with.ts';
import { onlyMysqlSkip as skip, startMysql } from '../support/mysql.ts';
import { until } from '../support/until.ts';
import { commands, fine, packetOf, prepared, scriptedMysql } from './scripted-mysql.ts';

const server = skip === false ? await startMysql(t) : undefined;
const limits = { connections: 3, giveUpMs: 5000 };
const text = '{"a":"漢😀"}';
const imp: StoredKey = { kind: 'imps', id: '漢😀' };
const none: StoredKey = { kind: 'imps', id: 'none' };

if (server !== undefined) {
  await migrateMysql(server.url);
  const store = mysqlStore(server.url, limits);
  await store.save([{ ...imp, text: Buffer.from(text) }]);
  await store.close();
}

/** The error of MySQL 8 about an id that a table cannot spell. */
const foreign = 3988;

/** An error packet. */
function fault(number: number): Buffer {
  return Buffer.concat([Buffer.from([0xff, number & 255, number >> 8]), Buffer.from('#HY000so')]);
}

t.test('an id that a table cannot spell does not exist, by the error of MySQL 8', async (t) => {
  const url = await scriptedMysql(t, (command) => {
    if (command === commands.query) return [fine];
    return [command === commands.prepare ? prepared : fault(foreign)];
  });
  const store = closedWith(t, mysqlStore(url, limits));
  t.strictSame(await store.fetch([imp]), [undefined]);
  t.strictSame(await store.fetch([imp, none]), [undefined, undefined]);
});

t.test('a connection that the server has closed is not used again', async (t) => {
  let left = 0;
  const url = await scriptedMysql(t, (command, socket) => {
    if (command === commands.query) return [fine];
    if (command === commands.prepare) return [prepared];
    socket.once('close', () => void left++);
    setImmediate(() => socket.end());
    return [fault(foreign)];
  });
  const store = closedWith(t, mysqlStore(url, limits));
  for (const times of [1, 2]) {
    t.strictSame(await store.fetch([none]), [undefined]);
    t.ok(await until(() => left === times));
  }
});

t.test('a query is repeated if the server ends the idle connection just as it is used', async (t) => {
  let asked = 0;
  let isGone = false;
  const url = await scriptedMysql(t, (command, socket) => {
    if (command === commands.query) return [fine];
    if (command === commands.prepare) return [prepared];
    asked += 1;
    if (asked % 2 === 1 && !isGone) return [fault(foreign)];
    socket.destroySoon();
    return [];
  });
  const store = closedWith(t, mysqlStore(url, limits));
  for (const times of [1, 3, 5]) {
    t.strictSame(await store.fetch([none]), [undefined]);
    t.equal(asked, times);
  }
  isGone = true;
  await t.rejects(store.fetch([none]));
  t.equal(asked, 7, 'not again on a new connection');
  await t.rejects(store.fetch([none]));
  t.equal(asked, 8, 'nor when that was the first');
});

t.test('a query is repeated if the server tells just as it is sent why it ends the connection', async (t) => {
  const idle = 4031;
  const shutdown = 1053;
  for (const [number, order] of [[idle, 0] as const, [idle, 1] as const, [shutdown, 1] as const]) {
    let asked = 0;
    const ended = new WeakSet<object>();
    const url = await scriptedMysql(t, (command, socket) => {
      // The end of the connection arrives later.
      if (ended.has(socket)) return [];
      if (command === commands.query) return [fine];
      if (command === commands.prepare) return [prepared];
      asked += 1;
      if (asked % 2 === 1) return [fault(foreign)];
      ended.add(socket);
      socket.write(packetOf(fault(number), order));
      return [];
    });
    const store = closedWith(t, mysqlStore(url, limits));
    for (const times of [1, 3, 5]) {
      t.strictSame(await store.fetch([none]), [undefined]);
      t.equal(asked, times, `${number} in packet ${order}`);
    }
  }
});

/** The text that a fresh store reads, or the number of the error. */
async function readBy(login: string, query = ''): Promise<unknown> {
  const store = mysqlStore(`${server!.url.replace('root@', `${login}@`)}${query}`, limits);
  try {
    const [found] = await store.fetch([imp]);
    return found && String(found);
  } catch (error) {
    return (error as { errno?: number }).errno;
  } finally {
    await store.close();
  }
}

t.test('each way to log in works with and without TLS, at first and from the cache', { skip }, async (t) => {
  const tls = '?ssl-mode=REQUIRED';
  const users = [
    { name: 'plain', password: 'pw', how: 'WITH caching_sha2_password' },
    { name: 'odd@corp', password: 'p/ä@:#漢😀', how: '' },
    { name: 'long', password: 'x'.repeat(200), how: '' },
    { name: 'older', password: 'pw', how: 'WITH sha256_password' },
    { name: 'open', password: '', how: '' },
  ];
  for (const { name, password, how } of users) {
    await server!.query(`CREATE USER ?@'%' IDENTIFIED ${how} BY ?; GRANT SELECT ON gavel.* TO ?@'%'`, [
      name,
      password,
      name,
    ]);
    const login = `${encodeURIComponent(name)}:${encodeURIComponent(password)}`;
    for (const query of ['', tls]) {
      await server!.query('FLUSH PRIVILEGES');
      t.equal(await readBy(login, query), text, `${name}${query}`);
      t.equal(await readBy(login, query), text, `${name}${query}, again`);
      t.equal(await readBy(`${encodeURIComponent(name)}:wrong`, query), 1045, `${name}${query}, a wrong password`);
    }
  }
  await server!.query(
    `CREATE USER gone@'%' IDENTIFIED BY 'pw' PASSWORD EXPIRE; CREATE USER locked@'%' IDENTIFIED BY 'pw' ACCOUNT LOCK`,
  );
  t.equal(await readBy('gone:pw'), 1862, 'an expired password');
  t.equal(await readBy('locked:pw'), 3118, 'a locked user');
});

t.test('a connection that the server closes as idle, with a notice, is replaced', { skip }, async (t) => {
  await server!.query('SET GLOBAL wait_timeout = 1');
  t.teardown(() => server!.query('SET GLOBAL wait_timeout = DEFAULT'));
  const store = closedWith(t, mysqlStore(server!.url, limits));
  for (let times = 0; times < 2; times++) {
    const found = await Promise.all([0, 1, 2, 3].map(() => store.fetch([imp])));
    t.ok(found.every(([one]) => String(one) === text));
    const others = `SELECT 1 FROM information_schema.PROCESSLIST WHERE id <> connection_id() AND user = 'root'`;
    const open = async (): Promise<number> => (await server!.query(others)).length;
    t.ok(await until(async () => (await open()) === 0));
  }
});
