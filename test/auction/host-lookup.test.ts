/** Names of bidders that get no answer keep no other name waiting (traps: Node resolves names on two threads). */
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { testFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';

const names = join(import.meta.dirname, '../support/silent-names.ts');

const allowed = spawnSync('unshare', ['-mn', 'ip', 'link', 'set', 'lo', 'up']).status === 0;
const skip = allowed ? false : 'skipped: unshare -mn needs root, and ip the package iproute2';

t.test('names that params made up, of a name server that is silent', { skip }, async (t) => {
  const resolver = join(testFolder(t), 'resolv.conf');
  writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:30 attempts:5\n');
  const prepare = 'mount --bind "$1" /etc/resolv.conf && ip link set lo up';
  const command = `${prepare} && exec "$2" "$3"`;
  const child = spawn('unshare', ['-mn', 'sh', '-c', command, 'sh', resolver, process.execPath, names], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  t.teardown(() => child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  t.ok(await until(() => said !== ''), 'another name is found');
  t.equal(said, 'localhost ');
});
