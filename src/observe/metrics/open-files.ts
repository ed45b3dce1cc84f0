/** How near a process is to having no file left: of several the nearest, which hides in their sums (issue 7, item 5). */
import { readdirSync, readFileSync } from 'node:fs';
import { greatest, type Family } from './family.ts';

/** What the system says of the files and connections that this process has, and may have. */
const opened = '/proc/self/fd';
const limits = '/proc/self/limits';

/** The family; without samples where the system says neither, or there is no limit. */
export function openFilesFamily(): Family {
  const most = mostFiles();
  return greatest(
    'gavel_open_files_share',
    'Share of the files and connections that a process may have open that are; of several processes the greatest.',
    () => {
      const share = openFiles(most) / most;
      return Number.isFinite(share) ? [{ labels: {}, value: share }] : [];
    },
  );
}

/** Node makes the soft limit as high as it may be as it starts. NaN where there is none. */
function mostFiles(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync(limits, 'latin1'))?.[1]);
  } catch {
    return NaN;
  }
}

/** To look takes a file, too: where none is left all of `most` are open. */
function openFiles(most: number): number {
  try {
    return readdirSync(opened).length - 1;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EMFILE' ? most : NaN;
  }
}
