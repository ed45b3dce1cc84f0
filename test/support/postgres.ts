/** A real PostgreSQL server of a test, in a folder of its own, that ends with it (traps: 'initdb and postgres run as user postgres'). */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { ended, endWithUs, hasEnded } from './end-with-us.ts';
import { serverFolder, type Ending } from './folder.ts';
import { freeze } from './freeze.ts';
import { ownPort } from './own-port.ts';
import { childrenOf } from './process.ts';
import { skipWithout } from './skip.ts';
import { succeeds, until } from './until.ts';

/** Debian keeps the servers of each version apart, off the path. */
const versions = '/usr/lib/postgresql';
const bin = existsSync(versions)
  ? readdirSync(versions)
      .map((version) => join(versions, version, 'bin'))
      .findLast((folder) => existsSync(join(folder, 'initdb')))
  : undefined;

/** What tap's `skip` is for tests that need PostgreSQL. */
export const postgresSkip = skipWithout('PostgreSQL', bin !== undefined, 'postgresql');

/** A running server. */
export interface TestPostgres {
  /** The address of its database. */
  readonly url: string;
  /** Runs `text` on a connection of its own. */
  query(text: string, values?: unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Suspends its processes: connections stay open, nothing answers. */
  freeze(): void;
  thaw(): void;
  /** Ends it; `start` brings it back on the same port, with its data. */
  end(): Promise<void>;
  /** Makes it a standby (of no server) from its next start on: it can only be read. */
  becomeStandby(): void;
  start(): Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1, until the test ends. */
export async function startPostgres(t: Ending): Promise<TestPostgres> {
  if (bin === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql');
  const { dir, user } = serverFolder(t, 'postgres');
  const init = ['-D', join(dir, 'data'), '-U', 'gavel', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'];
  // Asynchronous, as it takes seconds on a busy machine: other tests go on meanwhile.
  await promisify(execFile)(join(bin, 'initdb'), init, { ...user, cwd: dir });
  const port = await ownPort();
  const url = `postgres://gavel@127.0.0.1:${port}/postgres`;
  const args = ['-D', join(dir, 'data'), '-h', '127.0.0.1', '-p', String(port), '-k', dir, '-F'];
  let child: ChildProcess;
  const query = async (text: string, values: unknown[] = []): Promise<readonly Record<string, unknown>[]> => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const start = async (): Promise<void> => {
    child = spawn(join(bin, 'postgres'), args, { ...user, cwd: dir, stdio: 'ignore' });
    endWithUs(child, 'SIGQUIT');
    const answers = (): Promise<boolean> => succeeds(query('SELECT 1'));
    if (!(await until(answers))) await query('SELECT 1');
  };
  // The server forks a process for each connection: each is signalled, the parent first, as it may fork more.
  const eachProcess = (signal: (pid: number) => void): void => {
    signal(child.pid!);
    childrenOf(child.pid!).forEach(signal);
  };
  const thaw = (): void => eachProcess((pid) => sendTo(pid, 'SIGCONT'));
  const end = async (): Promise<void> => {
    if (!hasEnded(child)) thaw();
    await ended(child, 'SIGQUIT');
  };
  t.teardown(end);
  await start();
  return {
    url,
    query,
    freeze: () => eachProcess(freeze),
    thaw,
    end,
    becomeStandby: () => writeFileSync(join(dir, 'data/standby.signal'), ''),
    start,
  };
}

/** A connection's process may have ended since it was listed. */
function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
