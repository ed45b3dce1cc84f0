/** Folders of tests, outside of the project. */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';

/** A test, or whatever else is told what to do at its end: the last first. */
export type Ending = Pick<Test, 'teardown'>;

/** An empty folder; it goes when the test has ended, after whatever the test itself tears down. */
export function testFolder(t: Ending): string {
  const path = mkdtempSync(join(tmpdir(), 'gavel-test-'));
  t.teardown(() => removeFolder(path));
  return path;
}

/** A folder of a server that root may not run: it belongs to the user that Debian's package makes, who is to run the server then. */
export function serverFolder(
  t: Ending,
  name: string,
): { readonly dir: string; readonly user: { uid?: number; gid?: number } } {
  const dir = testFolder(t);
  if (process.getuid?.() !== 0) return { dir, user: {} };
  const idOf = (flag: string): number => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  chownSync(dir, user.uid, user.gid);
  return { dir, user };
}

/** What is still being written there may come between: its own `maxRetries` would not look again for what is new. */
function removeFolder(path: string): void {
  for (let tries = 1; ; tries++) {
    try {
      return rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if (tries === 100) throw error;
    }
  }
}
