/**
 * The metric for how close a process is to its limit of open files. The greatest of all processes counts: a sum would hide it (issue 7,
 * item 5).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { greatest, type Family } from './family.ts';

/** Where the system lists this process's open files and connections, and its limits. */
const openFilesFolder = '/proc/self/fd';
const limitsFile = '/proc/self/limits';

/** The family; without samples where the system does not provide these, or there is no limit. */
export function openFilesFamily(): Family {
  let most = mostFiles() ?? NaN;
  return greatest(
    'gavel_open_files_share',
    "Open files and connections as a share of the process's limit; with several processes, the highest.",
    () => {
      most = mostFiles() ?? most;
      const share = openFiles(most) / most;
      return Number.isFinite(share) ? [{ labels: {}, value: share }] : [];
    },
  );
}

/** The limit of open files now, as a host may raise it while the process runs (prlimit); NaN for none, undefined if it cannot be read. */
function mostFiles(): number | undefined {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync(limitsFile, 'latin1'))?.[1]);
  } catch {
    // Reading it takes a file, too.
    return undefined;
  }
}

/** The number of open files. Reading it takes a file too: when that fails with EMFILE, all of `most` are open. */
function openFiles(most: number): number {
  try {
    return readdirSync(openFilesFolder).length - 1;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EMFILE' ? most : NaN;
  }
}
