/** A network of a process's own, whose name server never answers (traps: Node resolves names on two threads). */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ofTest } from './end-with-us.ts';
import { testFolder, type Ending } from './folder.ts';
import { unshareSkip } from './skip.ts';

/** What tap's `skip` is for tests that need one. */
export const resolverSkip = unshareSkip(['-mn', 'ip', 'link', 'set', 'lo', 'up'], 'root, and ip the package iproute2');

/** Runs the file `script` with `args` there; its process ends with the test. The script itself binds the name server, port 53 of 127.0.0.1. */
export function runUnnamed(
  t: Ending,
  script: string,
  ...args: readonly string[]
): ChildProcessByStdio<null, Readable, null> {
  const resolver = join(testFolder(t), 'resolv.conf');
  writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:30 attempts:5\n');
  const command = 'mount --bind "$0" /etc/resolv.conf && ip link set lo up && exec "$@"';
  // As many threads as the script itself wants.
  const { UV_THREADPOOL_SIZE: _, ...env } = process.env;
  const child = ofTest(
    t,
    spawn('unshare', ['-mn', 'sh', '-c', command, resolver, process.execPath, script, ...args], {
      env: { ...env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  return child;
}
