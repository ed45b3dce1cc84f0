/** File changes are reported soon, even when their folders are replaced or removed (issue 7: file watching). */
import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { nameOf, type StoredChange } from '../../src/stored/store.ts';
import { watchFiles } from '../../src/stored/watch-files.ts';
import { ofTest } from '../support/end-with-us.ts';
import { testFolder } from '../support/folder.ts';
import { bareEnv } from '../support/run-script.ts';
import { until } from '../support/until.ts';
import { unshareSkip } from '../support/skip.ts';

/** Watches `dir`; `reported` waits for a change, then forgets all so far. */
function open(t: Test, dir: string) {
  const changes: StoredChange[] = [];
  t.teardown(watchFiles(dir, (change) => changes.push(change)));
  const reported = async (name: string): Promise<boolean> => {
    const isIt = (change: StoredChange): boolean =>
      change === 'all' ? name === 'all' : change.some((key) => nameOf(key) === name);
    await until(() => changes.some(isIt));
    return changes.splice(0).some(isIt);
  };
  return { changes, reported };
}

// Before the others: all watches of a process share one kernel queue.
t.test('more changes at once than the kernel queues are reported as all', async (t) => {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'imps'));
  const { reported } = open(t, dir);
  t.ok(await reported('all'));
  for (let at = 0; at < 5000; at++) {
    writeFileSync(join(dir, 'imps/next'), '{}');
    renameSync(join(dir, 'imps/next'), join(dir, `imps/a${at}.json`));
  }
  t.ok(await reported('all'), 'all, since some were dropped');
});

t.jobs = 4;

t.test('a file that is new, changed, renamed or removed is reported', { buffered: true }, async (t) => {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'imps'));
  const { changes, reported } = open(t, dir);
  t.ok(await reported('all'), 'all, since earlier changes are unknown');
  writeFileSync(join(dir, 'imps/ü.json'), '{}');
  t.ok(await reported('imps/ü'));
  writeFileSync(join(dir, 'imps/ü.json'), '{"a":1}');
  t.ok(await reported('imps/ü'));
  renameSync(join(dir, 'imps/ü.json'), join(dir, 'imps/b.json'));
  t.ok(await reported('imps/b'));
  rmSync(join(dir, 'imps/b.json'));
  t.ok(await until(() => changes.length > 0));
  const names = changes.splice(0).flatMap((change) => (change === 'all' ? change : change.map(nameOf)));
  t.strictSame([...new Set(names)], ['imps/b'], 'only the removed file');
  symlinkSync(tmpdir(), join(dir, 'imps/..data'));
  t.ok(await reported('all'), 'a changed ..data link replaces all files');
});

t.test('nothing is reported while nothing changes', { buffered: true }, async (t) => {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'imps'));
  const { changes, reported } = open(t, dir);
  t.ok(await reported('all'));
  // Folders are checked once a second.
  await sleep(2500);
  t.strictSame(changes, []);
});

t.test('many files are reported together; files of other names are not', { buffered: true }, async (t) => {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'accounts'));
  const { changes, reported } = open(t, dir);
  t.ok(await reported('all'));
  writeFileSync(join(dir, 'accounts/notes.txt'), 'x');
  writeFileSync(join(dir, 'accounts/.hidden'), 'x');
  for (let at = 0; at < 200; at++) writeFileSync(join(dir, `accounts/a${at}.json`), '{}');
  const names = (): Set<string> =>
    new Set(changes.flatMap((change) => (change === 'all' ? ['all'] : change.map(nameOf))));
  t.ok(await until(() => names().size >= 200));
  t.equal(names().size, 200);
  t.ok(changes.length < 50, `${changes.length} times`);
});

t.test('a folder that is made, replaced or removed is reported', { buffered: true }, async (t) => {
  const dir = testFolder(t);
  const { reported } = open(t, join(dir, 'stored'));
  t.ok(await reported('all'), 'begun');
  mkdirSync(join(dir, 'stored/requests'), { recursive: true });
  t.ok(await reported('all'), 'made');
  writeFileSync(join(dir, 'stored/requests/r1.json'), '{}');
  t.ok(await reported('requests/r1'));
  mkdirSync(join(dir, 'next/requests'), { recursive: true });
  renameSync(join(dir, 'stored'), join(dir, 'old'));
  renameSync(join(dir, 'next'), join(dir, 'stored'));
  t.ok(await reported('all'), 'replaced');
  writeFileSync(join(dir, 'stored/requests/r2.json'), '{}');
  t.ok(await reported('requests/r2'), 'and watched');
  rmSync(join(dir, 'stored'), { recursive: true });
  t.ok(await reported('all'), 'removed');
});

