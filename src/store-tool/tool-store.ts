/** The store as the tool uses it: with long timeouts, and clear errors for what a source cannot do. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config/schema.ts';
import { openSource } from '../stored/open-source.ts';
import type { EditableStore, Store } from '../stored/store.ts';
import { awaitStore } from '../stored/watched-store.ts';
import type { ToolParts } from './tool-parts.ts';

/** Timeouts in milliseconds: a person waits longer than an auction. */
const giveUpMs = 30_000;
const connectMs = 5000;

/** Opens the configured source and queries it. Rejects with the error when that fails. */
export async function openToolStore(stored: Config['stored']): Promise<Store> {
  const store = await openSource(stored, { giveUpMs });
  // Redis connects in the background.
  const fault = await awaitStore(store, stored.source === 'redis' ? connectMs : 0);
  if (fault === undefined) return store;
  await store.close();
  throw fault;
}

/** Opens the source to read it. Warns about a missing folder: an empty list alone would look as if all were well. */
export async function openToRead({ config, tell }: Pick<ToolParts, 'config' | 'tell'>): Promise<Store> {
  const { source, dir } = config.stored;
  if (source === 'files' && !existsSync(dir)) {
    const fix = "name the service's with --config FILE or --set stored.dir=DIR, as an absolute path";
    tell(`warning: stored.dir ${resolve(dir)} does not exist: ${fix}`);
  }
  return openToolStore(config.stored);
}

/** `store`, if it can be listed and written. Throws when it cannot. */
export function editable(store: Store, source: string): EditableStore {
  if ('list' in store && 'save' in store) return store as EditableStore;
  throw new Error(`stored.source ${source} cannot be listed or written from here: do that on its server`);
}
