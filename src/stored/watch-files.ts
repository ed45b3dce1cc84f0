/**
 * Reports changed files of stored data (issue 7: file watching). Deployments create, remove and replace whole folders, so each folder is
 * checked again and again. A change that was missed counts once the cache's TTL is over.
 */
import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { storedKinds, type StoredKind } from '../config/stored-kinds.ts';
import { GatheredChanges } from './gathered-changes.ts';
import { keyOf, type StoredChange } from './store.ts';

/** How often to check whether a folder is still the one that is watched. */
const checkMs = 1000;

/** What to do when the system refuses to watch more folders, by its error code. */
const fixes: Readonly<Record<string, string>> = {
  EMFILE: 'this user has reached its limit of folder watchers: raise fs.inotify.max_user_instances (sysctl)',
  ENOSPC: 'this user has reached its limit of watched folders: raise fs.inotify.max_user_watches (sysctl)',
};

/** One folder. `identity` tells which folder it was when its watch began, '' for none. */
interface Watched {
  readonly kind: StoredKind;
  identity: string;
  watcher: FSWatcher | undefined;
}

/**
 * Calls `onChange` for every change below `<dir>/<kind>`, with 'all' when it has begun, and `onRefusal` once, with the reason, when the
 * system refuses to watch. The returned function stops it.
 */
export function watchFiles(
  dir: string,
  onChange: (change: StoredChange) => void,
  onRefusal: (error: unknown) => void = () => undefined,
): () => void {
  const changes = new GatheredChanges(onChange);
  let isReported = false;
  const reportRefusal = (error: unknown): void => {
    if (!isReported) onRefusal(error);
    isReported = true;
  };
  const folders: Watched[] = storedKinds.map((kind) => ({ kind, identity: '', watcher: undefined }));
  const stop = new AbortController();
  void checkFolders(folders, dir, { changes, signal: stop.signal, reportRefusal });
  return () => {
    stop.abort();
    for (const { watcher } of folders) watcher?.close();
    changes.stop();
  };
}

interface WatchContext {
  readonly changes: GatheredChanges;
  readonly signal: AbortSignal;
  readonly reportRefusal: (error: unknown) => void;
}

async function checkFolders(folders: readonly Watched[], dir: string, context: WatchContext): Promise<void> {
  while (!context.signal.aborted) {
    for (const folder of folders) {
      const path = join(dir, folder.kind);
      const identity = await identityOf(path);
      const isWatched = identity === '' || folder.watcher !== undefined;
      if ((identity !== folder.identity || !isWatched) && !context.signal.aborted)
        watchFolder(folder, { path, identity }, context);
    }
    if (!context.signal.aborted) context.changes.begin();
    await sleep(checkMs, undefined, { ref: false });
  }
}

/** Watches the folder that is now at `path` instead of the previous one. */
function watchFolder(
  folder: Watched,
  { path, identity }: { path: string; identity: string },
  { changes, reportRefusal }: WatchContext,
): void {
  folder.watcher?.close();
  folder.watcher = undefined;
  // Every text may differ in another folder.
  if (identity !== folder.identity) changes.add('all');
  folder.identity = identity;
  if (identity === '') return;
  try {
    folder.watcher = watch(path, { persistent: false }, (_event, name) => noteFile(folder.kind, name, changes));
    folder.watcher.on('error', () => void (folder.identity = ''));
    // Changes before the watch began are unknown.
    changes.add('all');
  } catch (error) {
    // The next check tries again. The folder may be gone again; after any other fault texts change when their TTL is over.
    const fix = fixes[(error as NodeJS.ErrnoException).code ?? ''];
    if (fix !== undefined) reportRefusal(new Error(fix, { cause: error }));
  }
}

function noteFile(kind: StoredKind, name: string | null, changes: GatheredChanges): void {
  // Kubernetes volumes change all files at once through this link.
  if (name === null || name === '..data') return changes.add('all');
  const key = name.endsWith('.json') ? keyOf(`${kind}/${name.slice(0, -'.json'.length)}`) : undefined;
  changes.add(key === undefined ? [] : [key]);
}

async function identityOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  // The inode alone does not do: a new folder often gets that of one removed a moment ago.
  return found?.isDirectory() === true ? `${found.dev}:${found.ino}:${found.birthtimeMs}` : '';
}
