/** A real MariaDB server of a test, in a folder of its own, that ends with it; or MySQL's, where MYSQLD names its program. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { ended, endWithUs } from './end-with-us.ts';
import { serverFolder, type Ending } from './folder.ts';
import { freeze } from './freeze.ts';
import { ownPort } from './own-port.ts';
import { isInstalled, serverPath, skipWithout } from './skip.ts';
import { succeeds, until } from './until.ts';

/** The program of MySQL's own server, which Debian's stable releases lack. */
const mysqld = process.env['MYSQLD'];

/** What tap's `skip` is for tests that need MariaDB. */
export const mysqlSkip = skipWithout('MariaDB', isInstalled(mysqld ?? 'mariadbd', '--version'), 'mariadb-server');

/** What tap's `skip` is for tests of what only MySQL's own server does. */
export const onlyMysqlSkip: string | false = mysqld === undefined ? 'skipped: MYSQLD names no program of MySQL' : false;

/** Arguments of a server without TLS. MariaDB enables it by default since 11.4, MySQL always. */
export const withoutTls: readonly string[] = [mysqld ? '--tls-version=' : '--skip-ssl'];

/** Arguments of a server that imposes its own character set on clients, where it can. */
export const imposedCharset: readonly string[] = mysqld ? [] : ['--skip-character-set-client-handshake'];

/** A running server. */
export interface TestMysql {
  readonly port: number;
  /** The address of its database. */
  readonly url: string;
  /** Runs `text` on a connection of its own, as the database's owner. */
  query(text: string, values?: unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Suspends it: connections stay open, nothing answers. */
  freeze(): void;
  thaw(): void;
  /** Ends it; `start` brings it back on the same port, with its data. */
  end(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1, with further arguments, until the test ends. */
export async function startMysql(t: Ending, args: readonly string[] = []): Promise<TestMysql> {
  const { dir, user } = serverFolder(t, 'mysql');
  // The server may not write to this process's temporary folder.
  const env = { ...serverPath, TMPDIR: dir };
  const data = `--datadir=${join(dir, 'data')}`;
  // Asynchronous, as it takes seconds on a busy machine: other tests go on meanwhile.
  const install = mysqld ?? 'mariadb-install-db';
  const empty = mysqld ? ['--initialize-insecure'] : ['--auth-root-authentication-method=normal', '--skip-test-db'];
  await promisify(execFile)(install, ['--no-defaults', data, ...empty], { ...user, cwd: dir, env });
  const port = await ownPort();
  const query: TestMysql['query'] = async (text, values = []) => {
    const client = await createConnection({ host: '127.0.0.1', port, user: 'root', multipleStatements: true });
    client.on('error', () => undefined);
    try {
      if (isMade) await client.query('USE gavel');
      return (await client.query<RowDataPacket[]>(text, values))[0];
    } finally {
      client.destroy();
    }
  };
  const place = [`--bind-address=127.0.0.1`, `--port=${port}`, `--socket=${join(dir, 'socket')}`];
  const quick = ['--innodb-buffer-pool-size=16M', '--innodb-flush-log-at-trx-commit=2', '--skip-log-bin'];
  if (mysqld) quick.push('--mysqlx=0', '--secure-file-priv=NULL');
  let child: ChildProcess;
  let isMade = false;
  const start = async (): Promise<void> => {
    const all = ['--no-defaults', data, ...place, ...quick, ...args];
    child = spawn(mysqld ?? 'mariadbd', all, { ...user, cwd: dir, env, stdio: 'ignore' });
    endWithUs(child);
    const answers = (): Promise<boolean> => succeeds(query('SELECT 1'));
    if (!(await until(answers))) await query('SELECT 1');
  };
  const end = (): Promise<void> => ended(child);
  t.teardown(end);
  await start();
  await query('CREATE DATABASE gavel');
  isMade = true;
  return {
    port,
    url: `mysql://root@127.0.0.1:${port}/gavel`,
    query,
    freeze: () => freeze(child.pid!),
    thaw: () => void child.kill('SIGCONT'),
    end,
    start,
  };
}
