/** Progress messages of long work (issue 7, item 4). */
import t from 'tap';
import { Progress } from '../../src/store-tool/progress.ts';

t.test('progress is silent for two seconds, then reports once a second', async (t) => {
  let nowMs = 0;
  const lines: string[] = [];
  const progress = new Progress(
    (line) => lines.push(line),
    () => nowMs,
  );
  for (; nowMs <= 4000; nowMs += 100) progress.note('imported', nowMs / 100, 50);
  t.strictSame(lines, ['20 of 50 imported …', '30 of 50 imported …', '40 of 50 imported …']);
  nowMs += 5000;
  progress.note('listed', 7);
  t.equal(lines.at(-1), '7 listed …');
});
