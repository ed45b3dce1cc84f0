/** Stored data from files, `<dir>/<kind>/<id>.json`: the shared suite, and files that are none (interface, `stored`). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmdirSync, symlinkSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { fileStore } from '../../src/stored/file-store.ts';
import { testFolder } from '../support/folder.ts';
import { storeSuite } from './store-suite.ts';

const dir = testFolder(t);

t.test('the store suite over files', (t) =>
  storeSuite(t, (texts) => {
    for (const [key, text] of texts) {
      mkdirSync(join(dir, key, '..'), { recursive: true });
      writeFileSync(join(dir, `${key}.json`), text);
    }
    return fileStore(dir);
  }),
);

t.test('hidden files and folders are no stored data', async (t) => {
  mkdirSync(join(dir, 'requests', 'folder.json'), { recursive: true });
  writeFileSync(join(dir, 'requests', '.hidden.json'), '{}');
  t.same(await fileStore(dir).fetch([{ kind: 'requests', id: '.hidden' }]), [undefined]);
  await t.rejects(
    fileStore(dir).fetch([{ kind: 'requests', id: 'folder' }]),
    'what cannot be read is an error, not absent',
  );
});

t.test('a pipe, a device and a text without end are told, and hold nothing up', async (t) => {
  mkdirSync(join(dir, 'imps'), { recursive: true });
  const pipes = ['p1', 'p2', 'p3', 'p4', 'p5'];
  execFileSync(
    'mkfifo',
    pipes.map((id) => join(dir, 'imps', `${id}.json`)),
  );
  symlinkSync('/dev/zero', join(dir, 'imps', 'endless.json'));
  writeFileSync(join(dir, 'imps', 'huge.json'), '');
  truncateSync(join(dir, 'imps', 'huge.json'), 64 * 1024 * 1024 + 1);
  writeFileSync(join(dir, 'imps', 'good.json'), '{}');
  const store = fileStore(dir);
  const fetch = (id: string) => store.fetch([{ kind: 'imps', id }]);
  for (const id of [...pipes, 'endless'])
    await t.rejects(fetch(id), { message: `imps/${id} is no plain file: replace it` });
  await t.rejects(fetch('huge'), { message: 'imps/huge is longer than 64 MiB: shorten it' });
  t.same(await fetch('good'), [Buffer.from('{}')]);
});

t.test('a folder that cannot be made is told at once', async (t) => {
  const entry = { kind: 'imps', id: 'i1', text: Buffer.from('{}') } as const;
  await t.rejects(fileStore('/proc/gavel').save([entry]), { code: 'ENOENT' });
});

t.test('a folder that does not exist holds nothing', async (t) => {
  t.same(await fileStore(join(dir, 'none')).fetch([{ kind: 'imps', id: 'i1' }]), [undefined]);
});

t.test('a folder that held texts and is gone is a source that is away', async (t) => {
  const [mount, elsewhere] = [join(dir, 'mount'), join(dir, 'elsewhere')];
  mkdirSync(join(mount, 'accounts'), { recursive: true });
  writeFileSync(join(mount, 'accounts', 'a1.json'), '{"disabled":true}');
  const store = fileStore(mount);
  const fetch = (id: string) => store.fetch([{ kind: 'accounts', id }]);
  t.same(await fetch('a1'), [Buffer.from('{"disabled":true}')]);
  t.same(await fetch('a2'), [undefined]);
  renameSync(mount, elsewhere);
  const message = `stored.dir ${mount} is gone or empty: put it back`;
  for (const id of ['a1', 'a2']) await t.rejects(fetch(id), { message });
  mkdirSync(mount);
  for (const id of ['a1', 'a2']) await t.rejects(fetch(id), { message }, 'as where a disk was mounted');
  rmdirSync(mount);
  writeFileSync(mount, '');
  for (const id of ['a1', 'a2']) await t.rejects(fetch(id), { message }, 'nor does a file in its place');
  unlinkSync(mount);
  renameSync(elsewhere, mount);
  t.same(await fetch('a1'), [Buffer.from('{"disabled":true}')]);
  t.same(await fetch('a2'), [undefined]);
});
