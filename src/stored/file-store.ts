/** Reads stored data from files: `<dir>/<kind>/<id>.json` (interface, `stored`). */
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { storedKinds } from '../config/stored-kinds.ts';
import { makeFolder } from '../make-folder.ts';
import { KindDisks } from './kind-disks.ts';
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
  const disks = new KindDisks(dir);
  let hasHeldTexts = false;
  const fetch: EditableStore['fetch'] = async (keys) => {
    const texts = await Promise.all(keys.map((key) => fetchFile(dir, key)));
    const isAnyMissing = texts.includes(undefined);
    if (isAnyMissing && hasHeldTexts && (await isGone(dir)))
      throw new Error(`stored.dir ${dir} is gone or empty: restore it`);
    await disks.check(keys, texts);
    hasHeldTexts ||= texts.some((text) => text !== undefined);
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

/** Errors that mean 'there is no such file'; the last is for a name that the file system does not take. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

const ending = '.json';

async function fetchFile(dir: string, key: StoredKey): Promise<Uint8Array | undefined> {
  if (!isFileName(key.id)) return undefined;
  try {
    return await readFileBytes(fileOf(dir, key), maxTextBytes);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (absent.has(code)) return undefined;
    throw code === '' ? new Error(`${nameOf(key)} ${message}`, { cause: error }) : error;
  }
}

/**
 * True when none of the kinds' folders exists. `dir` itself proves nothing: an unmounted disk leaves an empty folder, and a file may
 * replace it.
 */
async function isGone(dir: string): Promise<boolean> {
  const checks = storedKinds.map((kind) =>
    stat(join(dir, kind)).then(
      () => false,
      ({ code = '' }: NodeJS.ErrnoException) => absent.has(code),
    ),
  );
  return (await Promise.all(checks)).every((isMissing) => isMissing);
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
      if (!absent.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}
