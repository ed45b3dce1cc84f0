/** A primary and a process whose code is older than its own, as after a rollback (src/hosting/README.md, 'Upgrade and roll back'). */
import cluster from 'node:cluster';
import { join } from 'node:path';
import t from 'tap';
import { forkMember } from '../../src/cluster/member.ts';
import type { Ending } from '../support/folder.ts';

cluster.setupPrimary({ exec: join(import.meta.dirname, 'asked-process.ts') });

async function started(t: Ending, name: string) {
  const member = forkMember({ file: { name, text: '' }, held: null, tellsDoubts: false }, () => undefined);
  if ('faults' in member) throw new Error(member.faults.join());
  t.teardown(() => member.kill());
  await member.started;
  return member;
}

t.test('a process of older code is not asked whether it hangs, as it may not know how to answer', async (t) => {
  const older = await started(t, 'older');
  const today = await started(t, 'today');
  t.equal(await today.ended, 'status 2', 'a process of the same code is asked repeatedly');
  t.equal(await Promise.race([older.ended, 'runs']), 'runs', 'a process of older code is never asked');
});
