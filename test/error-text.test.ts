/** The texts of errors that prevent a start (interface, 'Commands'). */
import { rmdirSync } from 'node:fs';
import t from 'tap';
import { faultsOf, writeFix } from '../src/error-text.ts';
import { testFolder } from './support/folder.ts';

t.test('an AggregateError gives the messages of all its errors', async (t) => {
  t.strictSame(faultsOf(new AggregateError([new Error('a'), new AggregateError([new Error('b'), 'c'])])), [
    'a',
    'b',
    'c',
  ]);
  t.strictSame(faultsOf(new AggregateError([], 'd')), ['d'], 'its own if it has none');
  t.strictSame(faultsOf(null), ['null']);
});

t.test('for a thread that cannot start the text names the limit, where Node names a code', async (t) => {
  const error = Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });
  t.match(faultsOf(error), [/cannot start another thread: raise its limit .*ulimit -u\), or lower workers$/]);
});

t.test('for files that cannot be opened the text names the limit, whoever opens them', async (t) => {
  for (const error of [
    Object.assign(new Error("EMFILE: too many open files, open '/a'"), { code: 'EMFILE', syscall: 'open' }),
    ...['EMFILE', 'Worker initialization failure: EMFILE'].map((text) =>
      Object.assign(new Error(text), { code: 'ERR_WORKER_INIT_FAILED' }),
    ),
  ])
    t.match(faultsOf(error), [/cannot open another file: raise its limit \(LimitNOFILE/]);
});

const fix = (code: string): string => writeFix(Object.assign(new Error(code), { code }), 'capture.path');

t.test('a file that cannot be written: the limit of open files, the disk, or its setting', async (t) => {
  t.match(fix('EMFILE'), /cannot open another file: raise its limit \(LimitNOFILE/);
  t.match(fix('ENFILE'), /cannot open another file: raise fs\.file-max/);
  t.equal(fix('ENOSPC'), 'free space on the disk of capture.path');
  t.equal(fix('EACCES'), 'check capture.path');
  t.equal(writeFix(new Error('torn'), 'capture.path'), 'check capture.path');
});

t.test('a working folder that was removed is named as the reason', async (t) => {
  const there = process.cwd();
  const folder = testFolder(t);
  process.chdir(folder);
  t.teardown(() => process.chdir(there));
  rmdirSync(folder);
  const error = await (async () => process.cwd())().catch((thrown: unknown) => thrown);
  t.match(faultsOf(error), [/no longer exists: start it in one that does/]);
  t.match(faultsOf(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })), ['no such file']);
});
