/** Imports texts into the store: all are checked before the first is written (issue 7, item 4). */
import { resolve } from 'node:path';
import { editable, openToolStore } from './tool-store.ts';
import { checkText } from './check-text.ts';
import { gatherEntries, unreadable, type ImportEntry } from './gather-entries.ts';
import { Progress } from './progress.ts';
import type { Faults, ToolParts } from './tool-parts.ts';
import { maxTextBytes, nameOf, type StoredEntry } from '../stored/store.ts';

const nothingImported = 'nothing was imported: fix this first';

/** The most entries, and about the most bytes, of one write. */
const batchEntries = 500;
const batchBytes = 4 * 1024 * 1024;

/** Imports the texts at `path`. Rejects when the store fails; texts written before that stay, and a second run is harmless. */
export async function importTexts(path: string, { config, out, tell }: ToolParts): Promise<Faults> {
  const { entries, faults } = await gatherEntries(path);
  const progress = new Progress(tell);
  const allFaults = [...faults];
  for (const [at, entry] of entries.entries()) {
    progress.note('checked', at, entries.length);
    allFaults.push(...(await checkEntry(entry, config.accounts.defaults)));
  }
  if (allFaults.length > 0) return [...allFaults, nothingImported];
  const store = editable(await openToolStore(config.stored), config.stored.source);
  try {
    const refused = entries.flatMap((key) => {
      const why = store.refusal?.(key);
      return why === undefined ? [] : [`${nameOf(key)} ${why}`];
    });
    if (refused.length > 0) return [...refused, nothingImported];
    let done = 0;
    for await (const batch of batches(entries)) {
      await store.save(batch);
      done += batch.length;
      progress.note('imported', done, entries.length);
    }
    const { source, dir } = config.stored;
    // A relative path starts at the working directory: under npm that is the project's folder.
    out(source === 'files' ? `${done} imported into ${resolve(dir)}` : `${done} imported`);
    return [];
  } finally {
    await store.close();
  }
}

async function checkEntry(entry: ImportEntry, defaults: object): Promise<Faults> {
  try {
    const text = await entry.read();
    if (Buffer.byteLength(text) > maxTextBytes)
      return [`${nameOf(entry)} is longer than ${maxTextBytes / 1024 / 1024} MiB: shorten it`];
    return checkText(entry, text, defaults);
  } catch (error) {
    return [`${nameOf(entry)} ${unreadable(error, 'a readable file')}`];
  }
}

async function* batches(entries: readonly ImportEntry[]): AsyncGenerator<StoredEntry[]> {
  let batch: StoredEntry[] = [];
  let bytes = 0;
  for (const { kind, id, read } of entries) {
    const text = Buffer.from(await read());
    batch.push({ kind, id, text });
    bytes += text.byteLength;
    if (batch.length < batchEntries && bytes < batchBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
