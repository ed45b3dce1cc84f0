/** The farm as a process: wrong arguments, its ready line, and its end, which also follows its parent's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { sandboxBidders } from '../../bench/farm/sandbox.ts';
import { startFarm } from '../../bench/farm/start.ts';
import { ofTest } from '../support/end-with-us.ts';
import { testFolder } from '../support/folder.ts';
import { listening } from '../support/listening.ts';
import { isAlive } from '../support/process.ts';
import { bareEnv, runScript } from '../support/run-script.ts';
import { until } from '../support/until.ts';

const main = join(import.meta.dirname, '../../bench/farm/main.ts');
const one = [sandboxBidders[0]];

/** Runs the farm's command to its end with stdin open. */
const run = (t: Test, ...args: string[]) => runScript(t, [main, ...args]);

t.test('every fault of the bidders is reported with its path and its fix', async (t) => {
  const wrong = [
    { code: '__proto__', latency: { kind: 'fixed', ms: -1 }, bidRate: 2, prices: [], adm: { bytes: 1 } },
    { code: 'a', latency: { kind: 'lognormal', medianMs: 5 }, prices: [1], adm: {}, mtype: 9, price: 1 },
    { ...sandboxBidders[0], failure: { rate: 1, kind: 'melt' }, cur: 'usd', dealid: '"' },
    7,
  ];
  const { status, stderr } = await run(t, '--bidders', JSON.stringify(wrong));
  t.equal(status, 1);
  const first = ['[0].code', '[0].latency', '[0].bidRate', '[0].prices'];
  const others = ['[1].latency', '[1].adm', '[1].mtype', '[2].failure', '[2].cur', '[2].dealid'];
  for (const path of [...first, ...others]) t.ok(stderr.includes(`bidders${path} is not valid: give `), path);
  t.match(stderr, /bidders\[1\]\.bidRate is missing: give a number from 0 to 1/);
  t.match(stderr, /bidders\[1\]\.price is not known: use code, /);
  t.match(stderr, /bidders\[3\] is not an object/);
});

t.test('the farm ends silently when its parent has closed stdout before it is ready', async (t) => {
  const child = ofTest(
    t,
    spawn(process.execPath, [main, '--bidders', JSON.stringify(one)], { env: bareEnv, stdio: 'pipe' }),
  );
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  t.strictSame(await once(child, 'close'), [0, null]);
  t.equal(stderr, '');
});

t.test('a wrong command line exits with 1 and says what to do', async (t) => {
  const json = JSON.stringify(one);
  const port = await listening(t, createServer());
  const cases: [string[], RegExp][] = [
    [[], /--bidders is missing: give/],
    [['--bidders', '[]'], /not a list of at least one bidder/],
    [['--bidders', JSON.stringify([one[0], one[0]])], /holds a code twice/],
    [['--bidders', '/does/not/exist'], /ENOENT/],
    [['--bidders', json, '--port', '70000'], /--port 70000 is not valid: give/],
    [['--bidders', json, '--speed', '1'], /--speed/],
    [['--bidders', json, '--port', String(port)], /cannot be listened on/],
  ];
  const runs = cases.map(async ([args, stderr]) => t.match(await run(t, ...args), { status: 1, stderr }));
  await Promise.all(runs);
});

t.test('the farm reads bidders from a file, prints its endpoints, and exits with 0 on SIGINT', async (t) => {
  const file = join(testFolder(t), 'bidders.json');
  writeFileSync(file, JSON.stringify(one));
  const child = ofTest(
    t,
    spawn(process.execPath, [main, '--bidders', file], { env: bareEnv, stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  const ready = JSON.parse(String(chunk)) as { ready: boolean; port: number; endpoints: Record<string, string> };
  t.equal(ready.ready, true);
  t.match(ready.endpoints['swift'], /^http:\/\/127\.0\.0\.1:\d+\/swift$/);
  for (const url of [`http://127.0.0.1:${ready.port}/swift`, ready.endpoints['swift']!]) {
    const response = await fetch(url, { method: 'POST', body: '{"imp":[]}' });
    t.equal(response.status, 204, url);
  }
  child.kill('SIGINT');
  t.strictSame(await once(child, 'exit'), [0, null]);
});

t.test('stop() ends the process and may be called again; startFarm rejects a faulty bidder', async (t) => {
  const farm = await startFarm(sandboxBidders);
  t.ok(isAlive(farm.pid));
  await Promise.all([farm.stop(), farm.stop()]);
  t.notOk(isAlive(farm.pid));
  await farm.stop();
  await t.rejects(startFarm([{ ...sandboxBidders[0]!, bidRate: 3 }], { stderr: 'ignore' }), {
    message: /did not start: it ended with status 1/,
  });
});

t.test('the farm ends when its parent is killed', async (t) => {
  const start = JSON.stringify(join(import.meta.dirname, '../../bench/farm/start.ts'));
  const code =
    `const { startFarm } = await import(${start}); const farm = await startFarm(${JSON.stringify(one)});` +
    `console.log(farm.pid); setInterval(() => {}, 1000);`;
  const args = ['--input-type=module', '--eval', code];
  const parent = ofTest(t, spawn(process.execPath, args, { env: bareEnv, stdio: ['ignore', 'pipe', 'inherit'] }));
  const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(String(chunk));
  t.ok(isAlive(pid));
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  t.ok(await until(() => !isAlive(pid)));
});
