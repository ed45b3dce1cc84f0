/** The lock between processes of a host: whatever comes together, one at a time holds it. */
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { takeLock } from '../../src/stored/lock-file.ts';

t.test('many find a stale lock at once', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gavel-lock-'));
  t.teardown(() => rmSync(dir, { recursive: true }));
  const lock = join(dir, 'lock');
  let most = 0;
  for (let round = 0; round < 10; round++) {
    writeFileSync(lock, '');
    utimesSync(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    let holders = 0;
    const hold = async (): Promise<void> => {
      const unlock = await takeLock(lock, 3);
      most = Math.max(most, ++holders);
      await sleep(2);
      holders--;
      await unlock();
    };
    await Promise.all(Array.from({ length: 8 }, hold));
  }
  t.equal(most, 1);
  t.same(readdirSync(dir), [], 'nothing is left');
});

t.test('a folder that is not there is no lock', async (t) => {
  await t.rejects(takeLock('/nowhere/lock'), { code: 'ENOENT' });
});
