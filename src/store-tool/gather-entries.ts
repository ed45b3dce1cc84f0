/** Finds what there is to import: files in the folders of the four kinds, or one JSON file with all (issue 7, item 4). */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isObject } from '../openrtb/merge-patch.ts';
import { isStoredId, storedKinds, type StoredKey, type StoredKind } from '../stored/store.ts';

/** One text to import, read when it is needed: a folder may hold more than memory does. */
export interface ImportEntry extends StoredKey {
  readonly read: () => Promise<string>;
}

/** What was found, and what is wrong with it, one sentence each. */
export interface Gathered {
  readonly entries: readonly ImportEntry[];
  readonly faults: readonly string[];
}

/** The longest file of either form, in bytes. */
const maxBytes = 256 * 1024 * 1024;

const shape = '{"requests": {"ID": {…}}, "imps": {…}, "responses": {…}, "accounts": {…}}';

/** What is at `path`. Never rejects for what is found there. */
export async function gatherEntries(path: string): Promise<Gathered> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return fault(`${path} cannot be read: name a folder or a JSON file`);
  if (found.isDirectory()) return gatherFolder(path);
  if (found.size > maxBytes)
    return fault(`${path} is longer than ${maxBytes / 1024 / 1024} MiB: use a folder of files`);
  return gatherFile(path);
}

function fault(text: string): Gathered {
  return { entries: [], faults: [text] };
}

async function gatherFolder(path: string): Promise<Gathered> {
  const entries: ImportEntry[] = [];
  const faults: string[] = [];
  for (const kind of storedKinds) {
    for (const name of await readdir(join(path, kind)).catch(() => [])) {
      if (!name.endsWith('.json') || name.startsWith('.')) continue;
      const id = basename(name, '.json');
      if (isStoredId(id)) entries.push({ kind, id, read: () => readFile(join(path, kind, name), 'utf8') });
      else faults.push(`${kind}/${JSON.stringify(name)} is no id: rename the file`);
    }
  }
  if (entries.length === 0 && faults.length === 0)
    return fault(
      `${path} holds nothing to import: put files into ${storedKinds.map((kind) => `${kind}/ID.json`).join(', ')}`,
    );
  return { entries, faults };
}

async function gatherFile(path: string): Promise<Gathered> {
  let all: unknown;
  try {
    all = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    return fault(`${path} is no JSON (${(error as Error).message}): write ${shape}`);
  }
  if (!isObject(all)) return fault(`${path} is no JSON object: write ${shape}`);
  const entries: ImportEntry[] = [];
  const faults: string[] = [];
  for (const [name, byId] of Object.entries(all)) {
    const kind = storedKinds.find((one) => one === name);
    if (kind === undefined)
      faults.push(`${path} has ${JSON.stringify(name)}, which is no kind: use ${storedKinds.join(', ')}`);
    else if (!isObject(byId)) faults.push(`${path} has ${kind} that are no object: write them by id, ${shape}`);
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
    else faults.push(`${kind}/${JSON.stringify(id.slice(0, 80))} is no id: use 1 to 255 printable characters`);
  }
}
