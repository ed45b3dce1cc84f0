/** Finds the texts to import: files in the folders of the kinds, or one JSON file with everything (issue 7, item 4). */
import { isUtf8 } from 'node:buffer';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { storedKinds, type StoredKind } from '../config/stored-kinds.ts';
import { parseJson } from '../openrtb/long-integers.ts';
import { isObject } from '../openrtb/json-object.ts';
import { readFileBytes } from '../stored/read-bounded.ts';
import { isStoredId, maxTextBytes, type StoredKey } from '../stored/store.ts';

/** One text to import. It is read late, since a folder may be larger than memory. */
export interface ImportEntry extends StoredKey {
  readonly read: () => Promise<string>;
}

/** The texts found, and all faults, one sentence each. */
export interface Gathered {
  readonly entries: readonly ImportEntry[];
  readonly faults: readonly string[];
}

/** The length limit of a single file with everything, in bytes. */
const maxFileBytes = 256 * 1024 * 1024;

const expected = '{"requests": {"ID": {…}}, "imps": {…}, "responses": {…}, "accounts": {…}, "profiles": {…}}';

/** Gathers the texts at `path`. Never rejects: what cannot be read is a fault. */
export async function gatherEntries(path: string): Promise<Gathered> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return fault(`${path} cannot be read: name a folder or a JSON file`);
  if (found.isDirectory()) return gatherFolder(path);
  if (found.size > maxFileBytes)
    return fault(`${path} is longer than ${maxFileBytes / 1024 / 1024} MiB: use a folder of files`);
  return gatherFile(path);
}

/** The fault of a file or folder that cannot be read, to follow its name. */
export function unreadable(error: unknown, wanted: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : `cannot be read (${code}): make it ${wanted}`;
}

/** The text of a file, unchanged. Rejects with the system's error, or with an Error that ends a sentence begun by the file's name. */
async function readText(path: string, maxBytes: number): Promise<string> {
  const bytes = await readFileBytes(path, maxBytes);
  if (!isUtf8(bytes)) throw new Error('is not UTF-8: encode it as UTF-8');
  const text = bytes.toString();
  if (text.startsWith('\ufeff')) throw new Error('starts with a byte order mark: remove it');
  return text;
}

function fault(text: string): Gathered {
  return { entries: [], faults: [text] };
}

async function gatherFolder(path: string): Promise<Gathered> {
  const entries: ImportEntry[] = [];
  const faults: string[] = [];
  for (const kind of storedKinds) {
    for (const name of await namesIn(join(path, kind), faults)) {
      if (!name.endsWith('.json') || name.startsWith('.')) continue;
      const id = basename(name, '.json');
      if (isStoredId(id)) entries.push({ kind, id, read: () => readText(join(path, kind, name), maxTextBytes) });
      else faults.push(`${kind}/${JSON.stringify(name)} is not a valid id: rename the file`);
    }
  }
  if (entries.length === 0 && faults.length === 0)
    return fault(
      `${path} has nothing to import: put files into ${storedKinds.map((kind) => `${kind}/ID.json`).join(', ')}`,
    );
  return { entries, faults };
}

/** The names in a folder, none for a missing folder; any other failure to read it is a fault. */
async function namesIn(folder: string, faults: string[]): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') faults.push(`${folder} ${unreadable(error, 'a folder')}`);
    return [];
  }
}

async function gatherFile(path: string): Promise<Gathered> {
  let text: string;
  try {
    text = await readText(path, maxFileBytes);
  } catch (error) {
    return fault(`${path} ${unreadable(error, 'a readable file')}`);
  }
  let all: unknown;
  try {
    all = parseJson(text);
  } catch (error) {
    return fault(`${path} is not JSON (${(error as Error).message}): write ${expected}`);
  }
  if (!isObject(all)) return fault(`${path} is not a JSON object: write ${expected}`);
  const entries: ImportEntry[] = [];
  const faults: string[] = [];
  for (const [name, byId] of Object.entries(all)) {
    const kind = storedKinds.find((one) => one === name);
    if (kind === undefined)
      faults.push(`${path} has ${JSON.stringify(name)}, which is not a kind: use ${storedKinds.join(', ')}`);
    else if (!isObject(byId)) faults.push(`${path} has ${kind} that are not an object: write them by id, ${expected}`);
    else addTexts(kind, byId, { entries, faults });
  }
  return { entries, faults };
}

function addTexts(
  kind: StoredKind,
  byId: object,
  { entries, faults }: { entries: ImportEntry[]; faults: string[] },
): void {
  for (const [id, value] of Object.entries(byId)) {
    if (isStoredId(id)) entries.push({ kind, id, read: () => Promise.resolve(JSON.stringify(value)) });
    else faults.push(`${kind}/${JSON.stringify(id.slice(0, 80))} is not a valid id: use 1 to 255 printable characters`);
  }
}
