/** Folders of tests, outside of the project. */
import { mkdtempSync, rmSync } from 'node:fs';
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
