/** A lock between the processes of a host: a file that only one can make (issue 4, item 3). */
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock this old was left by a process that died: what is done under one ends sooner. */
const staleMs = 30_000;

/** Frees a lock, to be called once; never rejects for one that is gone, and leaves alone who has taken over a stale one. */
export type Unlock = () => Promise<void>;

/** Makes the lock file `path` if no other process holds it; undefined if one does. Rejects when it cannot be made. */
export async function tryLock(path: string): Promise<Unlock | undefined> {
  try {
    const file = await open(path, 'wx');
    return () => release(path, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const isFree = (await isStale(path)) && (await removeStale(path));
  return isFree ? tryLock(path) : undefined;
}

/** Waits until this process alone holds the lock file `path`, looking every `pollMs`. Rejects when it cannot be made. */
export async function takeLock(path: string, pollMs = 200): Promise<Unlock> {
  for (;;) {
    const unlock = await tryLock(path);
    if (unlock !== undefined) return unlock;
    await sleep(pollMs);
  }
}

/** How long ago a file was written, in milliseconds; Infinity for none. One that is ahead, since the clock was set back, is as old. */
export function ageMs(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => Math.abs(Date.now() - mtimeMs),
    () => Infinity,
  );
}

/** The file was kept open, so the system tells whether it still has a name: when another process took over, its file has it. */
async function release(path: string, file: FileHandle): Promise<void> {
  try {
    const { nlink } = await file.stat();
    if (nlink > 0) await rm(path, { force: true });
  } finally {
    await file.close();
  }
}

async function isStale(path: string): Promise<boolean> {
  const age = await ageMs(path);
  return age > staleMs && age < Infinity;
}

/**
 * Removes a stale lock; false while another process is at it. It is done under a lock of its own: else whoever looked
 * early and came late would remove the next one's.
 */
async function removeStale(path: string): Promise<boolean> {
  const unlock = await tryLock(`${path}.stale`);
  if (unlock === undefined) return false;
  try {
    if (await isStale(path)) await rm(path, { force: true });
    return true;
  } finally {
    await unlock();
  }
}
