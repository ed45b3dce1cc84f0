/** Plugins on threads of the pool: while a file cannot be read, the auctions of a new thread fail with the reason (src/plugins). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { poolHops } from '../../src/auction/pool.ts';
import { importPlugin } from '../../workers/import-plugin.ts';
import { requestFor } from '../support/auction.ts';
import { testConfig } from '../support/config.ts';
import { testFolder } from '../support/folder.ts';
import { callTexts, prepareMessage } from '../support/hops.ts';

const filename = new URL('../../workers/index.ts', import.meta.url).href;
const bidderFiles = [new URL('./bugged-bidder.ts', import.meta.url).href];
const settings = { bidders: { bugged: { endpoint: 'http://127.0.0.1:1/' } }, plugins: { it: { file: 'it.mjs' } } };

function message(bug: string) {
  return prepareMessage(requestFor({ bugged: { bug } }));
}

/** The code of a plugin that puts a word into the request. */
const marks = (word: string): string =>
  `export default { auctionRequest: (request) => ({ ...request, badv: [${JSON.stringify(word)}] }) };`;

/** A pool of one thread with a plugin file that `write` replaces. */
function poolOf(t: Test, text: string) {
  const path = join(testFolder(t), 'it.mjs');
  const write = (text: string): void => writeFileSync(path, text);
  write(text);
  const pluginFiles = new Map([['it', pathToFileURL(path).href]]);
  const setup = { config: testConfig(settings, ['bugged']), server: 'gavel/test', bidderFiles, pluginFiles };
  const pool = poolHops({ filename, threads: 1, queueLimit: 100, setup, env: process.env, hasTimers: true });
  t.teardown(() => pool.close());
  const badvOf = async (): Promise<unknown> => {
    const texts = callTexts(await pool.prepare(message('none')));
    return JSON.parse(texts.get('bugged')![0]!).badv;
  };
  return { pool, write, badvOf };
}

t.test('a thread that finds a broken file fails its hops with the reason, and is replaced', async (t) => {
  const { pool, write, badvOf } = poolOf(t, marks('first'));
  await pool.ready();
  t.strictSame(await badvOf(), ['first']);
  write('export default { auctionRequest( };');
  await t.rejects(pool.prepare(message('exit')));
  await t.rejects(badvOf(), { message: /^plugins\.it\.file: \/.*it\.mjs.*: Unexpected token/ });
  write(marks('mended'));
  let badv: unknown;
  while (badv === undefined) {
    await sleep(200);
    badv = await badvOf().catch(() => undefined);
  }
  t.strictSame(badv, ['mended']);
});

t.test('a plugin that fails to load on the threads keeps the pool from becoming ready', async (t) => {
  const { pool } = poolOf(t, 'throw new Error("not here");');
  await t.rejects(pool.ready(), { message: /^plugins\.it\.file: \/.*it\.mjs:1: not here$/ });
});

t.test('a file whose top-level await never ends is not a plugin', async (t) => {
  const path = join(testFolder(t), 'waits.mjs');
  writeFileSync(path, 'await new Promise(() => undefined); export default { bid() {} };');
  t.equal(
    await importPlugin(pathToFileURL(path).href, 50),
    'did not load within 0.05 s: its top-level await does not finish',
  );
});
