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
  t.teardown(() => rmSync(path, { recursive: true, force: true, maxRetries: 10 }));
  return path;
}
