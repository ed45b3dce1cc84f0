/**
 * Notices when the embedded store's file is removed or replaced while in use: processes that have it open would otherwise keep using it,
 * while later ones use another.
 */
import { statSync } from 'node:fs';

/** How often to check, in milliseconds. */
const defaultEveryMs = 60_000;

/** Calls `onGone` once when `file` is no longer the file that it is now. The returned function stops the watch. */
export function watchStore(file: string, onGone: (error: Error) => void, everyMs: number = defaultEveryMs): () => void {
  const opened = identityOf(file);
  const timer = setInterval(() => {
    if (identityOf(file) === opened) return;
    clearInterval(timer);
    onGone(
      new Error(
        `cache.path: the store ${file} was removed or replaced while in use: it is reopened, and its contents are lost`,
      ),
    );
  }, everyMs).unref();
  return () => clearInterval(timer);
}

/** Identifies a file among all present ones; '' for none. */
function identityOf(file: string): string {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev}/${ino}`;
  } catch {
    return '';
  }
}
