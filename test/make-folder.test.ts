/** Folders are made with those above them, and what cannot be made is refused at once. */
import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { makeFolder } from '../src/make-folder.ts';
import { testFolder } from './support/folder.ts';

const root = testFolder(t);
writeFileSync(join(root, 'file'), '');
symlinkSync(join(root, 'nowhere'), join(root, 'dangling'));

t.test('with all above it, and again', async (t) => {
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
  t.test(`refused: ${path.replace(root, '')}`, async (t) => t.throws(() => makeFolder(path), { code }));
}
