/** The store tool as a host runs it, over files and over real servers (issue 7, items 3 and 4). */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { readConfigFile } from '../../src/config-file.ts';
import { loadBidders } from '../../src/load-bidders.ts';
import { Progress } from '../../src/store-tool/progress.ts';
import { runTool } from '../../src/store-tool/run-tool.ts';
import { testFolder } from '../support/folder.ts';
import { postgresSkip, startPostgres } from '../support/postgres.ts';
import { redisSkip, startRedis, startRedisCluster } from '../support/redis.ts';
import { startTextServer } from '../support/text-server.ts';

const root = join(import.meta.dirname, '../..');
t.jobs = 4;
/** Once, before any test waits for a server: this thread does nothing else meanwhile. */
await loadBidders();

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly told: string;
}

/** Runs the tool with `args`; `stored` are settings of that section. */
async function run(args: readonly string[], stored: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const sets = Object.entries(stored).flatMap(([key, value]) => ['--set', `stored.${key}=${value}`]);
  const bidders = ['--set', 'bidders={acme: {endpoint: "http://127.0.0.1:1/"}}'];
  let out = '';
  let told = '';
  const faults = await runTool([...args, ...sets, ...bidders], {
    env: {},
    out: (line) => void (out += `${line}\n`),
    tell: (line) => void (told += `${line}\n`),
    readConfigFile,
    loadBidders,
  });
  for (const fault of faults) told += `store: ${fault}\n`;
  return { status: faults.length > 0 ? 1 : 0, out, told };
}

/** Runs the command as a host does. */
function runCommand(args: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, [join(root, 'src/store-tool.ts'), ...args], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let told = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, out, told })));
}

