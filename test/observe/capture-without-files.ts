/** Run by a test of capture: opens as many files as it may, captures an auction, and prints the counts. */
import { openSync } from 'node:fs';
import { devNull } from 'node:os';
import { Capture } from '../../src/observe/capture.ts';
import { captureRules } from './capture-rules.ts';
import { until } from '../support/until.ts';

const nothing = (): void => undefined;
const capture = new Capture({ ...captureRules, path: process.argv[2]! }, { onTaken: nothing, onTrouble: nothing });
await capture.ready();
try {
  for (;;) openSync(devNull, 'r');
} catch {
  // Now no file descriptor is left.
}
const draft = capture.begin({ at: 1, method: 'POST', path: '/', headers: {} }, Buffer.from('{}'));
capture.end(draft, { status: 200, elapsedMs: 1, body: new Uint8Array(0) });
await until(() => capture.counts.written + capture.counts.dropped === 1);
process.stdout.write(JSON.stringify(capture.counts));
process.exit();
