/** Folders of tests, outside of the project. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';

/** An empty folder; it goes when the test has ended, after whatever the test itself tears down. */
export function testFolder(t: Test): string {
  const path = mkdtempSync(join(tmpdir(), 'gavel-test-'));
  t.teardown(() => rmSync(path, { recursive: true, force: true, maxRetries: 10 }));
  return path;
}