t.test('a folder that is removed and at once made again is reported and watched', { buffered: true }, async (t) => {
  const dir = testFolder(t);
  const path = join(dir, 'imps');
  mkdirSync(path);
  const { reported } = open(t, dir);
  t.ok(await reported('all'));
  const { ino } = statSync(path);
  // Most file systems reuse the inode number that has just become free.
  for (let tries = 0; tries === 0 || (statSync(path).ino !== ino && tries < 20); tries++) {
    rmSync(path, { recursive: true });
    mkdirSync(path);
  }
  t.ok(await reported('all'), 'replaced');
  writeFileSync(join(path, 'a.json'), '{}');
  t.ok(await reported('imps/a'), 'and watched');
});

const limit = '/proc/sys/user/max_inotify_instances';
const ofOwn = ['-r', 'sh', '-c', `echo 0 > ${limit} && exec "$@"`, 'sh'];
const skip = unshareSkip([...ofOwn, 'true'], 'a right that this user lacks');

t.test(
  'where the system refuses watches that is reported once; when it allows them again, changes are',
  { skip },
  async (t) => {
    const dir = testFolder(t);
    mkdirSync(join(dir, 'imps'));
    const watching = JSON.stringify(new URL('../../src/stored/watch-files.ts', import.meta.url).href);
    const script = `
    import { writeFileSync } from 'node:fs';
    const { watchFiles } = await import(${watching});
    const say = (what) => console.log(JSON.stringify(what));
    watchFiles(${JSON.stringify(dir)}, say, ({ message }) => say(message));
    process.stdin.once('data', () => writeFileSync(${JSON.stringify(limit)}, '100'));
  `;
    const child = ofTest(
      t,
      spawn('unshare', [...ofOwn, process.execPath, '--input-type=module', '-e', script], {
        env: bareEnv,
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const count = (what: RegExp): number => said.match(what)?.length ?? 0;
    t.ok(await until(() => count(/max_user_instances/g) > 0 && count(/"all"/g) > 0));
    // Longer than the interval between checks.
    await sleep(2500);
    t.strictSame([count(/max_user_instances/g), count(/"all"/g)], [1, 1], 'once');
    child.stdin.write('more');
    t.ok(await until(() => count(/"all"/g) === 2), 'all, since changes in between are unknown');
    writeFileSync(join(dir, 'imps/a.json'), '{}');
    t.ok(await until(() => said.includes('{"kind":"imps","id":"a"}')));
  },
);

t.test('after its end nothing is reported', { buffered: true }, async (t) => {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'imps'));
  const changes: StoredChange[] = [];
  const end = watchFiles(dir, (change) => changes.push(change));
  t.ok(await until(() => changes.length > 0));
  writeFileSync(join(dir, 'imps/i0.json'), '{}');
  await sleep(10);
  end();
  // On a slow machine the first file may be reported before the end.
  changes.length = 0;
  writeFileSync(join(dir, 'imps/i1.json'), '{}');
  await sleep(200);
  t.strictSame(changes, []);
});

t.test('the first change that is reported is all', { buffered: true }, async (t) => {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'accounts'));
  mkdirSync(join(dir, 'requests'));
  const { changes } = open(t, dir);
  while (changes.length === 0) {
    for (const kind of ['accounts', 'requests']) writeFileSync(join(dir, kind, 'a.json'), '{}');
    await turn();
  }
  t.equal(changes[0], 'all');
});

t.test('a process that is busy at the start reports all once', { buffered: true }, async (t) => {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'requests'));
  const { changes } = open(t, dir);
  for (let turns = 10; turns > 0; turns -= 1) {
    await turn();
    const untilMs = performance.now() + 60;
    while (performance.now() < untilMs);
  }
  t.ok(await until(() => changes.length > 0));
  t.strictSame(changes, ['all']);
});
