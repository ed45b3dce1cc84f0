/**
 * Replaces a damaged embedded store: it only caches bids, so a host is better served with an empty one than with none (decisions,
 * 'Caching': a failure costs the keys, never an auction).
 */
import { rmSync } from 'node:fs';
import { reasonOf } from '../error-text.ts';

/** The error of files that LMDB must not open. */
export class DamagedStore extends Error {}

/** LMDB's codes for a page that is missing or of the wrong type, and for a file that is not a store. */
const damageCodes: ReadonlySet<unknown> = new Set([-30_797, -30_796, -30_793]);

/** True when `error` says that the store's files are damaged, and not that this process may not open or write them. */
export function isDamage(error: unknown): boolean {
  return error instanceof DamagedStore || damageCodes.has((error as { code?: unknown }).code);
}

/** Removes the store in `folder`. Returns what to tell the host, undefined when it cannot be removed. */
export function removeDamaged(folder: string, error: unknown): Error | undefined {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    return undefined;
  }
  return new Error(
    `cache.path: the store in ${folder} was damaged (${reasonOf(error)}): an empty one replaces it, and its contents are lost`,
  );
}
