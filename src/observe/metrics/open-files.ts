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
  const most = mostFiles();
  return greatest(
    'gavel_open_files_share',
    "Open files and connections as a share of the process's limit; with several processes, the highest.",
    () => {
      const share = openFiles(most) / most;
      return Number.isFinite(share) ? [{ labels: {}, value: share }] : [];
    },
  );
}

/** The limit of open files; NaN for none. It is final: Node raises the soft limit to the hard limit when it starts. */
function mostFiles(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync(limitsFile, 'latin1'))?.[1]);
  } catch {
    return NaN;
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
