/** Folders are made with their parents, and those that cannot be made throw at once. */
import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { makeFolder } from '../src/make-folder.ts';
import { testFolder } from './support/folder.ts';

const root = testFolder(t);
writeFileSync(join(root, 'file'), '');
symlinkSync(join(root, 'nowhere'), join(root, 'dangling'));

t.test('a folder is made with its parents, and may exist already', async (t) => {
  const path = join(root, 'a', 'b', 'c');
  makeFolder(path);
  makeFolder(path);
  makeFolder(`${path}/`);
  makeFolder('/');
  makeFolder('.');
  t.ok(statSync(path).isDirectory());
});

for (const [path, code] of [
  ['/proc/gavel', 'ENOENT'],
  ['/proc/gavel/a/b', 'ENOENT'],
  [join(root, 'file'), 'EEXIST'],
  [join(root, 'file', 'a'), 'ENOTDIR'],
  [join(root, 'file', 'a', 'b'), 'ENOTDIR'],
  [join(root, 'dangling'), 'EEXIST'],
  ['', 'ENOENT'],
] as const) {
  t.test(`making "${path.replace(root, '')}" throws ${code}`, async (t) => t.throws(() => makeFolder(path), { code }));
}
