/** Real proxies of a test, HAProxy and nginx, in front of servers on loopback; each ends with its test. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownPort } from './own-port.ts';

/** A proxy that tests know how to start. */
export type ProxyName = 'haproxy' | 'nginx';

/** A running proxy. */
export interface TestProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Debian keeps servers where only root looks. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

/** What tap's `skip` is for tests that need the proxy: false where it is installed, else how to install it; never skipped with CI=true. */
export function proxySkip(name: ProxyName): string | false {
  const isThere = spawnSync(name, ['-v'], { env }).error === undefined;
  return isThere || process.env['CI'] === 'true'
    ? false
    : `skipped: install ${name} (for example apt-get install ${name})`;
}

/** Starts the proxy with the configuration that `write` makes of the port to listen on and a folder for its files. */
export async function startProxy(name: ProxyName, write: (port: number, dir: string) => string): Promise<TestProxy> {
  const port = await ownPort();
  const dir = mkdtempSync(join(tmpdir(), `gavel-${name}-`));
  const file = join(dir, 'proxy.conf');
  writeFileSync(file, write(port, dir));
  const args = name === 'haproxy' ? ['-db', '-f', file] : ['-p', dir, '-c', file, '-e', join(dir, 'error.log')];
  const child = spawn(name, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const ended = once(child, 'exit');
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
    await sleep(20);
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
