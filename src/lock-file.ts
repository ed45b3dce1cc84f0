/** A lock between the processes of a host: a file that only one of them can create (issue 4, item 3). */
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock older than this was left by a process that died: work under a lock ends sooner, or extends it. */
const staleMs = 30_000;

/** A lock that this process holds. */
export class Lock {
  readonly #path: string;
  readonly #file: FileHandle;

  /** `file` is the lock file `path`, which this process has just created. */
  constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /**
   * Releases the lock; to be called once. Does not reject if the lock is gone, and does not touch the lock of a process that took over a
   * stale one.
   */
  async release(): Promise<void> {
    try {
      if (await this.#isOurs()) await rm(this.#path, { force: true });
    } finally {
      await this.#file.close();
    }
  }

  /** Makes the lock as new, for work that goes on. False when another process has taken it over: the work must stop. */
  async extend(): Promise<boolean> {
    const now = new Date();
    await this.#file.utimes(now, now);
    // Only now: until its time is new, another process may take it over.
    return this.#isOurs();
  }

  /** False if another process took over: the open file then has no links left, and the path is that process's lock. */
  async #isOurs(): Promise<boolean> {
    return (await this.#file.stat()).nlink > 0;
  }
}

/** Creates the lock file `path`; undefined if another process holds it. Rejects when it cannot be created. */
export async function tryLock(path: string): Promise<Lock | undefined> {
  try {
    return new Lock(path, await open(path, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const isFree = (await isStale(path)) && (await removeStale(path));
  return isFree ? tryLock(path) : undefined;
}

/** Waits until this process holds the lock file `path`, polling every `pollMs`. Rejects when it cannot be created. */
export async function takeLock(path: string, pollMs = 200): Promise<Lock> {
  for (;;) {
    const lock = await tryLock(path);
    if (lock !== undefined) return lock;
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

async function isStale(path: string): Promise<boolean> {
  const age = await ageMs(path);
  return age > staleMs && age < Infinity;
}

/**
 * Removes a stale lock; false while another process is doing so. This takes a lock of its own: otherwise a process that checked early and
 * removed late would remove the next owner's lock.
 */
async function removeStale(path: string): Promise<boolean> {
  const lock = await tryLock(`${path}.stale`);
  if (lock === undefined) return false;
  try {
    if (await isStale(path)) await rm(path, { force: true });
    return true;
  } finally {
    await lock.release();
  }
}
