/** The host's folder of category mappings: reading, refreshing, and bad files (interface, `categories`). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { startCategories } from '../../src/stored/category-files.ts';
import { muteLog } from './mute-log.ts';
import { closedWith } from '../support/closed-with.ts';
import { testFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';

/** A folder of mappings, with the warnings and the mappings read. */
async function open(t: Test, files: { readonly [path: string]: string }) {
  const dir = testFolder(t);
  const write = (path: string, text: string): void => {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const warnings: string[] = [];
  const log = { ...muteLog, warn: (text: string) => void warnings.push(text.replaceAll(dir, '<dir>')) };
  const source = closedWith(t, await startCategories({ dir, everySeconds: 0.02 }, log));
  const current = (): unknown => {
    const categories = source.current();
    return (
      categories && Object.fromEntries(JSON.parse(Buffer.from(categories.bytes).toString()) as [string, unknown][])
    );
  };
  return { dir, write, warnings, current };
}

const mapping = (id: string): string => JSON.stringify({ IAB1: { id } });

t.test('both layouts are read, and the folder of the ad server takes precedence', async (t) => {
  const { warnings, current } = await open(t, {
    'freewheel/freewheel.json': mapping('1'),
    'freewheel/freewheel_p.json': mapping('2'),
    'dfp_p.json': mapping('3'),
    'freewheel.json': mapping('4'),
    'dfp/freewheel_q.json': mapping('5'),
    'dfp/notes.txt': 'x',
    'other/other.json': mapping('6'),
  });
  t.strictSame(current(), { freewheel: [['IAB1', '1']], freewheel_p: [['IAB1', '2']], dfp_p: [['IAB1', '3']] });
  t.strictSame(warnings, []);
});

t.test('a file that becomes invalid keeps its old mapping with one warning; others are updated', async (t) => {
  const { dir, write, warnings, current } = await open(t, {
    'dfp/dfp.json': mapping('1'),
    'dfp/dfp_p.json': mapping('1'),
    'dfp/dfp_q.json': mapping('1'),
  });
  write('dfp/dfp.json', '{"IAB1"');
  write('dfp/dfp_p.json', mapping('2'));
  rmSync(join(dir, 'dfp/dfp_q.json'));
  t.ok(await until(() => JSON.stringify(current()) === '{"dfp":[["IAB1","1"]],"dfp_p":[["IAB1","2"]]}'));
  write('dfp/dfp_p.json', mapping('3'));
  t.ok(await until(() => JSON.stringify(current()) === '{"dfp":[["IAB1","1"]],"dfp_p":[["IAB1","3"]]}'));
  const wrong = 'is not a JSON object: write it like {"IAB1-1": {"id": "7"}}; its previous version stays in use';
  t.strictSame(warnings, [`categories.dir: <dir>/dfp/dfp.json ${wrong}`]);
});

t.test('a folder, a pipe or a large file is skipped with a warning', async (t) => {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'dfp/dfp_folder.json'), { recursive: true });
  execFileSync('mkfifo', [join(dir, 'dfp/dfp_pipe.json')]);
  writeFileSync(join(dir, 'dfp/dfp_large.json'), `{"a":{"id":"${'x'.repeat(1024 * 1024)}"}}`);
  writeFileSync(join(dir, 'dfp/dfp.json'), mapping('1'));
  const warnings: string[] = [];
  const log = { ...muteLog, warn: (text: string) => void warnings.push(text) };
  const source = closedWith(t, await startCategories({ dir }, log));
  t.equal(Buffer.from(source.current()!.bytes).toString(), '[["dfp",[["IAB1","1"]]]]');
  t.equal(warnings.length, 3);
  t.match(
    warnings.join('\n'),
    /dfp_folder\.json cannot be read \(EISDIR\).*\n.*dfp_large\.json is longer than 1 MiB.*\n.*dfp_pipe\.json is not a regular file/,
  );
});

t.test('mappings beyond 16 MiB in total are left out', async (t) => {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'dfp'));
  const large = JSON.stringify(
    Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`${at}`, { id: 'x'.repeat(64) }])),
  );
  for (let at = 10; at < 35; at++) writeFileSync(join(dir, `dfp/dfp_${at}.json`), large);
  const warnings: string[] = [];
  const source = await startCategories({ dir }, { ...muteLog, warn: (text: string) => void warnings.push(text) });
  t.teardown(() => source.close());
  const { bytes } = source.current()!;
  t.ok(bytes.byteLength > 15 * 1024 * 1024 && bytes.byteLength <= 16 * 1024 * 1024 + 1000, `${bytes.byteLength} bytes`);
  t.match(warnings.at(-1), /dfp_34\.json is ignored because the mappings are over 16 MiB in total/);
});

t.test(
  'an unreadable folder stops the start, an empty one has a warning, and no folder gives no mappings',
  async (t) => {
    await t.rejects(startCategories({ dir: '/nowhere/categories' }, muteLog), {
      message:
        'categories.dir /nowhere/categories cannot be read (ENOENT at /nowhere/categories): name a readable folder',
    });
    const { warnings, current } = await open(t, { 'notes.txt': '' });
    t.strictSame(current(), {});
    t.match(warnings, [/<dir> has no mapping: put freewheel\/freewheel\.json/]);
    t.equal((await startCategories({ dir: '' }, muteLog)).current(), null);
  },
);
