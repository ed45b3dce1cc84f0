/** The lock between processes of a host: whatever comes together, one at a time holds it. */
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { takeLock, tryLock } from '../src/lock-file.ts';
import { testFolder } from './support/folder.ts';

t.test('many find a stale lock at once', async (t) => {
  const dir = testFolder(t);
  const lock = join(dir, 'lock');
  let most = 0;
  for (let round = 0; round < 50; round++) {
    leaveStale(lock);
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
  t.strictSame(readdirSync(dir), [], 'nothing is left');
});

t.test('a process died while it removed a stale lock', async (t) => {
  const dir = testFolder(t);
  const lock = join(dir, 'lock');
  leaveStale(lock);
  writeFileSync(`${lock}.stale`, '');
  t.equal(await tryLock(lock), undefined, 'perhaps it is still at it');
  leaveStale(`${lock}.stale`);
  const unlock = await tryLock(lock);
  t.type(unlock, 'function');
  t.equal(await tryLock(lock), undefined, 'held');
  await unlock?.();
  t.strictSame(readdirSync(dir), [], 'nothing is left');
});

t.test('a process died before the clock was set back', async (t) => {
  const dir = testFolder(t);
  const lock = join(dir, 'lock');
  writeFileSync(lock, '');
  const ahead = Date.now() / 1000 + 3600;
  utimesSync(lock, ahead, ahead);
  const unlock = await tryLock(lock);
  t.type(unlock, 'function');
  await unlock?.();
  t.strictSame(readdirSync(dir), [], 'nothing is left');
});

t.test('a holder that stood still frees nothing but its own lock', async (t) => {
  const dir = testFolder(t);
  const lock = join(dir, 'lock');
  const late = await takeLock(lock);
  makeStale(lock);
  const next = await tryLock(lock);
  t.type(next, 'function', 'the stale lock is taken over');
  await late();
  t.equal(await tryLock(lock), undefined, 'still held by the next');
  await next?.();
  t.strictSame(readdirSync(dir), [], 'nothing is left');
});

t.test('a folder that is not there is no lock', async (t) => {
  await t.rejects(takeLock('/nowhere/lock'), { code: 'ENOENT' });
});

/** Makes a lock as a process leaves it that died a minute ago. */
function leaveStale(path: string): void {
  writeFileSync(path, '');
  makeStale(path);
}

function makeStale(path: string): void {
  utimesSync(path, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
}
