/** Reads stored data from files: `<dir>/<kind>/<id>.json` (interface, `stored`). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store, StoredKey } from './store.ts';

/** A store over the folder `dir`. Ids that cannot be one plain file name do not exist. */
export function fileStore(dir: string): Store {
  return {
    fetch: (keys) => Promise.all(keys.map((key) => fetchFile(dir, key))),
    close: () => Promise.resolve(),
  };
}

/** Errors that mean 'there is no such file', the last for a name the file system will not take. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

async function fetchFile(dir: string, key: StoredKey): Promise<Uint8Array | undefined> {
  if (!isFileName(key.id)) return undefined;
  try {
    return await readFile(join(dir, key.kind, `${key.id}.json`));
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** An id comes from a client: nothing that leaves the folder, and no hidden file. */
function isFileName(id: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return id !== '' && id.length <= 255 && !id.startsWith('.') && !/[/\\\0-\x1f]/.test(id);
}
