/** A lock between the processes of a host: a file that only one can make (issue 4, item 3). */
import { randomUUID } from 'node:crypto';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock this old was left by a process that died: what is done under one ends sooner. */
const staleMs = 30_000;

/** Waits until this process alone holds the lock file `path`, looking every `pollMs`; resolves with what frees it. Rejects when it cannot be made. */
export async function takeLock(path: string, pollMs = 200): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await (await open(path, 'wx')).close();
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const age = await ageMs(path);
    if (age < Infinity && age > staleMs) await removeStale(path);
    else await sleep(pollMs);
  }
}

/** How long ago a file was written, in milliseconds; Infinity for none. */
export function ageMs(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Infinity,
  );
}

/** Of all that find the lock stale one moves it away; whoever moves the next one's fresh lock instead puts it back. */
async function removeStale(path: string): Promise<void> {
  const moved = `${path}.${randomUUID()}`;
  const isMoved = await rename(path, moved).then(
    () => true,
    () => false,
  );
  if (!isMoved) return;
  if ((await ageMs(moved)) <= staleMs) await link(moved, path).catch(() => undefined);
  await rm(moved, { force: true });
}
