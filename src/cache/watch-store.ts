/** Notices that the embedded store was removed, or another put in its place, while it is in use: who has it open goes on, who starts later has another. */
import { statSync } from 'node:fs';

/** How often it is looked after, in milliseconds. */
const usualEveryMs = 60_000;

/** Tells once when `file` is no longer the one that it is now. The function returned ends the watch. */
export function watchStore(file: string, tell: (error: Error) => void, everyMs: number = usualEveryMs): () => void {
  const opened = identityOf(file);
  const timer = setInterval(() => {
    if (identityOf(file) === opened) return;
    clearInterval(timer);
    const what = 'was removed or replaced while in use, so that processes started since do not find what others keep';
    tell(new Error(`cache.path: the store ${file} ${what}: restart all of them (SIGHUP)`));
  }, everyMs).unref();
  return () => clearInterval(timer);
}

/** What no two files have in common at a time; '' for none. */
function identityOf(file: string): string {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev}/${ino}`;
  } catch {
    return '';
  }
}
