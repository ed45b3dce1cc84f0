/** Vendor lists on a disk that several processes share: each is downloaded once (decisions, 'Privacy'; issue 4, item 3). */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { listKey } from '../../src/privacy/tc-string.ts';
import { listUrl } from '../../src/stored/vendor-list-source.ts';
import { ofTest } from '../support/end-with-us.ts';
import { testFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { has, listText, startLists, startSource, upTo } from './list-source.ts';
import { wholeLists } from '../support/whole-lists.ts';

t.test('the URL of a list', async (t) => {
  const key = listKey(3, 215);
  t.equal(listUrl('https://x.example/v{SPEC}/l-{VERSION}.json', key), 'https://x.example/v3/l-215.json');
  t.equal(listUrl('https://x.example/lists?v={VERSION}', key), 'https://x.example/lists?v=215');
  t.equal(listUrl('https://x.example/', key), 'https://x.example/v3/archives/vendor-list-v215.json');
});

t.test('lists on disk are in use from the start; files that are not lists are left out', async (t) => {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'v3'));
  writeFileSync(join(dir, 'any-name.json'), listText(4));
  writeFileSync(join(dir, 'v3', 'vendor-list-v5.json'), listText(5));
  writeFileSync(join(dir, 'broken.json'), '{"vendors":');
  writeFileSync(join(dir, 'other.json'), '{"vendors":{}}');
  writeFileSync(join(dir, 'notes.txt'), 'x');
  execFileSync('mkfifo', [join(dir, 'pipe.json')]);
  const { lists, said } = await startLists(t, dir, '');
  t.ok(has(lists, 4) && has(lists, 5));
  t.match(
    said.toSorted(),
    wholeLists([
      /broken.json is not JSON; it is ignored/,
      /other.json has a gvlSpecificationVersion/,
      /pipe.json is not a regular file/,
    ]),
  );
  t.equal(said.length, 3);
});

t.test('a folder without lists is logged where no URL is set', async (t) => {
  const dir = testFolder(t);
  const { said } = await startLists(t, dir, '');
  t.strictSame(said, [`privacy.gdpr.vendorListDir ${dir} has no vendor list: put one there, or set vendorListUrl`]);
  t.match(
    (await startLists(t, dir, 'http://127.0.0.1:1/')).said,
    wholeLists([/^the newest vendor list is not available: its URL cannot be fetched/]),
  );
});

t.test('three processes and one folder: each list is downloaded once', async (t) => {
  const dir = testFolder(t);
  const source = await startSource(t, (version, response) => {
    // Slow enough for all processes to want it at once.
    setTimeout(() => upTo(() => 8)(version, response), 300);
  });
  const script = `
    import { startVendorLists } from ${JSON.stringify(new URL('../../src/stored/vendor-lists.ts', import.meta.url).href)};
    const settings = { enabled: true, vendorListDir: ${JSON.stringify(dir)}, vendorListUrl: ${JSON.stringify(source.url)}, vendorListRefreshSeconds: 3600 };
    const log = { warn() {}, info(text) { console.log(text); } };
    const lists = await startVendorLists(settings, log);
    lists.want(3 * 4096 + 7);
    setInterval(() => { if (new Uint32Array(lists.current() ?? new SharedArrayBuffer(4))[0] === 2) process.exit(0); }, 20);
    setTimeout(() => process.exit(1), 9000);`;
  const run = () =>
    new Promise<number | null>((resolve) => {
      const child = ofTest(t, spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' }));
      child.on('close', resolve);
    });
  t.strictSame(await Promise.all([run(), run(), run()]), [0, 0, 0], 'all three have both lists');
  const downloads = source.asked.filter((url) => !url.endsWith('v9.json'));
  t.strictSame(
    downloads.toSorted(),
    [7, 8].map((version) => `/v3/archives/vendor-list-v${version}.json`),
  );
});

t.test('the lock of a process that died is taken over', async (t) => {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'v3'));
  const lock = join(dir, 'v3', 'vendor-list-v3.json.lock');
  writeFileSync(lock, '');
  utimesSync(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
  const source = await startSource(
    t,
    upTo(() => 3),
  );
  const { lists } = await startLists(t, dir, source.url);
  lists.want(listKey(3, 3));
  t.ok(await until(() => has(lists, 3)), 'the list');
  t.notOk(existsSync(lock));
});

t.test('a list that one process could not get is not requested by another soon after', async (t) => {
  const dir = testFolder(t);
  writeFileSync(join(dir, 'list.json'), listText(5));
  const source = await startSource(
    t,
    upTo(() => 5),
  );
  for (const _ of [1, 2]) {
    const { said } = await startLists(t, dir, source.url);
    t.ok(await until(() => said.length > 0), 'the fault');
    t.match(said, wholeLists(['vendor list v3/6 is not available: its URL returned status 404']));
  }
  t.equal(source.asked.length, 1);
});

t.test('the mark of a missing list is removed once the list is downloaded', async (t) => {
  const dir = testFolder(t);
  writeFileSync(join(dir, 'list.json'), listText(5));
  const none = join(dir, 'v3', 'vendor-list-v6.json.none');
  mkdirSync(join(dir, 'v3'));
  writeFileSync(none, 'its URL returned status 404');
  utimesSync(none, new Date(0), new Date(0));
  const source = await startSource(
    t,
    upTo(() => 6),
  );
  const { lists } = await startLists(t, dir, source.url);
  t.ok(await until(() => has(lists, 6)));
  t.notOk(readdirSync(join(dir, 'v3')).includes('vendor-list-v6.json.none'));
});

t.test('a list that cannot be written to disk is used, and leaves no file behind', async (t) => {
  const source = await startSource(
    t,
    upTo(() => 6),
  );
  const obstacles = {
    'a file in place of the folder': (dir: string) => writeFileSync(join(dir, 'v3'), ''),
    'a folder in place of the file': (dir: string) =>
      mkdirSync(join(dir, 'v3', 'vendor-list-v6.json', 'full'), { recursive: true }),
  };
  for (const [what, obstruct] of Object.entries(obstacles)) {
    const dir = testFolder(t);
    writeFileSync(join(dir, 'list.json'), listText(5));
    obstruct(dir);
    const before = readdirSync(dir, { recursive: true }).length;
    const { lists, said } = await startLists(t, dir, source.url);
    t.ok(await until(() => said.some((text) => text.startsWith('privacy.gdpr.vendorListDir'))), what);
    t.ok(has(lists, 6), what);
    t.match(
      said.find((text) => text.startsWith('privacy.gdpr.vendorListDir')),
      /vendorListDir .+ cannot keep vendor list v3\/6 \(E\w+\): free space there, and give this process write permission$/,
    );
    t.ok(await until(() => said.some((text) => text.includes('v3/7'))), 'the next list is requested');
    const left = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => !name.endsWith('.none'));
    t.equal(left.filter((name) => !name.endsWith('.lock')).length, before, `no file is left behind: ${left.join()}`);
  }
});
