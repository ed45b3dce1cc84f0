/**
 * Creates folders with their parents. Node's own `recursive` option never returns where a folder cannot be created in an existing parent:
 * in /proc.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates the folder `path` if it does not exist. Throws the system's errors. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  if (statSync(dirname(path), { throwIfNoEntry: false }) === undefined && dirname(path) !== path)
    makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
