/** The service without a configuration file: the sandbox (interface, 'Commands'). */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { install } from './support/install.ts';
import { startProcess } from './support/process.ts';
import { bareEnv } from './support/run-script.ts';
import { until } from './support/until.ts';
import { wholeLists } from './support/whole-lists.ts';

const root = join(import.meta.dirname, '..');

t.test('a sandbox ends on SIGHUP, as when its terminal closes, also while it starts', async (t) => {
  for (const waitMs of [0, 150, 300, 450]) {
    const sandbox = startProcess(t, ['--port', '0']);
    const status = (): string => readFileSync(`/proc/${sandbox.child.pid}/status`, 'utf8');
    // The lowest bit of SigCgt, the caught signals, is SIGHUP.
    t.ok(await until(() => /SigCgt:\t\w*[13579bdf]\n/.test(status())));
    await sleep(waitMs);
    sandbox.child.kill('SIGHUP');
    await sandbox.ended();
    t.ok(sandbox.child.exitCode === 0 || sandbox.child.signalCode === 'SIGHUP');
  }
});

t.test('where the sandbox is not installed, as in the container, a start without --config asks for it', async (t) => {
  const installed = install(t);
  const { status, stderr } = spawnSync(process.execPath, [join(installed, 'src/main.ts')], {
    env: bareEnv,
    encoding: 'utf8',
  });
  t.equal(status, 1);
  t.match(stderr, /^gavel: --config is missing, .*: name your file, --config FILE\n$/);
});

t.test('a sandbox without its bidders, or without a uWebSockets.js binary, ends with a short message', async (t) => {
  const installed = install(t);
  const farm = join(installed, 'bench/farm');
  mkdirSync(farm, { recursive: true });
  for (const name of ['start.ts', 'child.ts', 'sandbox.ts']) cpSync(join(root, 'bench/farm', name), join(farm, name));
  writeFileSync(join(farm, 'main.ts'), 'process.exit(3);');
  const options = { env: bareEnv, encoding: 'utf8' } as const;
  const begin = () => spawnSync(process.execPath, [join(installed, 'src/main.ts')], options);
  const ended = begin();
  t.equal(ended.status, 1);
  t.equal(ended.stderr, 'gavel: the farm of simulated bidders did not start: it ended with status 3\n');
  rmSync(join(installed, 'node_modules'));
  mkdirSync(join(installed, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((found) => !found.startsWith('uWebSockets.js')))
    symlinkSync(join(root, 'node_modules', name), join(installed, 'node_modules', name));
  const missing = begin();
  t.equal(missing.status, 1);
  t.match(missing.stderr, /^gavel: No uWebSockets\.js binary loads here: .*\n(?:uWebSockets\.js.*\n){2}$/);
});

t.test('the sandbox prints a curl line whose answer has bids, targeting, an error and a timeout', async (t) => {
  // So that a pause of a second at the start is not logged as an outage of its files.
  const sandbox = startProcess(t, ['--port', '0'], { env: { SVC__STORED__TIMEOUTMS: '10000' } });
  const port = await sandbox.listening();
  const [, url, body] = await sandbox.said(/^curl -s (\S+) -d '(.*)'\n/m);
  t.equal(url, `http://127.0.0.1:${port}/openrtb2/auction`);
  t.notMatch(sandbox.output.stdout, '"level":40', 'a first start logs no warning');
  t.match(sandbox.output.stdout, '"host":"127.0.0.1"', 'it listens on this machine only');
  // Patience for a busy machine: the slow bidder takes 1.5 s.
  const patient = body!.replace('"tmax":500', '"tmax":1000');
  const response = await fetch(url!, { method: 'POST', body: patient });
  const answer = (await response.json()) as { seatbid: { seat: string }[]; ext: { errors: object } };
  t.strictSame(
    answer.seatbid.map(({ seat }) => seat),
    ['swift', 'steady', 'dealer'],
  );
  t.match(answer.ext.errors, wholeLists({ sleepy: [{ code: 1 }], broken: [{ code: 3 }] }));
  t.match(JSON.stringify(answer), '"hb_pb":');
  t.match(JSON.stringify(answer), '"hb_deal_dealer":');
  sandbox.child.kill('SIGINT');
  t.equal(await sandbox.ended(), 0);
});
