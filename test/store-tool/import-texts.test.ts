/** The import of the store tool: everything or nothing (issue 7, item 4). */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { folderOf, good, run } from './running-tool.ts';

t.jobs = 4;

t.test('one faulty text stops the import, and all faults are reported', { buffered: true }, async (t) => {
  const from = folderOf(t, {
    ...good,
    'imps/half': '{"banner":',
    'requests/list': [],
    'accounts/odd': { disabld: true },
  });
  const into = folderOf(t, {});
  const { status, messages } = await run(['import', from], { dir: into });
  t.equal(status, 1);
  t.match(messages, /imps\/half is not JSON \(.*\): correct the text/);
  t.match(messages, /requests\/list is not a JSON object: write/);
  t.match(messages, /accounts\/odd: disabld is not a setting: did you mean disabled\?/);
  t.match(messages, /nothing was imported/);
  t.equal((await run(['list'], { dir: into })).out, '');
  t.match((await run(['import', into])).messages, /has nothing to import: put files into requests\/ID\.json/);
  t.match((await run(['import', '/nowhere'])).messages, /\/nowhere cannot be read: name a folder or a JSON file/);
});

t.test('a single file with all kinds is imported into files', { buffered: true }, async (t) => {
  const dir = folderOf(t, {});
  const file = join(dir, 'all.json');
  writeFileSync(file, '{"imps":{"top":{"banner":{"w":1,"h":1}},"__proto__":{}},"accounts":{"pub":{}}}');
  t.match(await run(['import', file], { dir }), { status: 0, out: `3 imported into ${dir}\n` });
  t.equal(readFileSync(join(dir, 'imps/top.json'), 'utf8'), '{"banner":{"w":1,"h":1}}');
  writeFileSync(file, '{"imp":{},"imps":[]}');
  const { status, messages } = await run(['import', file], { dir });
  t.equal(status, 1);
  t.match(messages, /has "imp", which is not a kind/);
  t.match(messages, /has imps that are not an object/);
});

t.test('more texts than one batch holds are imported', { buffered: true }, async (t) => {
  const dir = folderOf(t, {});
  const file = join(dir, 'all.json');
  const ids = Array.from({ length: 1203 }, (_, at) => `imp-${at}`);
  writeFileSync(file, JSON.stringify({ imps: Object.fromEntries(ids.map((id, at) => [id, { bidfloor: at }])) }));
  t.match(await run(['import', file], { dir }), { status: 0, out: `1203 imported into ${dir}\n` });
  t.equal(readdirSync(join(dir, 'imps')).length, 1203);
  t.equal(readFileSync(join(dir, 'imps/imp-1202.json'), 'utf8'), '{"bidfloor":1202}');
});

t.test('the fault of a text names it', { buffered: true }, async (t) => {
  const from = folderOf(t, { 'imps/a\u0001b': {}, 'imps/.hidden': '[', 'responses/none': 'null' });
  writeFileSync(join(from, 'imps/notes.txt'), 'no JSON');
  const { status, messages } = await run(['import', from], { dir: from });
  t.equal(status, 1);
  t.strictSame(messages.split('\n').filter(Boolean), [
    'store: imps/"a\\u0001b.json" is not a valid id: rename the file',
    'store: responses/none is null: give a response',
    'store: nothing was imported: fix this first',
  ]);
  const file = join(from, 'all.json');
  const wrong = [
    ['{"imps":', /all\.json is not JSON \(.*\): write \{"requests"/],
    ['[1]', /all\.json is not a JSON object: write \{"requests"/],
    ['{"imps":{"":{}}}', /imps\/"" is not a valid id: use 1 to 255 printable characters/],
    ['{"accounts":{"p":null}}', /accounts\/p is not a JSON object/],
  ] as const;
  for (const [text, fault] of wrong) {
    writeFileSync(file, text);
    t.match((await run(['import', file], { dir: from })).messages, fault, text);
  }
  truncateSync(file, 256 * 1024 * 1024 + 1);
  t.match((await run(['import', file], { dir: from })).messages, /is longer than 256 MiB: use a folder of files/);
});

t.test('an unreadable text stops the import, and long integers keep their digits', { buffered: true }, async (t) => {
  const from = folderOf(t, {
    'imps/latin': '',
    'imps/marked': '\ufeff{}',
    'imps/long': '',
    'imps/good': {},
    requests: {},
  });
  const dir = folderOf(t, {});
  renameSync(join(from, 'requests.json'), join(from, 'requests'));
  writeFileSync(join(from, 'imps/latin.json'), Buffer.from([0x22, 0xe9, 0x22]));
  truncateSync(join(from, 'imps/long.json'), 64 * 1024 * 1024 + 1);
  spawnSync('mkfifo', [join(from, 'imps/pipe.json'), join(dir, 'pipe')]);
  const { status, messages } = await run(['import', from], { dir });
  t.equal(status, 1);
  t.match(messages, /\/requests cannot be read \(ENOTDIR\): make it a folder/);
  t.match(messages, /^store: imps\/latin is not UTF-8: encode it as UTF-8$/m);
  t.match(messages, /^store: imps\/marked starts with a byte order mark: remove it$/m);
  t.match(messages, /^store: imps\/long is longer than 64 MiB: shorten it$/m);
  t.match(messages, /^store: imps\/pipe is not a regular file: replace it$/m);
  for (const odd of [join(dir, 'pipe'), '/dev/zero'])
    t.match((await run(['import', odd], { dir })).messages, `${odd} is not a regular file`);

  const file = join(dir, 'all.json');
  writeFileSync(file, '{"imps":{"good":{},"a/b":{},".c":{}}}');
  t.match(
    (await run(['import', file], { dir })).messages,
    /^store: imps\/a\/b cannot be a file.*\nstore: imps\/\.c cannot be a file/,
  );
  t.equal((await run(['list'], { dir })).out, '', 'nothing was imported');

  writeFileSync(file, '{"imps":{"long":{"ext":{"id":12345678901234567890}},"taken":{}}}');
  mkdirSync(join(dir, 'imps/taken.json'), { recursive: true });
  t.match((await run(['import', file], { dir })).messages, /EISDIR/);
  t.strictSame(readdirSync(join(dir, 'imps')).toSorted(), ['long.json', 'taken.json'], 'no partial file is left');
  t.equal(
    readFileSync(join(dir, 'imps/long.json'), 'utf8'),
    '{"ext":{"id":12345678901234567890}}',
    'with all its digits',
  );
});
