/** Real proxies of a test, HAProxy and nginx, in front of servers on loopback; each ends with its test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ended, endWithUs, hasEnded } from './end-with-us.ts';
import { testFolder, type Ending } from './folder.ts';
import { ownPort } from './own-port.ts';
import { isInstalled, serverPath, skipWithout } from './skip.ts';

/** A proxy that tests know how to start. */
export type ProxyName = 'haproxy' | 'nginx';

/** What tap's `skip` is for tests that need the proxy. */
export function proxySkip(name: ProxyName): string | false {
  return skipWithout(name, isInstalled(name, '-v'));
}

/**
 * Starts the proxy with the configuration that `write` makes of the port to listen on and a folder for its files, until the test
 * ends; gives its port.
 */
export async function startProxy(
  t: Ending,
  name: ProxyName,
  write: (port: number, dir: string) => string,
): Promise<number> {
  const port = await ownPort();
  const dir = testFolder(t);
  const file = join(dir, 'proxy.conf');
  writeFileSync(file, write(port, dir));
  const args = name === 'haproxy' ? ['-db', '-f', file] : ['-p', dir, '-c', file, '-e', join(dir, 'error.log')];
  const child = spawn(name, args, { env: serverPath, stdio: ['ignore', 'pipe', 'pipe'] });
  endWithUs(child, 'SIGTERM');
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  t.teardown(() => ended(child, 'SIGTERM'));
  while (!(await isOpen(port))) {
    if (hasEnded(child)) throw new Error(`${name} ended: ${said}`);
    await sleep(20);
  }
  return port;
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
