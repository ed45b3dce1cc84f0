/**
 * Tells of changed files of stored data (issue 7: file watching). Folders come and go, and are replaced as a whole by those who
 * deploy: so each is looked after, and what was missed ends with the cache's time.
 */
import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { storedKinds, type StoredKind } from '../config/stored-kinds.ts';
import { keyOf, nameOf, type StoredChange, type StoredKey } from './store.ts';

/** Changes are gathered so long before they are told, in milliseconds: a file is written in several steps, a folder in many. */
const gatherMs = 50;

/** How often it is looked whether a folder is still the one that is watched. */
const lookMs = 1000;

/** So many events at once may not be all: the kernel keeps 16,384 that are unread and drops the rest, of which libuv says nothing. */
const manyEvents = 8192;

/** What to do where the system watches no more folders, by what it says. */
const fixes: Readonly<Record<string, string>> = {
  EMFILE: 'this user watches as many folders as it may: raise fs.inotify.max_user_instances (sysctl)',
  ENOSPC: 'this user watches as many folders as it may: raise fs.inotify.max_user_watches (sysctl)',
};

/** One folder: which one it was when its watch began, '' for none. */
interface Watched {
  readonly kind: StoredKind;
  identity: string;
  watcher: FSWatcher | undefined;
}

/** Tells `onChange` of every change below `<dir>/<kind>`; `onDeaf` hears once why the system tells of none. The function returned ends it. */
export function watchFiles(
  dir: string,
  onChange: (change: StoredChange) => void,
  onDeaf: (error: unknown) => void = () => undefined,
): () => void {
  const changes = new Changes(onChange);
  let isTold = false;
  const tellDeaf = (error: unknown): void => {
    if (!isTold) onDeaf(error);
    isTold = true;
  };
  const folders: Watched[] = storedKinds.map((kind) => ({ kind, identity: '', watcher: undefined }));
  const stop = new AbortController();
  void lookAfter(folders, dir, { changes, signal: stop.signal, tellDeaf });
  return () => {
    stop.abort();
    for (const { watcher } of folders) watcher?.close();
    changes.end();
  };
}

interface Looking {
  readonly changes: Changes;
  readonly signal: AbortSignal;
  readonly tellDeaf: (error: unknown) => void;
}

async function lookAfter(folders: readonly Watched[], dir: string, looking: Looking): Promise<void> {
  while (!looking.signal.aborted) {
    for (const folder of folders) {
      const path = join(dir, folder.kind);
      const identity = await identityOf(path);
      const isWatched = identity === '' || folder.watcher !== undefined;
      if ((identity !== folder.identity || !isWatched) && !looking.signal.aborted)
        begin(folder, { path, identity }, looking);
    }
    await sleep(lookMs, undefined, { ref: false });
  }
}

/** Watches the folder that is there now in place of the one before. */
function begin(
  folder: Watched,
  { path, identity }: { path: string; identity: string },
  { changes, tellDeaf }: Looking,
): void {
  folder.watcher?.close();
  folder.watcher = undefined;
  // All that was in another folder may be different in this one.
  if (identity !== folder.identity) changes.add('all');
  folder.identity = identity;
  if (identity === '') return;
  try {
    folder.watcher = watch(path, { persistent: false }, (_event, name) => noteFile(folder.kind, name, changes));
    folder.watcher.on('error', () => void (folder.identity = ''));
    // What changed before it was watched is not known.
    changes.add('all');
  } catch (error) {
    // It is tried anew at the next look. A folder may be gone again; for another fault the texts have their time.
    const fix = fixes[(error as NodeJS.ErrnoException).code ?? ''];
    if (fix !== undefined) tellDeaf(new Error(fix, { cause: error }));
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
