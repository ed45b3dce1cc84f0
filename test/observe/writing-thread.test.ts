/** The thread that writes captures, alone: an idle one is not taken for stuck (issue 6, item 3). */
import { join } from 'node:path';
import t from 'tap';
import type { CaptureMessage } from '../../src/observe/capture-message.ts';
import { WritingThread } from '../../src/observe/writing-thread.ts';
import { captureRules } from './capture-rules.ts';
import { testFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { read } from './capturing.ts';

/** An auction of a request `{}` that was answered `{}`. */
function auction(): CaptureMessage {
  const bytes = new TextEncoder().encode('{}{}').buffer;
  const request = { at: 1, method: 'POST', path: '/', headers: {} } as const;
  const answer = { status: 200, elapsedMs: 1, body: { start: 2, end: 4 } };
  return { ...request, bytes, body: { start: 0, end: 2 }, calls: [], answer };
}

t.test('work that comes just when the time limit of earlier work ends is written', async (t) => {
  const path = join(testFolder(t), 'captures.ndjson');
  const longestMs = 400;
  const ends: object[] = [];
  let receipts = 0;
  const thread = new WritingThread(
    { ...captureRules, path, longestMs },
    {
      received: () => {
        receipts += 1;
        // Timers of one length fire in the order of their start: the thread's own just before this one.
        if (receipts === 1) setTimeout(() => thread.write(auction()), longestMs);
      },
      ended: (end) => void ends.push(end),
    },
  );
  await thread.ready();
  thread.write(auction());
  t.ok(await until(() => receipts === 2 || ends.length > 0));
  t.strictSame(ends, []);
  await thread.close();
  t.strictSame(ends, [{ fault: '', isStuck: false, lost: 0 }]);
  t.equal(read(path).length, 2);
});

t.test('an auction without any bytes is counted as written, too', async (t) => {
  const path = join(testFolder(t), 'captures.ndjson');
  const receipts: object[] = [];
  const ends: object[] = [];
  const listener = {
    received: (receipt: object) => void receipts.push(receipt),
    ended: (end: object) => void ends.push(end),
  };
  const thread = new WritingThread({ ...captureRules, path }, listener);
  await thread.ready();
  const answer = { status: 200, elapsedMs: 1, body: { start: 0, end: 0 } };
  thread.write({ ...auction(), bytes: new ArrayBuffer(0), body: null, answer });
  await thread.close();
  t.strictSame(receipts, [{ bytes: 0, fault: '' }]);
  t.strictSame(ends, [{ fault: '', isStuck: false, lost: 0 }]);
  t.equal(read(path).length, 1);
});