/** A folder that holds `texts` by `<kind>/<id>`. */
function folderOf(t: Test, texts: Readonly<Record<string, unknown>>): string {
  const dir = testFolder(t);
  for (const [name, value] of Object.entries(texts)) {
    const file = join(dir, `${name}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return dir;
}

const bidder = { svc: { bidder: { acme: { placement: 1 } } } };
const good = {
  'imps/top': { banner: { w: 300, h: 250 }, ext: bidder },
  'requests/page': { imp: [{ id: 'i1', banner: { w: 1, h: 1 }, ext: bidder }], site: { page: 'https://a.example/' } },
  'accounts/pub': { disabled: false },
  'responses/won': [{ seat: 'acme', bid: [] }],
};

t.test('says how it is used, and what is wrong with a command', { buffered: true }, async (t) => {
  const [help, fault] = await Promise.all([
    runCommand(['--help']),
    runCommand(['show', '--set', 'stored.dir=/nowhere', '--', '-x']),
  ]);
  t.equal(help.status, 0);
  t.match(fault, { status: 1, out: '', told: /\nstore: nothing is stored under "-x"/ });
  t.match(fault.told, /^warning: stored\.dir \/nowhere does not exist: name the service's by --config FILE/);
  for (const word of ['import', 'list', 'show', 'validate', 'migrate', '--config FILE']) t.match(help.out, word);
  const wrong: readonly (readonly [string[], RegExp])[] = [
    [[], /name a command: import, list, show, validate, migrate/],
    [['lst'], /"lst" is no command: did you mean list\?/],
    [['validate', '--check'], /--check is a flag of the service: the command validate checks/],
    [['import'], /import takes other words: import DIR or import FILE/],
    [['list', 'bids'], /"bids" is no kind: use requests, imps/],
    [['list', '--confg', 'x'], /did you mean --config\?/],
    [['list', '--config', '/nowhere.yaml'], /--config \/nowhere.yaml cannot be read \(ENOENT\)/],
    [['validate', 'nokind'], /"nokind" is no key: write KIND\/ID/],
    [
      ['list', '--set', 'stored.source=postgres', '--set', 'stored.url=postgres://gavel@127.0.0.1:1/gavel'],
      /stored\.url cannot be used \(connect ECONNREFUSED 127\.0\.0\.1:1\): mend what it names, or correct it/,
    ],
  ];
  for (const [args, message] of wrong) {
    const { status, told } = await run(args);
    t.equal(status, 1, args.join(' '));
    t.match(told, message);
  }
});

t.test('imports nothing where anything is wrong, and says all that is', { buffered: true }, async (t) => {
  const from = folderOf(t, {
    ...good,
    'imps/half': '{"banner":',
    'requests/list': [],
    'accounts/odd': { disabld: true },
  });
  const into = folderOf(t, {});
  const { status, told } = await run(['import', from], { dir: into });
  t.equal(status, 1);
  t.match(told, /imps\/half is no JSON \(.*\): correct the text/);
  t.match(told, /requests\/list is no JSON object: write/);
  t.match(told, /accounts\/odd: disabld is not a setting: did you mean disabled\?/);
  t.match(told, /nothing was imported/);
  t.equal((await run(['list'], { dir: into })).out, '');
  t.match((await run(['import', into])).told, /holds nothing to import: put files into requests\/ID\.json/);
  t.match((await run(['import', '/nowhere'])).told, /\/nowhere cannot be read: name a folder or a JSON file/);
});

t.test('imports one file of all kinds into files', { buffered: true }, async (t) => {
  const dir = folderOf(t, {});
  const file = join(dir, 'all.json');
  writeFileSync(file, '{"imps":{"top":{"banner":{"w":1,"h":1}},"__proto__":{}},"accounts":{"pub":{}}}');
  t.match(await run(['import', file], { dir }), { status: 0, out: `3 imported into ${dir}\n` });
  t.equal(readFileSync(join(dir, 'imps/top.json'), 'utf8'), '{"banner":{"w":1,"h":1}}');
  writeFileSync(file, '{"imp":{},"imps":[]}');
  const { status, told } = await run(['import', file], { dir });
  t.equal(status, 1);
  t.match(told, /has "imp", which is no kind/);
  t.match(told, /has imps that are no object/);
});

t.test('brings in more than is kept in one step', { buffered: true }, async (t) => {
  const dir = folderOf(t, {});
  const file = join(dir, 'all.json');
  const ids = Array.from({ length: 1203 }, (_, at) => `imp-${at}`);
  writeFileSync(file, JSON.stringify({ imps: Object.fromEntries(ids.map((id, at) => [id, { bidfloor: at }])) }));
  t.match(await run(['import', file], { dir }), { status: 0, out: `1203 imported into ${dir}\n` });
  t.equal(readdirSync(join(dir, 'imps')).length, 1203);
  t.equal(readFileSync(join(dir, 'imps/imp-1202.json'), 'utf8'), '{"bidfloor":1202}');
});

t.test('what cannot be imported is told by its name', { buffered: true }, async (t) => {
  const from = folderOf(t, { 'imps/a\u0001b': {}, 'imps/.hidden': '[', 'responses/none': 'null' });
  writeFileSync(join(from, 'imps/notes.txt'), 'no JSON');
  const { status, told } = await run(['import', from], { dir: from });
  t.equal(status, 1);
  t.same(told.split('\n').filter(Boolean), [
    'store: imps/"a\\u0001b.json" is no id: rename the file',
    'store: responses/none is null: give a response',
    'store: nothing was imported: mend this first',
  ]);
  const file = join(from, 'all.json');
  const wrong = [
    ['{"imps":', /all\.json is no JSON \(.*\): write \{"requests"/],
    ['[1]', /all\.json is no JSON object: write \{"requests"/],
    ['{"imps":{"":{}}}', /imps\/"" is no id: use 1 to 255 printable characters/],
    ['{"accounts":{"p":null}}', /accounts\/p is no JSON object/],
  ] as const;
  for (const [text, fault] of wrong) {
    writeFileSync(file, text);
    t.match((await run(['import', file], { dir: from })).told, fault, text);
  }
  truncateSync(file, 256 * 1024 * 1024 + 1);
  t.match((await run(['import', file], { dir: from })).told, /is longer than 256 MiB: use a folder of files/);
});

t.test('brings in what is written, or nothing at all', { buffered: true }, async (t) => {
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
  const { status, told } = await run(['import', from], { dir });
  t.equal(status, 1);
  t.match(told, /\/requests cannot be read \(ENOTDIR\): make it a folder/);
  t.match(told, /^store: imps\/latin is not UTF-8: encode it as UTF-8$/m);
  t.match(told, /^store: imps\/marked starts with a byte order mark: remove it$/m);
  t.match(told, /^store: imps\/long is longer than 64 MiB: shorten it$/m);
  t.match(told, /^store: imps\/pipe is no plain file: replace it$/m);
  for (const odd of [join(dir, 'pipe'), '/dev/zero'])
    t.match((await run(['import', odd], { dir })).told, `${odd} is no plain file`);

  const file = join(dir, 'all.json');
  writeFileSync(file, '{"imps":{"good":{},"a/b":{},".c":{}}}');
  t.match(
    (await run(['import', file], { dir })).told,
    /^store: imps\/a\/b cannot be a file.*\nstore: imps\/\.c cannot be a file/,
  );
  t.equal((await run(['list'], { dir })).out, '', 'nothing was brought in');

  writeFileSync(file, '{"imps":{"long":{"ext":{"id":12345678901234567890}},"taken":{}}}');
  mkdirSync(join(dir, 'imps/taken.json'), { recursive: true });
  t.match((await run(['import', file], { dir })).told, /EISDIR/);
  t.same(readdirSync(join(dir, 'imps')).toSorted(), ['long.json', 'taken.json'], 'nothing half is left behind');
  t.equal(
    readFileSync(join(dir, 'imps/long.json'), 'utf8'),
    '{"ext":{"id":12345678901234567890}}',
    'with all its digits',
  );
});

t.test("a bidder's definition that cannot work is told as that, and not as the source's", async (t) => {
  const fault = '/srv/gavel/src/bidders/acme.ts:2: acme: the endpoint names the macro Tag';
  const faults = await runTool(['validate'], {
    env: {},
    out: t.fail,
    tell: t.fail,
    readConfigFile,
    loadBidders: () => Promise.reject(new AggregateError([fault], fault)),
  });
  t.same(faults, [fault]);
});

t.test('validates as the service judges', { buffered: true }, async (t) => {
  const bare = { ext: { svc: { storedauctionresponse: { id: 'won' } } } };
  const dir = folderOf(t, {
    ...good,
    'imps/params-only': { ext: bidder },
    'imps/media-only': { video: { mimes: ['video/mp4'] } },
    'requests/no-imps': { site: { page: 'https://a.example/', publisher: { id: 'pub' } } },
    'requests/named': { imp: [{ id: 'i1', banner: { w: 1, h: 1 }, ...bare }], app: { id: 'a1' } },
  });
  t.match(await run(['validate'], { dir }), { status: 0, out: '8 validated, 0 faults\n' });
  const wrong = folderOf(t, {
    'imps/no-size': { banner: {}, ext: bidder },
    'imps/stranger': { banner: { w: 1, h: 1 }, ext: { svc: { bidder: { acm: {} } } } },
    'imps/some': { banner: { w: 1, h: 1 }, ext: { svc: { bidder: { acme: {}, other: {} } } } },
    'requests/lost': { imp: [{ id: 'i1', ext: { svc: { storedrequest: { id: 'gone' } } } }], site: { id: 's1' } },
    'accounts/odd': { disabld: true },
  });
  const { status, out, told } = await run(['validate'], { dir: wrong });
  t.equal(status, 1);
  t.match(out, /^5 validated, \d+ faults\n$/);
  t.match(told, /imps\/no-size: imp\[0\]\.banner has no size/);
  t.match(told, /imps\/stranger: .*"acm", which is no bidder of this host/);
  t.match(told, /imps\/some: .*"other"/);
  t.match(told, /requests\/lost: .*gone.* not found/);
  t.match(told, /accounts\/odd: disabld is not a setting/);
  t.match(
    (await run(['validate'], { dir: folderOf(t, { 'imps/marked': '\ufeff{}' }) })).told,
    /byte order mark: remove it/,
  );
  t.match(await run(['validate', 'imps/none', 'imps/some'], { dir: wrong }), { told: /imps\/none is not stored/ });
});

t.test('progress: nothing for two seconds, then a line each second', { buffered: true }, async (t) => {
  let nowMs = 0;
  const lines: string[] = [];
  const progress = new Progress(
    (line) => lines.push(line),
    () => nowMs,
  );
  for (; nowMs <= 4000; nowMs += 100) progress.note('imported', nowMs / 100, 50);
  t.same(lines, ['20 of 50 imported …', '30 of 50 imported …', '40 of 50 imported …']);
  nowMs += 5000;
  progress.note('listed', 7);
  t.equal(lines.at(-1), '7 listed …');
});

/** Takes the tool through its commands over the source that `stored` names. */
async function wholeTour(t: Test, stored: Readonly<Record<string, string>>): Promise<void> {
  const from = folderOf(t, good);
  t.match(await run(['import', from], stored), { status: 0, out: /^4 imported(?: into \/.*)?\n$/ });
  const listed = await run(['list'], stored);
  t.same(listed.out.split('\n').filter(Boolean).toSorted(), Object.keys(good).toSorted());
  t.equal((await run(['list', 'imps'], stored)).out, 'imps/top\n');
  t.match(await run(['show', 'imps/top'], stored), { status: 0, out: `${JSON.stringify(good['imps/top'])}\n` });
  t.match(await run(['show', 'pub'], stored), { status: 0, told: 'accounts/pub\n' });
  t.match(await run(['show', 'nobody'], stored), { status: 1, told: /nothing is stored under "nobody"/ });
  t.match(await run(['validate'], stored), { status: 0, out: '4 validated, 0 faults\n' });
}

t.test('over files', { buffered: true }, async (t) => {
  const dir = folderOf(t, {});
  await wholeTour(t, { dir });
  t.match(await run(['migrate'], { dir }), {
    status: 0,
    out: /files: nothing is to be made for it; name the configuration of the service by --config FILE/,
  });
});

t.test('over PostgreSQL', { buffered: true, skip: postgresSkip }, async (t) => {
  const server = await startPostgres(t);
  const stored = { source: 'postgres', url: server.url };
  t.match(await run(['list'], stored), {
    status: 1,
    told: /gavel_stored is missing: run npm run store:migrate -- --config FILE/,
  });
  t.match(await run(['migrate'], stored), { status: 0, out: 'made: 2 migrations\n' });
  t.match(await run(['migrate'], stored), { status: 0, out: 'the database is up to date\n' });
  await wholeTour(t, stored);
  await server.query('CREATE ROLE stranger LOGIN');
  t.match(await run(['list'], { ...stored, url: server.url.replace('gavel@', 'stranger@') }), {
    status: 1,
    told: /the user of stored\.url may not use the table gavel_stored: grant it/,
  });
  await server.end();
  t.match(await run(['list'], stored), { status: 1, told: /^store: stored\.url cannot be used \(.*ECONNREFUSED/ });
});

t.test('over Redis', { buffered: true, skip: redisSkip }, async (t) => {
  const server = await startRedis(t);
  await wholeTour(t, { source: 'redis', url: server.url });
});

t.test('over a cluster of Redis', { buffered: true, skip: redisSkip }, async (t) => {
  const cluster = await startRedisCluster(t);
  await wholeTour(t, { source: 'redis', url: cluster.url });
});

t.test('over HTTP it reads by key only', { buffered: true }, async (t) => {
  const server = await startTextServer(t, { text: JSON.stringify({ imps: { top: good['imps/top'] } }) });
  const stored = { source: 'http', url: server.url };
  t.match(await run(['show', 'imps/top'], stored), { status: 0, out: `${JSON.stringify(good['imps/top'])}\n` });
  t.match(await run(['validate', 'imps/top'], stored), { status: 0 });
  t.match(await run(['list'], stored), { status: 1, told: /http can be neither listed nor written from here/ });
  t.match(await run(['import', folderOf(t, good)], stored), { status: 1, told: /neither listed nor written/ });
});
