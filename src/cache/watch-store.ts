/** Notices that the embedded store was removed, or another put in its place, while it is in use: who has it open would go on with it, who starts later has another. */
import { statSync } from 'node:fs';

/** How often it is looked after, in milliseconds. */
const usualEveryMs = 60_000;

/** Tells once when `file` is no longer the one that it is now. The function returned ends the watch. */
export function watchStore(file: string, tell: (error: Error) => void, everyMs: number = usualEveryMs): () => void {
  const opened = identityOf(file);
  const timer = setInterval(() => {
    if (identityOf(file) === opened) return;
    clearInterval(timer);
    tell(
      new Error(
        `cache.path: the store ${file} was removed or replaced while in use: it is opened anew, what it kept is lost`,
      ),
    );
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
