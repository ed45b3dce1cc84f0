/**
 * Tells of changed files of stored data (issue 7: file watching). Folders come and go, and are replaced as a whole by those who
 * deploy: so each is looked after, and what was missed ends with the cache's time.
 */
import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyOf, nameOf, storedKinds, type StoredChange, type StoredKey, type StoredKind } from './store.ts';

/** Changes are gathered so long before they are told, in milliseconds: a file is written in several steps, a folder in many. */
const gatherMs = 50;

/** How often it is looked whether a folder is still the one that is watched. */
const lookMs = 1000;

/** So many events at once may not be all: the kernel keeps 16,384 that are unread and drops the rest, of which libuv says nothing. */
const manyEvents = 8192;

/** One folder: which one it was when its watch began, '' for none. */
interface Watched {
  readonly kind: StoredKind;
  identity: string;
  watcher: FSWatcher | undefined;
}

/** Tells `onChange` of every change below `<dir>/<kind>`; the function returned ends it. */
export function watchFiles(dir: string, onChange: (change: StoredChange) => void): () => void {
  const changes = new Changes(onChange);
  const folders: Watched[] = storedKinds.map((kind) => ({ kind, identity: '', watcher: undefined }));
  const stop = new AbortController();
  void lookAfter(folders, dir, { changes, signal: stop.signal });
  return () => {
    stop.abort();
    for (const { watcher } of folders) watcher?.close();
    changes.end();
  };
}

interface Looking {
  readonly changes: Changes;
  readonly signal: AbortSignal;
}

async function lookAfter(folders: readonly Watched[], dir: string, { changes, signal }: Looking): Promise<void> {
  while (!signal.aborted) {
    for (const folder of folders) {
      const path = join(dir, folder.kind);
      const identity = await identityOf(path);
      // All that was in another folder may be different in this one.
      if (identity !== folder.identity && !signal.aborted) begin(folder, { path, identity, changes });
    }
    await sleep(lookMs, undefined, { ref: false });
  }
}

/** Watches the folder that is there now in place of the one before. */
function begin(
  folder: Watched,
  { path, identity, changes }: { path: string; identity: string; changes: Changes },
): void {
  folder.watcher?.close();
  folder.watcher = undefined;
  folder.identity = identity;
  changes.add('all');
  if (identity === '') return;
  try {
    folder.watcher = watch(path, { persistent: false }, (_event, name) => noteFile(folder.kind, name, changes));
    folder.watcher.on('error', () => void (folder.identity = ''));
  } catch {
    // Too many watches, or gone again: it is tried anew at the next look.
    folder.identity = '';
  }
}

function noteFile(kind: StoredKind, name: string | null, changes: Changes): void {
  // Volumes of Kubernetes change all files at once by one link.
  if (name === null || name === '..data') return changes.add('all');
  const key = name.endsWith('.json') ? keyOf(`${kind}/${name.slice(0, -'.json'.length)}`) : undefined;
  changes.add(key === undefined ? [] : [key]);
}

async function identityOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  // The number alone is often that of the folder before, when that was removed a moment ago.
  return found?.isDirectory() === true ? `${found.dev}:${found.ino}:${found.birthtimeMs}` : '';
}

/** Gathers changes for a moment. */
class Changes {
  readonly #onChange: (change: StoredChange) => void;
  readonly #keys = new Map<string, StoredKey>();
  #all = false;
  #events = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(onChange: (change: StoredChange) => void) {
    this.#onChange = onChange;
  }

  add(change: StoredChange): void {
    if (change === 'all' || ++this.#events === manyEvents) this.#all = true;
    if (change !== 'all') for (const key of change) this.#keys.set(nameOf(key), key);
    this.#timer ??= setTimeout(() => this.#tell(), gatherMs).unref();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tell(): void {
    this.#timer = undefined;
    const keys = [...this.#keys.values()];
    this.#keys.clear();
    if (keys.length > 0) this.#onChange(keys);
    if (this.#all) this.#onChange('all');
    this.#all = false;
    this.#events = 0;
  }
}
