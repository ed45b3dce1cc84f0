/** A service whose name server leaves some bidders' names unanswered from the start: the others are found (traps: Node resolves names on two threads). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { testFolder } from '../support/folder.ts';
import { unshareSkip } from '../support/skip.ts';

const start = join(import.meta.dirname, '../support/silent-start.ts');
const skip = unshareSkip(['-mn', 'ip', 'link', 'set', 'lo', 'up'], 'root, and ip the package iproute2');

t.test('six names without an answer keep no seventh waiting', { skip }, async (t) => {
  const dir = testFolder(t);
  const resolver = join(dir, 'resolv.conf');
  writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:30 attempts:5\n');
  const prepare = 'mount --bind "$1" /etc/resolv.conf && ip link set lo up';
  const command = `${prepare} && exec "$2" "$3" "$4"`;
  const { UV_THREADPOOL_SIZE: _, ...env } = process.env;
  const child = spawn('unshare', ['-mn', 'sh', '-c', command, 'sh', resolver, process.execPath, start, dir], {
    env: { ...env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGTERM'));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  t.equal(said, 'seats: good\n');
});
