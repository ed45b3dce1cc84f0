/**
 * The host's category mappings, from a folder that is read again every minute (config/categories): `<adserver>/<adserver>.json` and
 * `<adserver>/<adserver>_<publisher>.json` as in A, or the same files directly in the folder, as in B.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readMapping, type CategoryEntries } from '../config/categories.ts';
import { adServers } from '../openrtb/svc-pods.ts';
import { readFileText } from './read-bounded.ts';
import type { Notices } from './refreshed-text.ts';
import { noText, startText, type StartedText } from './started-text.ts';

const maxFileBytes = 1024 * 1024;
/** The most characters of all mappings together: each thread reads them in one go, which must be quick. */
const maxBytes = 16 * 1024 * 1024;
const maxFiles = 1000;

/**
 * Reads the folder (`''`: none) for the first time and keeps it fresh; the text is JSON of `PackedMappings` (config/categories). An
 * unusable file is logged and affects no other; its last good content stays in use. Rejects when the folder cannot be read.
 */
export async function startCategories(
  { dir, everySeconds = 60 }: { readonly dir: string; readonly everySeconds?: number },
  log: Notices,
): Promise<StartedText> {
  if (dir === '') return noText;
  const name = `categories.dir ${dir}`;
  const folder = new CategoryFolder(dir, log);
  return startText({ name, everySeconds, read: () => folder.read(), check }, log);
}

/** The folder has already checked each file. */
const check = (text: string) => ({ text, dataAsOf: '' });

/** One file of a mapping. */
interface MappingFile {
  readonly name: string;
  readonly path: string;
}

class CategoryFolder {
  readonly #dir: string;
  readonly #log: Notices;
  /** The last good content of each file, by path. */
  #lastGood = new Map<string, CategoryEntries>();
  /** The last fault of each path. */
  #lastFaults = new Map<string, string>();

  constructor(dir: string, log: Notices) {
    this.#dir = dir;
    this.#log = log;
  }

  /** All mappings as JSON. Rejects with an Error whose message ends a sentence that names the folder. */
  async read(): Promise<string> {
    const files = await filesIn(this.#dir);
    const known = new Map<string, CategoryEntries>();
    const faults = new Map<string, string>();
    const packed: string[] = [];
    let left = maxBytes;
    for (const [at, { name, path }] of files.entries()) {
      const { entries, fault } = at < maxFiles ? await this.#readOne(path) : tooMany;
      const text = entries === undefined ? '' : JSON.stringify([name, entries]);
      left -= text.length;
      const isUsed = entries !== undefined && left >= 0;
      if (isUsed) packed.push(text);
      if (isUsed) known.set(path, entries);
      faults.set(path, left < 0 ? tooLong : fault);
    }
    if (files.length === 0) faults.set(this.#dir, 'has no mapping: put freewheel/freewheel.json or dfp/dfp.json there');
    this.#logNew(faults);
    this.#lastGood = known;
    return `[${packed.join(',')}]`;
  }

  async #readOne(path: string): Promise<ReturnType<typeof readMapping>> {
    const before = this.#lastGood.get(path);
    const inUse = before === undefined ? '' : '; its previous version stays in use';
    try {
      const { entries, fault } = readMapping(await readFileText(path, maxFileBytes));
      return entries === undefined ? { entries: before, fault: `${fault}${inUse}` } : { entries, fault };
    } catch (error) {
      return { entries: before, fault: `${(error as Error).message}${inUse}` };
    }
  }

  /** Logs each fault once, until it changes. */
  #logNew(faults: Map<string, string>): void {
    let count = 0;
    for (const [path, fault] of faults) {
      if (fault === '' || this.#lastFaults.get(path) === fault) continue;
      count++;
      if (count <= maxLogged) this.#log.warn(`categories.dir: ${path} ${fault}`);
    }
    if (count > maxLogged) this.#log.warn(`categories.dir: … and ${count - maxLogged} more`);
    this.#lastFaults = faults;
  }
}

const maxLogged = 20;
const tooMany = {
  entries: undefined,
  fault: `is ignored because there are over ${maxFiles} files: remove those not needed`,
};
const tooLong = `is ignored because the mappings are over ${maxBytes / 1024 / 1024} MiB in total: shorten them`;

/** The files of all mappings in a fixed order, one per mapping. */
async function filesIn(dir: string): Promise<MappingFile[]> {
  const found = new Map<string, MappingFile>();
  const rootNames = await namesIn(dir);
  for (const server of adServers) {
    const serverFolder = join(dir, server);
    const serverNames = rootNames.includes(server) ? await namesIn(serverFolder) : [];
    const pattern = new RegExp(`^${server}(?:_.+)?\\.json$`, 's');
    for (const [folder, names] of [
      [serverFolder, serverNames],
      [dir, rootNames],
    ] as const) {
      for (const file of names.filter((one) => pattern.test(one))) {
        const name = file.slice(0, -'.json'.length);
        if (!found.has(name)) found.set(name, { name, path: join(folder, file) });
      }
    }
  }
  return [...found.values()];
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`cannot be read (${code} at ${folder}): name a readable folder`, { cause: error });
  }
}
