/** Makes folders with those above them. Node's own `recursive` never ends where a folder cannot be made though the one above it is there: in /proc. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes the folder `path` if it is not there. Throws what the system says. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  if (statSync(dirname(path), { throwIfNoEntry: false }) === undefined && dirname(path) !== path)
    makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
