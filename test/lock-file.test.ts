/** The lock between processes of a host has one holder at a time, also after crashes. */
import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { takeLock, tryLock } from '../src/lock-file.ts';
import { testFolder } from './support/folder.ts';
import { replaceBuiltin } from './support/replace-builtin.ts';

t.test('eight that find a stale lock at once hold it one after the other', async (t) => {
  const dir = testFolder(t);
  const path = join(dir, 'lock');
  let most = 0;
  for (let round = 0; round < 50; round++) {
    leaveStale(path);
    let holders = 0;
    const hold = async (): Promise<void> => {
      const lock = await takeLock(path, 3);
      most = Math.max(most, ++holders);
      await sleep(2);
      holders--;
      await lock.release();
    };
    await Promise.all(Array.from({ length: 8 }, hold));
  }
  t.equal(most, 1);
  t.strictSame(readdirSync(dir), [], 'nothing is left');
});

t.test('a lock is free again after a process died while it removed a stale one', async (t) => {
  const dir = testFolder(t);
  const path = join(dir, 'lock');
  leaveStale(path);
  writeFileSync(`${path}.stale`, '');
  t.equal(await tryLock(path), undefined, 'the removal may still be under way');
  leaveStale(`${path}.stale`);
  const lock = await tryLock(path);
  t.ok(lock);
  t.equal(await tryLock(path), undefined, 'held');
  await lock?.release();
  t.strictSame(readdirSync(dir), [], 'nothing is left');
});

t.test('a lock from the future, as before the clock was set back, is taken over', async (t) => {
  const dir = testFolder(t);
  const path = join(dir, 'lock');
  writeFileSync(path, '');
  const ahead = Date.now() / 1000 + 3600;
  utimesSync(path, ahead, ahead);
  const lock = await tryLock(path);
  t.ok(lock);
  await lock?.release();
  t.strictSame(readdirSync(dir), [], 'nothing is left');
});

t.test('a holder that hung releases only its own lock', async (t) => {
  const dir = testFolder(t);
  const path = join(dir, 'lock');
  const late = await takeLock(path);
  makeStale(path);
  const next = await tryLock(path);
  t.ok(next, 'the stale lock is taken over');
  await late.release();
  t.equal(await tryLock(path), undefined, 'still held by the next');
  await next?.release();
  t.strictSame(readdirSync(dir), [], 'nothing is left');
});

t.test('work that goes on extends its lock, and stops once another has taken over', async (t) => {
  const dir = testFolder(t);
  const path = join(dir, 'lock');
  const held = await takeLock(path);
  makeStale(path);
  t.ok(await held.extend());
  t.equal(await tryLock(path), undefined, 'as new');
  makeStale(path);
  const next = await tryLock(path);
  t.notOk(await held.extend(), 'too late');
  makeStale(path);
  await held.release();
  t.ok(await next?.extend(), 'the lock of the next is its own');
  await next?.release();
  t.strictSame(readdirSync(dir), [], 'nothing is left');
});

t.test('a lock that another takes over while it is extended is lost', async (t) => {
  const dir = testFolder(t);
  const path = join(dir, 'lock');
  const held = await takeLock(path);
  const probe = await open(path);
  const prototype = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const own = prototype.utimes;
  replaceBuiltin(t, [prototype, 'utimes'], function (this: FileHandle, ...times: Parameters<typeof own>) {
    rmSync(path, { force: true });
    return own.apply(this, times);
  });
  t.notOk(await held.extend());
  await held.release();
});

t.test('a missing folder rejects', async (t) => {
  await t.rejects(takeLock('/nowhere/lock'), { code: 'ENOENT' });
});

/** Leaves a lock like that of a process that died a minute ago. */
function leaveStale(path: string): void {
  writeFileSync(path, '');
  makeStale(path);
}

function makeStale(path: string): void {
  utimesSync(path, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
}
