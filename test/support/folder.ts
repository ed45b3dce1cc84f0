/** Folders of tests, outside of the project. */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';

/** A test, or whatever else runs teardown functions at its end, the last first. */
export type Ending = Pick<Test, 'teardown'>;

/** An empty folder, removed at the end of the test, after the test's own teardown. */
export function testFolder(t: Ending): string {
  const path = mkdtempSync(join(tmpdir(), 'gavel-test-'));
  t.teardown(() => removeFolder(path));
  return path;
}

/** A folder for a server that refuses to run as root: where root runs the tests, it belongs to `user`, the one of Debian's package. */
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

/** Tries again while files are still written there: `maxRetries` of rmSync would not list new files again. */
function removeFolder(path: string): void {
  for (let tries = 1; ; tries++) {
    try {
      return rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if (tries === 100) throw error;
    }
  }
}
