/** Several processes with one embedded store: killed ones, other caps, containers, old snapshots (decisions, 'Caching'; traps, 'LMDB'). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';
import { ofTest } from '../support/end-with-us.ts';
import { testFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { mebibyte, put, open, fileBytes, count, runWriters, writer } from './embedded-support.ts';
import { unshareSkip } from '../support/skip.ts';

t.test('a process with a smaller cap, as at a reload, finds the values of others in the grown file', async (t) => {
  const path = testFolder(t);
  const cache = open(t, { path });
  const mine = await cache.put([put(2500, 5000)], Infinity);
  const ids = await runWriters(
    t,
    [[process.execPath, writer, path, '2400', '2500']],
    (lines) => lines.at(-1) === 'done',
  );
  t.ok(fileBytes(path) > 8 * mebibyte);
  t.equal(await count(cache, [...mine, ...ids]), ids.length + 1);
});

t.test('processes share a store, and killed ones do not damage it', async (t) => {
  const path = testFolder(t);
  const cache = open(t, { path, maxBytes: 16 * mebibyte });
  const command = [process.execPath, writer, path, '1000', '500'];
  const ids = await runWriters(t, [command, command], (lines) => lines.at(-1) === 'done' || lines.length === 30);
  t.ok(ids.length >= 1200, `${ids.length} kept`);
  t.equal(await count(cache, ids), ids.length, 'all are found here');
  const mine = await cache.put([put(100)], Infinity);
  t.equal(await count(cache, mine), 1, 'puts still succeed');
});

const opener = [process.execPath, join(import.meta.dirname, 'embedded-opener.ts')];

/** The lines that a process writes from now on. */
function saidBy(t: Test, [command = '', ...args]: readonly string[]): readonly string[] {
  const lines: string[] = [];
  createInterface(ofTest(t, spawn(command, args)).stdout).on('line', (line) => lines.push(line));
  return lines;
}

t.test('one of several processes that start at once replaces a damaged store, and all open it', async (t) => {
  const path = testFolder(t);
  await new EmbeddedCache({ path, maxBytes: mebibyte }).close();
  writeFileSync(join(path, readdirSync(path)[0]!, 'data.mdb'), 'text '.repeat(5000));
  const soon = String(Date.now() + 1000);
  const all = [1, 2, 3, 4].map(() => saidBy(t, [...opener, path, soon]));
  t.ok(await until(() => all.every((lines) => lines.includes('alive'))));
  const lines = all.flat().filter((line) => line !== 'alive');
  t.strictSame(lines.sort(), ['damaged', 'open', 'open', 'open', 'open']);
});

t.test(
  'a process waits for another that is opening the store, but not for one that was killed meanwhile',
  async (t) => {
    const path = testFolder(t);
    const turn = join(path, 'opening');
    mkdirSync(turn);
    ofTest(t, spawn('sh', ['-c', 'sleep 0.2; rmdir "$0"', turn]));
    open(t, { path });
    t.notOk(existsSync(turn));
    mkdirSync(turn);
    utimesSync(turn, 0, 0);
    open(t, { path });
    t.notOk(existsSync(turn));
  },
);

t.test(
  'a container whose process id is used in another container is told to use its own folder',
  { skip: unshareSkip(['-fp', 'true']) },
  async (t) => {
    const folder = testFolder(t);
    const said = () => saidBy(t, ['unshare', '-fp', '--kill-child', ...opener, folder]);
    const first = said();
    t.ok(await until(() => first.length === 2));
    t.strictSame(first, ['open', 'alive']);
    const second = said();
    t.ok(await until(() => second.length === 2), 'the process lives');
    t.match(second[0], /cache\.path: .*another container.*a folder of its own/);
  },
);

t.test('the lock file has room for twice as many processes as a service may have', async (t) => {
  const path = testFolder(t);
  open(t, { path, maxBytes: 16 * mebibyte });
  const readerBytes = 64;
  t.ok(statSync(join(path, readdirSync(path)[0]!, 'lock.mdb')).size > 2 * 256 * readerBytes);
});

t.test('an old snapshot held by another process does not grow the file beyond its cap', async (t) => {
  const path = testFolder(t);
  const cache = open(t, { path, maxBytes: 2 * mebibyte });
  const fill = async (rounds: number): Promise<number> => {
    let kept = 0;
    for (let round = 0; round < rounds; round++) {
      const ids = await cache.put([put(2500), put(2500), put(2500)], Infinity);
      kept += ids.filter((id) => id !== '').length;
    }
    return kept;
  };
  t.equal(await fill(10), 30);
  const reader = join(import.meta.dirname, 'embedded-reader.ts');
  const holder = ofTest(t, spawn(process.execPath, ['--expose-gc', reader, path]));
  await once(holder.stdout, 'data');
  const mostKept = (2.5 * mebibyte) / 2500;
  let kept = 0;
  // With pauses in which the store's own snapshots end.
  for (let rounds = 0; rounds < 12; rounds++, await sleep(100)) kept += await fill(100);
  t.ok(kept < mostKept, `${kept} of 3600 kept: no page can be used again`);
  t.ok(fileBytes(path) < 2.5 * mebibyte, `${fileBytes(path)} bytes`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  t.ok(await until(async () => (await fill(1)) === 3), 'puts succeed again when it is gone');
  t.ok((await fill(100)) > 250, 'further puts succeed');
  t.ok(fileBytes(path) < 2.5 * mebibyte, `${fileBytes(path)} bytes`);
});
