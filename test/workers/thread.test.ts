/** A bug in a hop on a pool thread fails its own auction and no other in the same batch (house, 'Errors'). */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { poolHops } from '../../src/auction/pool.ts';
import { closedWith } from '../support/closed-with.ts';
import { requestFor } from '../support/auction.ts';
import { testConfig } from '../support/config.ts';
import { prepareMessage } from '../support/hops.ts';
import { wholeLists } from '../support/whole-lists.ts';

const config = testConfig({ bidders: { bugged: { endpoint: 'http://127.0.0.1:1/' } } }, ['bugged']);
const bidderFiles = [new URL('./bugged-bidder.ts', import.meta.url).href];
const setup = { config, server: 'gavel/test', bidderFiles, pluginFiles: new Map() };
const filename = new URL('../../workers/index.ts', import.meta.url).href;

function message(bug: string) {
  return prepareMessage(requestFor({ bugged: { bug } }));
}

t.test('a hop that throws fails alone', async (t) => {
  const pool = closedWith(t, poolHops({ filename, threads: 1, queueLimit: 100, setup, env: process.env }));
  await pool.ready();
  const bugs = ['none', 'error', 'none', 'function', 'none'];
  const ends = await Promise.allSettled(bugs.map((bug) => pool.prepare(message(bug))));
  bugs.forEach((bug, at) => {
    const end = ends[at]!;
    if (bug === 'none')
      t.match(end, wholeLists({ status: 'fulfilled', value: { ok: true, calls: [{ bidder: 'bugged' }] } }));
    else t.equal(end.status, 'rejected', bug);
  });
  t.match(ends[1], { reason: { message: 'a bug', stack: /bugged-bidder\.ts/ } }, 'with the stack for the log');
  t.match(ends[3], { reason: { message: 'no error at all' } });
});

/** With a warm-up that does not end during the test. */
const cold = { ...setup, config: { ...config, warmUpMs: 1e9 } };

t.test('the threads of a new pool are ready only once they are warm', async (t) => {
  const startedAtMs = performance.now();
  const unwarmed = { ...setup, config: { ...config, warmUpMs: 0 } };
  const other = closedWith(t, poolHops({ filename, threads: 1, queueLimit: 100, setup: unwarmed, env: process.env }));
  await other.ready();
  const startMs = performance.now() - startedAtMs;
  const pool = closedWith(t, poolHops({ filename, threads: 1, queueLimit: 100, setup: cold, env: process.env }));
  const ready = pool.ready().then(
    () => 'ready',
    () => 'closed',
  );
  t.equal(await Promise.race([ready, sleep(2 * startMs, 'warming up')]), 'warming up');
});

t.test('a replacement thread serves without warming up first', async (t) => {
  const pool = closedWith(t, poolHops({ filename, threads: 1, queueLimit: 100, setup: cold, env: process.env }));
  await t.rejects(pool.prepare(message('exit')));
  t.match(await pool.prepare(message('none')), { ok: true });
});
