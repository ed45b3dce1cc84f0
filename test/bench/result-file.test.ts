/** How the tools in bench write their files. */
import { lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { writeBeside } from '../../bench/result-file.ts';

t.test('a file that cannot be written is named in the error, and no partial file is left', async (t) => {
  const dir = t.testdir({ 'taken.json': {}, file: '' });
  t.throws(() => writeBeside(join(dir, 'taken.json'), 'x'), {
    message: /taken\.json cannot be written \(E\w+\): its folder/,
  });
  t.throws(() => writeBeside(join(dir, 'file/x.json'), 'x'), {
    message: /x\.json cannot be written \(E\w+\): its folder/,
  });
  t.strictSame(readdirSync(dir).toSorted(), ['file', 'taken.json']);
});

t.test('a link, such as /dev/stdout, is written through, not replaced', async (t) => {
  const dir = t.testdir({ file: 'longer' });
  symlinkSync('file', join(dir, 'link'));
  writeBeside(join(dir, 'link'), 'x');
  t.ok(lstatSync(join(dir, 'link')).isSymbolicLink());
  t.equal(readFileSync(join(dir, 'file'), 'utf8'), 'x');
});
