/** The embedded store on a full disk: puts fail, while the process and the kept values stay (decisions, 'Caching'; traps, 'LMDB'). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import t from 'tap';
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';
import { ofTest } from '../support/end-with-us.ts';
import { testFolder } from '../support/folder.ts';
import { mebibyte, put, open, count, runWriters, writer, small } from './embedded-support.ts';

t.test('on a full disk puts fail, and the process and the kept values stay', async (t) => {
  const path = testFolder(t);
  const command = ['bash', '-c', `${small(1024)} exec "${process.execPath}" "${writer}" "${path}" 1000 2500`];
  const ids = await runWriters(t, [command], (lines) => lines.at(-1) === 'done');
  t.ok(ids.length > 50 && ids.length < 500, `${ids.length} of 1000 kept`);
  const cache = open(t, { path, maxBytes: 16 * mebibyte });
  t.equal(await count(cache, ids), ids.length);
  const mine = await cache.put([put(2500), put(2500)], Infinity);
  t.equal(await count(cache, mine), 2, 'with room again puts succeed');
});

t.test('an existing store is opened on a full disk, too', async (t) => {
  const path = testFolder(t);
  const cache = new EmbeddedCache({ path, maxBytes: 16 * mebibyte });
  t.equal(await count(cache, await cache.put([put(2500)], Infinity)), 1);
  await cache.close();
  const command = ['bash', '-c', `${small(32)} exec "${process.execPath}" "${writer}" "${path}" 20 2500`];
  let last: unknown;
  t.strictSame(await runWriters(t, [command], (lines) => (last = lines.at(-1)) === 'done'), [], 'no put succeeds');
  t.equal(last, 'done', 'the process goes on');
});

t.test('a full disk is tried again at growing intervals, and the process goes on', async (t) => {
  const path = testFolder(t);
  const command = `${small(1024)} exec "${process.execPath}" "${writer}" "${path}" 3000 2500`;
  const child = ofTest(t, spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] }));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) if ((last = line) === '"alive"') break;
  t.equal(last, '"alive"', said);
  child.kill('SIGKILL');
  await once(child, 'close');
  const tries = [...said.matchAll(/failed/g)].length;
  t.ok(tries > 0 && tries < 10, `${tries} writes that failed`);
  t.notMatch(said, /LMDB|Write error/, 'none of them reached LMDB, which may crash the process');
  t.match(said, /^cache\.path .+ cannot be written \(.+\): free space there/m, 'the hindrance is reported');
});
