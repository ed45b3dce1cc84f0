/**
 * Lets one process at a time open the embedded store. The one that replaces a damaged store would otherwise remove what another has just
 * put in its place, or leave it with files of both. It waits in place, as LMDB opens in place: the locks of lock-file.ts are for work that
 * goes on beside auctions.
 */
import { mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.ts';

/** How often to look whether another process has opened the store, in milliseconds. */
const lookMs = 10;

/** A process that takes longer than this has been killed meanwhile. */
const mostMs = 3000;

/**
 * Returns what `open` returns or throws; meanwhile the folder `path` has one named `opening`, for which other processes wait. Where that
 * cannot be created, `open` runs all the same and reports what is wrong with `path`.
 */
export function openAlone<T>(path: string, open: () => T): T {
  const turn = join(path, 'opening');
  const isTaken = takeTurn(path, turn);
  try {
    return open();
  } finally {
    if (isTaken) release(turn);
  }
}

/** Blocks the thread for `ms`. */
export function waitInPlace(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function takeTurn(path: string, turn: string): boolean {
  try {
    makeFolder(path);
    while (!isMade(turn)) waitInPlace(lookMs);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes the folder `turn`; false while another process has it. One that was left behind is removed by one process at a time, which looks
 * again first: otherwise a process that looked early and removed late would remove the turn of the next.
 */
function isMade(turn: string): boolean {
  if (isNew(turn)) return true;
  const removing = `${turn}-left`;
  if (!isLeft(turn) || !isMade(removing)) return false;
  try {
    if (isLeft(turn)) rmSync(turn, { recursive: true, force: true });
  } finally {
    release(removing);
  }
  return isNew(turn);
}

function isNew(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isLeft(folder: string): boolean {
  const { mtimeMs = Date.now() } = statSync(folder, { throwIfNoEntry: false }) ?? {};
  return Math.abs(Date.now() - mtimeMs) > mostMs;
}

function release(turn: string): void {
  try {
    rmdirSync(turn);
  } catch {
    // Others have removed it, as it was held for too long.
  }
}
