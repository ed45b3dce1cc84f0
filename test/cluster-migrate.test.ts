/** Restarts and clients that do not try again (traps, 'uWebSockets.js'): with net.ipv4.tcp_migrate_req=1 no fresh connection is reset. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';

/** A network namespace with a loopback, and the setting that hands waiting connections on. */
const prepare = 'ip link set lo up && echo 1 > /proc/sys/net/ipv4/tcp_migrate_req';

function inNamespace(command: string) {
  return spawnSync('unshare', ['-n', 'sh', '-c', `${prepare} && ${command}`], { encoding: 'utf8', timeout: 270_000 });
}

const allowed = inNamespace('true').status === 0;
const skip = allowed ? false : 'skipped: unshare -n and net.ipv4.tcp_migrate_req need root and Linux 5.14 or later';

t.test('a restart resets no fresh connection', { skip, timeout: 280_000 }, async (t) => {
  const script = join(import.meta.dirname, 'support/migrated-restart.ts');
  const run = inNamespace(`NODE_OPTIONS= exec "${process.execPath}" "${script}"`);
  const { answered, lost, why } = JSON.parse(run.stdout || '{}') as { answered: number; lost: number; why: string };
  t.ok(answered > 100, `${answered} auctions ${run.stderr}`);
  t.equal(lost, 0, why);
});
