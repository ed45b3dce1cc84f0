/** How the tools of bench write their files. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { writeBeside } from '../../bench/result-file.ts';

t.test('what cannot be written is named, and leaves no half of it', async (t) => {
  const dir = t.testdir({ 'taken.json': {}, file: '' });
  t.throws(() => writeBeside(join(dir, 'taken.json'), 'x'), {
    message: /taken\.json cannot be written \(E\w+\): its folder/,
  });
  t.throws(() => writeBeside(join(dir, 'file/x.json'), 'x'), {
    message: /x\.json cannot be written \(E\w+\): its folder/,
  });
  t.same(readdirSync(dir).toSorted(), ['file', 'taken.json']);
});
