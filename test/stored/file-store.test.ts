/** Stored data from files, `<dir>/<kind>/<id>.json`: the shared suite, and odd files (interface, `stored`). */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmdirSync, symlinkSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { fileStore } from '../../src/stored/file-store.ts';
import { testFolder } from '../support/folder.ts';
import { storeSuite } from './store-suite.ts';
import { bareEnv } from '../support/run-script.ts';
import { unshareSkip } from '../support/skip.ts';

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

t.test('a hidden file is absent, and a folder is an error', async (t) => {
  mkdirSync(join(dir, 'requests', 'folder.json'), { recursive: true });
  writeFileSync(join(dir, 'requests', '.hidden.json'), '{}');
  t.strictSame(await fileStore(dir).fetch([{ kind: 'requests', id: '.hidden' }]), [undefined]);
  await t.rejects(
    fileStore(dir).fetch([{ kind: 'requests', id: 'folder' }]),
    'an unreadable file is an error, not absent',
  );
});

t.test('a pipe, a device or a huge text is an error and does not block others', async (t) => {
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
    await t.rejects(fetch(id), { message: `imps/${id} is not a regular file: replace it` });
  await t.rejects(fetch('huge'), { message: 'imps/huge is longer than 64 MiB: shorten it' });
  t.strictSame(await fetch('good'), [Buffer.from('{}')]);
});

t.test('saving to a folder that cannot be created is an error', async (t) => {
  const entry = { kind: 'imps', id: 'i1', text: Buffer.from('{}') } as const;
  await t.rejects(fileStore('/proc/gavel').save([entry]), { code: 'ENOENT' });
});

t.test('a folder that does not exist is empty', async (t) => {
  t.strictSame(await fileStore(join(dir, 'none')).fetch([{ kind: 'imps', id: 'i1' }]), [undefined]);
});

const inNamespace = ['-rm', 'sh', '-c', 'mount -t tmpfs none "$0" && exec "$@"'];
const skip = unshareSkip([...inNamespace, testFolder(t), 'true']);

t.test('a kind without a folder lists nothing; a folder that cannot be read is an error', async (t) => {
  const own = testFolder(t);
  const listed = async (): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { id } of fileStore(own).list()) ids.push(id);
    return ids;
  };
  t.strictSame(await listed(), []);
  symlinkSync('imps', join(own, 'imps'));
  await t.rejects(listed(), { code: 'ELOOP' });
});

t.test('an unmounted disk of one kind is an error for that kind only', { skip }, async (t) => {
  const folder = testFolder(t);
  for (const kind of ['accounts', 'imps']) mkdirSync(join(folder, kind));
  writeFileSync(join(folder, 'imps', 'i1.json'), '{}');
  const script = `
    import { execFileSync } from 'node:child_process';
    import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
    const { fileStore } = await import(${JSON.stringify(new URL('../../src/stored/file-store.ts', import.meta.url).href)});
    const store = fileStore(${JSON.stringify(folder)});
    const accounts = ${JSON.stringify(join(folder, 'accounts'))};
    const account = accounts + '/a1.json';
    const mount = () => execFileSync('mount', ['-t', 'tmpfs', 'none', accounts]);
    const say = async (...keys) =>
      console.log(await store.fetch(keys.map(([kind, id]) => ({ kind, id }))).then((texts) => texts.map(String).join(), (error) => error.message));
    writeFileSync(account, '{"disabled":true}');
    await say(['accounts', 'a1'], ['imps', 'i1']);
    await say(['accounts', 'a2']);
    rmSync(account);
    await say(['accounts', 'a1']);
    execFileSync('umount', [accounts]);
    await say(['imps', 'i2']);
    await say(['imps', 'i1'], ['accounts', 'a1']);
    writeFileSync(accounts + '/.gitkeep', '');
    await say(['accounts', 'a1']);
    rmSync(accounts + '/.gitkeep');
    rmdirSync(accounts);
    await say(['accounts', 'a1']);
    // Mounted twice, because the first mount may get the old device number.
    mkdirSync(accounts), mount(), mount();
    writeFileSync(account, '{}');
    await say(['accounts', 'a1']);
    rmSync(account);
    await say(['accounts', 'a1']);
  `;
  const args = [...inNamespace, join(folder, 'accounts'), process.execPath, '--input-type=module', '-e', script];
  const { stdout, stderr } = spawnSync('unshare', args, {
    encoding: 'utf8',
    env: bareEnv,
  });
  const away = `${join(folder, 'accounts')} is empty and no longer the same disk: mount the disk again`;
  const before = ['{"disabled":true},{}', 'undefined', 'undefined', 'undefined'];
  const [aKeptFolder, noFolder, again, takenBack] = [away, away, '{}', 'undefined'];
  t.strictSame(stdout.trim().split('\n'), [...before, away, aKeptFolder, noFolder, again, takenBack], stderr);
});

t.test('a folder that had texts and disappears is an error until it is back', async (t) => {
  const [mount, elsewhere] = [join(dir, 'mount'), join(dir, 'elsewhere')];
  mkdirSync(join(mount, 'accounts'), { recursive: true });
  writeFileSync(join(mount, 'accounts', 'a1.json'), '{"disabled":true}');
  const store = fileStore(mount);
  const fetch = (id: string) => store.fetch([{ kind: 'accounts', id }]);
  t.strictSame(await fetch('a1'), [Buffer.from('{"disabled":true}')]);
  t.strictSame(await fetch('a2'), [undefined]);
  renameSync(mount, elsewhere);
  const message = `stored.dir ${mount} is gone or empty: restore it`;
  for (const id of ['a1', 'a2']) await t.rejects(fetch(id), { message });
  mkdirSync(mount);
  for (const id of ['a1', 'a2']) await t.rejects(fetch(id), { message }, 'an empty folder in its place');
  rmdirSync(mount);
  writeFileSync(mount, '');
  for (const id of ['a1', 'a2']) await t.rejects(fetch(id), { message }, 'a file in its place');
  unlinkSync(mount);
  renameSync(elsewhere, mount);
  t.strictSame(await fetch('a1'), [Buffer.from('{"disabled":true}')]);
  t.strictSame(await fetch('a2'), [undefined]);
});

t.test('so is one that cannot be listed', async (t) => {
  const script = `
    import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
    import { fileStore } from ${JSON.stringify(join(import.meta.dirname, '../../src/stored/file-store.ts'))};
    // The system refuses root nothing.
    if (process.getuid() === 0) process.setuid(65534);
    const folder = mkdtempSync('/tmp/gavel-test-');
    const accounts = folder + '/mount/accounts';
    mkdirSync(accounts, { recursive: true });
    writeFileSync(accounts + '/a1.json', '{}');
    chmodSync(accounts, 0o311);
    const store = fileStore(folder + '/mount');
    const say = () => store.fetch([{ kind: 'accounts', id: 'a1' }]).then(String, ({ message }) => message.slice(-25)).then(console.log);
    await say();
    renameSync(folder + '/mount', folder + '/elsewhere');
    await say();
    chmodSync(folder + '/elsewhere/accounts', 0o700);
    rmSync(folder, { recursive: true });
  `;
  const args = ['--input-type=module', '-e', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: bareEnv });
  t.equal(stdout, '{}\ngone or empty: restore it\n', stderr);
});
