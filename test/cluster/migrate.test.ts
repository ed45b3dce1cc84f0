/** Restarts and clients that do not retry (traps, 'uWebSockets.js'): with net.ipv4.tcp_migrate_req=1 no fresh connection is reset. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { unshareSkip } from '../support/skip.ts';

/** A network namespace with a loopback, and the setting that hands waiting connections on. */
const prepare = 'ip link set lo up && echo 1 > /proc/sys/net/ipv4/tcp_migrate_req';

const inNamespace = (command: string): string[] => ['-n', 'sh', '-c', `${prepare} && ${command}`];
const skip = unshareSkip(inNamespace('true'), 'root, and net.ipv4.tcp_migrate_req Linux 5.14 or later');

t.test('a restart resets no fresh connection', { skip }, async (t) => {
  const script = join(import.meta.dirname, 'migrated-restart.ts');
  const command = inNamespace(`NODE_OPTIONS= exec "${process.execPath}" "${script}"`);
  const run = spawnSync('unshare', command, { encoding: 'utf8', timeout: 270_000 });
  const { answered, lost, why } = JSON.parse(run.stdout || '{}') as { answered: number; lost: number; why: string };
  t.ok(answered > 100, `${answered} auctions ${run.stderr}`);
  t.equal(lost, 0, why);
});
