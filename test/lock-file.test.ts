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

t.test('a lock is free again after a process died while it removed a stale one', async (t) => {
  const dir = testFolder(t);
  const lock = join(dir, 'lock');
  leaveStale(lock);
  writeFileSync(`${lock}.stale`, '');
  t.equal(await tryLock(lock), undefined, 'the removal may still be under way');
  leaveStale(`${lock}.stale`);
  const unlock = await tryLock(lock);
  t.type(unlock, 'function');
  t.equal(await tryLock(lock), undefined, 'held');
  await unlock?.();
  t.strictSame(readdirSync(dir), [], 'nothing is left');
});

t.test('a lock from the future, as before the clock was set back, is taken over', async (t) => {
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

t.test('a holder that hung releases only its own lock', async (t) => {
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

t.test('work that goes on extends its lock, and stops once another has taken over', async (t) => {
  const dir = testFolder(t);
  const lock = join(dir, 'lock');
  const held = await takeLock(lock);
  makeStale(lock);
  t.ok(await held.extend());
  t.equal(await tryLock(lock), undefined, 'as new');
  makeStale(lock);
  const next = await tryLock(lock);
  t.notOk(await held.extend(), 'too late');
  makeStale(lock);
  await held();
  t.ok(await next?.extend(), 'the lock of the next is its own');
  await next?.();
  t.strictSame(readdirSync(dir), [], 'nothing is left');
});

t.test('a lock that another takes over while it is extended is lost', async (t) => {
  const dir = testFolder(t);
  const lock = join(dir, 'lock');
  const held = await takeLock(lock);
  const probe = await open(lock);
  const prototype = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const own = prototype.utimes;
  replaceBuiltin(t, [prototype, 'utimes'], function (this: FileHandle, ...times: Parameters<typeof own>) {
    rmSync(lock, { force: true });
    return own.apply(this, times);
  });
  t.notOk(await held.extend());
  await held();
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
