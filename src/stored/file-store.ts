/** Reads stored data from files: `<dir>/<kind>/<id>.json` (interface, `stored`). */
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { storedKinds } from '../config/stored-kinds.ts';
import { makeFolder } from '../make-folder.ts';
import { isAbsent, LostFolders } from './lost-folders.ts';
import { readFileBytes } from './read-bounded.ts';
import { replaceFile } from './replace-file.ts';
import { watchFiles } from './watch-files.ts';
import { isStoredId, maxTextBytes, nameOf, type EditableStore, type StoredEntry, type StoredKey } from './store.ts';

/**
 * A store over the folder `dir`. Ids that are not one plain file name do not exist. A folder that held texts and is now gone or empty, such
 * as a disk that is no longer mounted, counts as a source that is down: look-ups reject, since nobody has deleted the texts.
 */
export function fileStore(dir: string): EditableStore {
  const stopWatches: (() => void)[] = [];
  const lost = new LostFolders(dir);
  const fetch: EditableStore['fetch'] = async (keys) => {
    const texts = await Promise.all(keys.map((key) => fetchFile(dir, key)));
    await lost.check(keys, texts);
    return texts;
  };
  return {
    fetch,
    watch: (onChange, onRefusal) => void stopWatches.push(watchFiles(dir, onChange, onRefusal)),
    list: () => listFiles(dir),
    refusal,
    save: async (entries) => {
      for (const entry of entries) await saveFile(dir, entry);
    },
    close: async () => {
      for (const stop of stopWatches) stop();
    },
  };
}

const ending = '.json';

async function fetchFile(dir: string, key: StoredKey): Promise<Uint8Array | undefined> {
  if (!isFileName(key.id)) return undefined;
  try {
    return await readFileBytes(fileOf(dir, key), maxTextBytes);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === undefined ? new Error(`${nameOf(key)} ${message}`, { cause: error }) : error;
  }
}

function fileOf(dir: string, { kind, id }: StoredKey): string {
  return join(dir, kind, `${id}${ending}`);
}

/** Ids come from clients: none may leave the folder or name a hidden file. */
function isFileName(id: string): boolean {
  return isStoredId(id) && !id.startsWith('.') && !/[/\\]/.test(id);
}

function refusal({ id }: StoredKey): string | undefined {
  return isFileName(id) ? undefined : 'cannot be a file name: with stored.source files, ids must be plain names';
}

async function saveFile(dir: string, entry: StoredEntry): Promise<void> {
  const refused = refusal(entry);
  if (refused !== undefined) throw new Error(`${nameOf(entry)} ${refused}`);
  makeFolder(join(dir, entry.kind));
  await replaceFile(fileOf(dir, entry), entry.text);
}

async function* listFiles(dir: string): AsyncGenerator<StoredKey> {
  for (const kind of storedKinds) {
    try {
      for await (const { name } of await opendir(join(dir, kind))) {
        const id = name.slice(0, -ending.length);
        if (name.endsWith(ending) && isFileName(id)) yield { kind, id };
      }
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
}
