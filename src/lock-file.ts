/** A lock between the processes of a host: a file that only one of them can create (issue 4, item 3). */
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock older than this was left by a process that died: work under a lock ends sooner, or extends it. */
const staleMs = 30_000;

/** Ends or extends a lock that this process holds. */
export interface Unlock {
  /**
   * Releases the lock; to be called once. Does not reject if the lock is gone, and does not touch the lock of a process that took over a
   * stale one.
   */
  (): Promise<void>;
  /** Makes the lock as new, for work that goes on. False when another process has taken it over: the work must stop. */
  readonly extend: () => Promise<boolean>;
}

/** Creates the lock file `path`; undefined if another process holds it. Rejects when it cannot be created. */
export async function tryLock(path: string): Promise<Unlock | undefined> {
  try {
    const file = await open(path, 'wx');
    return Object.assign(() => release(path, file), { extend: () => extend(file) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const isFree = (await isStale(path)) && (await removeStale(path));
  return isFree ? tryLock(path) : undefined;
}

/** Waits until this process holds the lock file `path`, polling every `pollMs`. Rejects when it cannot be created. */
export async function takeLock(path: string, pollMs = 200): Promise<Unlock> {
  for (;;) {
    const unlock = await tryLock(path);
    if (unlock !== undefined) return unlock;
    await sleep(pollMs);
  }
}

/**
 * How long ago a file was written, in milliseconds; Infinity for no file. A time in the future, after the clock was set back, counts as
 * equally long ago.
 */
export function ageMs(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => Math.abs(Date.now() - mtimeMs),
    () => Infinity,
  );
}

/**
 * Removes the lock file if it is still this process's. The open file has no links left if another process took over: the path is then that
 * process's lock.
 */
async function release(path: string, file: FileHandle): Promise<void> {
  try {
    const { nlink } = await file.stat();
    if (nlink > 0) await rm(path, { force: true });
  } finally {
    await file.close();
  }
}

async function extend(file: FileHandle): Promise<boolean> {
  const now = new Date();
  await file.utimes(now, now);
  // Only now: until its time is new, another process may take it over.
  const { nlink } = await file.stat();
  return nlink > 0;
}

async function isStale(path: string): Promise<boolean> {
  const age = await ageMs(path);
  return age > staleMs && age < Infinity;
}

/**
 * Removes a stale lock; false while another process is doing so. This takes a lock of its own: otherwise a process that checked early and
 * removed late would remove the next owner's lock.
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
