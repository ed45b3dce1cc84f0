/** The command line as a host meets it: one process each (interface, 'Commands'). */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { testFolder } from './support/folder.ts';
import { ownPort } from './support/own-port.ts';
import { changedStatus, startProcess, type ServiceProcess } from './support/process.ts';
import { until } from './support/until.ts';
import { wholeLists } from './support/whole-lists.ts';

const root = join(import.meta.dirname, '..');
const dir = testFolder(t);

function configFile(name: string, text: string): string {
  const file = join(dir, name);
  writeFileSync(file, text);
  return file;
}

/** Without threads, which take as long to start as the rest. */
const good = configFile(
  'good.yaml',
  'host: 127.0.0.1\nport: 0\nworkers: 0\nbidders: {bidderA: {endpoint: "http://127.0.0.1:9/bid"}}\nprivacy: {gdpr: {defaultScope: false}}\n',
);

async function fails(process: ServiceProcess): Promise<string> {
  const status = await process.ended();
  return `${status}\n${process.output.stderr}`;
}

t.test('--help, --settings and --version', async (t) => {
  const settings = startProcess(t, ['--settings']);
  t.equal(await settings.ended(), 0);
  t.match(settings.output.stdout, '| `auction.tmaxDefaultMs` |');
  const help = startProcess(t, ['--help']);
  t.equal(await help.ended(), 0);
  for (const flag of ['--config', '--port', '--host', '--set']) t.match(help.output.stdout, flag);
  const version = startProcess(t, ['--version']);
  t.equal(await version.ended(), 0);
  t.match(version.output.stdout, /^\d+\.\d+\.\d+\n$/);
});

t.test('wrong starts end with status 1 and say every fault', async (t) => {
  t.match(await fails(startProcess(t, ['--prot', '8000'])), /^1\n.*--port/);
  t.match(
    await fails(startProcess(t, ['--config', join(dir, 'none.yaml')])),
    /^1\n.*none\.yaml cannot be read \(ENOENT\): name a YAML file that this user may read/,
  );
  const bad = configFile(
    'bad.yaml',
    'prot: 1\nauction: {tmaxMaxMs: soon}\nbidders: {bidderA: {endpoint: "ftp://x"}}\n',
  );
  const said = await fails(startProcess(t, ['--config', bad], { env: { SVC__AUCTION__TMAXMAX: '1' } }));
  const keys = ['prot', 'auction.tmaxMaxMs', 'bidders.bidderA.endpoint', 'privacy.gdpr.defaultScope'];
  t.match(said, /^1\n/);
  for (const key of [...keys, 'SVC__AUCTION__TMAXMAX']) t.match(said, key);
});

t.test('--check tells what a start would, and starts nothing', async (t) => {
  const sound = startProcess(t, ['--config', good, '--check']);
  t.equal(await sound.ended(), 0);
  t.equal(sound.output.stdout, `gavel: ${good} is sound\n`);
  t.match(sound.output.stderr, /^gavel: privacy\.gdpr\.vendorListUrl is empty, /, 'what is hardly meant');
  const wrong = (setting: string) => fails(startProcess(t, ['--config', good, '--check', '--set', setting]));
  t.match(await wrong('trustedProxies=[10.0.0.0/99]'), /^1\ngavel: trustedProxies\[0\] must be /);
  t.match(await wrong('bidders.bidderA.endpoint=http://{{.Nobody}}/'), /^1\ngavel: bidders\.bidderA: .* Nobody/);
  t.match(
    await fails(startProcess(t, ['--check'])),
    /^1\ngavel: --check needs a configuration to check: --config service/,
  );
});

t.test('a port that another service holds ends the start with status 1', async (t) => {
  const first = startProcess(t, ['--config', good]);
  const held = await first.listening();
  t.match(await fails(startProcess(t, ['--config', good, '--port', String(held)])), /^1\n.*taken/);
});

t.test('a service serves, drains on SIGTERM and ends with status 0', async (t) => {
  const service = startProcess(t, ['--config', good, '--set', 'workers=auto', '--set', 'drainDelayMs=1500'], {
    env: { SVC__NAMESPACE: 'prebid' },
  });
  const url = `http://127.0.0.1:${await service.listening()}`;
  t.match(service.output.stdout, /^[^\n]*"version":"\d[^\n]*"msg":"starting"/, 'who looks on knows at once');
  t.equal((await fetch(`${url}/status`)).status, 204);
  t.match(await (await fetch(`${url}/version`)).json(), { version: /^\d/, revision: String });
  const refused = await fetch(`${url}/openrtb2/auction`, { method: 'POST', body: '{"id":"r","imp":[]}' });
  t.equal(refused.status, 400);
  service.child.kill('SIGTERM');
  const draining = await changedStatus(url);
  t.equal(draining.status, 503);
  t.equal(draining.headers.get('connection'), 'close');
  t.equal(await service.ended(), 0);
  await t.rejects(fetch(`${url}/status`), 'the port is closed');
});

t.test('a reload that is asked for while the service starts ends nothing, and comes behind', async (t) => {
  const file = join(dir, 'slow.yaml');
  spawnSync('mkfifo', [file]);
  const service = startProcess(t, ['--config', file]);
  // A pipe is open for who writes once it is for who reads: the service has begun.
  const pipe = await open(file, 'w');
  service.child.kill('SIGHUP');
  rmSync(file);
  configFile('slow.yaml', readFileSync(good, 'utf8'));
  await pipe.writeFile(readFileSync(good));
  await pipe.close();
  t.ok(await service.listening());
  await service.said(/"msg":"restarted"/);
  service.child.kill('SIGTERM');
  t.equal(await service.ended(), 0);
});

t.test('one that comes while the code is still read ends nothing either', async (t) => {
  const installed = install('slow');
  const help = join(installed, 'src/config/help.ts');
  const text = readFileSync(help);
  rmSync(help);
  spawnSync('mkfifo', [help]);
  const service = startProcess(t, ['--config', good], { installed });
  // As above: the service has come to one of its files.
  const pipe = await open(help, 'w');
  service.child.kill('SIGHUP');
  await pipe.writeFile(text);
  rmSync(help);
  writeFileSync(help, text);
  await pipe.close();
  t.ok(await service.listening());
  await service.said(/"msg":"restarted"/);
  service.child.kill('SIGTERM');
  t.equal(await service.ended(), 0);
});

t.test('sizes that no memory suffices for are told before anything is opened', async (t) => {
  const held = await startProcess(t, ['--config', good]).listening();
  const args = ['--config', good, '--set', 'processes=256', '--set', 'workers=256', '--set', `admin.port=${held}`];
  const service = startProcess(t, args);
  t.match(await fails(service), /^1\n.*taken/);
  t.match(
    service.output.stdout,
    /"level":40.*processes: 256 and workers: 256 take about 19737600 MB .*or workers lower"/,
  );
});

t.test('a sandbox ends with its terminal, while it starts as well', async (t) => {
  for (const waitMs of [0, 150, 300, 450]) {
    const sandbox = startProcess(t, ['--port', '0']);
    const status = (): string => readFileSync(`/proc/${sandbox.child.pid}/status`, 'utf8');
    // The lowest bit of what a process catches stands for SIGHUP.
    t.ok(await until(() => /SigCgt:\t\w*[13579bdf]\n/.test(status())));
    await sleep(waitMs);
    sandbox.child.kill('SIGHUP');
    await sandbox.ended();
    t.ok(sandbox.child.exitCode === 0 || sandbox.child.signalCode === 'SIGHUP');
  }
});

t.test('a full disk under log and faults ends nothing', async (t) => {
  const port = await ownPort();
  const file = configFile('full.yaml', readFileSync(good, 'utf8').replace('port: 0', `port: ${port}`));
  const full = openSync('/dev/full', 'a');
  const args = [join(import.meta.dirname, '../src/main.ts'), '--config', file, '--set', 'admin.port=0'];
  const env = { ...process.env, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, args, { stdio: ['ignore', full, full], env });
  t.teardown(() => child.kill('SIGKILL'));
  closeSync(full);
  const ended = once(child, 'exit');
  const status = (): Promise<number> => fetch(`http://127.0.0.1:${port}/status`).then((answer) => answer.status);
  while ((await Promise.race([status().catch(() => 0), ended])) === 0) await sleep(50);
  // A configuration that is gone is a fault at once.
  rmSync(file);
  child.kill('SIGHUP');
  await sleep(500);
  t.equal(await status(), 204);
  child.kill('SIGTERM');
  t.same(await ended, [0, null]);
});

t.test("nor does one under the sandbox's words", async (t) => {
  const port = await ownPort();
  const full = openSync('/dev/full', 'a');
  const args = [join(root, 'src/main.ts'), '--port', String(port), '--set', 'admin.port=0'];
  const env = { ...process.env, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, args, { stdio: ['ignore', full, 'pipe'], env });
  t.teardown(() => child.kill('SIGKILL'));
  closeSync(full);
  const ended = once(child, 'exit');
  const status = (): Promise<number> => fetch(`http://127.0.0.1:${port}/status`).then((answer) => answer.status);
  while ((await Promise.race([status().catch(() => 0), ended])) === 0) await sleep(50);
  await sleep(500);
  child.kill('SIGTERM');
  t.same(await ended, [0, null]);
});

t.test('a full disk under the bid cache costs its keys, not the start', async (t) => {
  // A limit of file size looks like a full disk and needs no rights. What tap has every process load would end it by the signal that comes with it.
  const node = `exec "${process.execPath}" "${join(root, 'src/main.ts')}" --config "${good}" --set workers=0`;
  const command = `unset NODE_OPTIONS; ulimit -f 32; ${node} --set admin.port=0 --set "cache.path=${join(dir, 'full')}"`;
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.teardown(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await Promise.race([until(() => said.includes('"msg":"listening"')), ended]);
  t.match(said, /"level":40.*cache\.path .* cannot be used .*its keys are left out/);
  t.match(said, '"msg":"listening"');
});

t.test('where only what serves is installed, as in the container, a start without --config says so', async (t) => {
  const installed = install('installed');
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { status, stderr } = spawnSync(process.execPath, [join(installed, 'src/main.ts')], { env, encoding: 'utf8' });
  t.equal(status, 1);
  t.match(stderr, /^gavel: --config is missing, .*: name your file, --config FILE\n$/);
});

t.test('a sandbox whose bidders do not start, or without a binary, says so in a line', async (t) => {
  const installed = install('farmless');
  const farm = join(installed, 'bench/farm');
  mkdirSync(farm, { recursive: true });
  for (const name of ['start.ts', 'child.ts', 'sandbox.ts']) cpSync(join(root, 'bench/farm', name), join(farm, name));
  writeFileSync(join(farm, 'main.ts'), 'process.exit(3);');
  const options = { env: { ...process.env, NODE_OPTIONS: '' }, encoding: 'utf8' } as const;
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
  // A halt of a second while it starts would be an outage of its files, of which it warns.
  const sandbox = startProcess(t, ['--port', '0'], { env: { SVC__STORED__TIMEOUTMS: '10000' } });
  const port = await sandbox.listening();
  const [, url, body] = await sandbox.said(/^curl -s (\S+) -d '(.*)'\n/m);
  t.equal(url, `http://127.0.0.1:${port}/openrtb2/auction`);
  t.notMatch(sandbox.output.stdout, '"level":40', 'a first start warns of nothing');
  t.match(sandbox.output.stdout, '"host":"127.0.0.1"', 'it is for this machine only');
  // Patience for a busy machine: the slow bidder takes 1.5 s.
  const patient = body!.replace('"tmax":500', '"tmax":1000');
  const response = await fetch(url!, { method: 'POST', body: patient });
  const answer = (await response.json()) as { seatbid: { seat: string }[]; ext: { errors: object } };
  t.same(
    answer.seatbid.map(({ seat }) => seat),
    ['swift', 'steady', 'dealer'],
  );
  t.match(answer.ext.errors, wholeLists({ sleepy: [{ code: 1 }], broken: [{ code: 3 }] }));
  t.match(JSON.stringify(answer), '"hb_pb":');
  t.match(JSON.stringify(answer), '"hb_deal_dealer":');
  sandbox.child.kill('SIGINT');
  t.equal(await sandbox.ended(), 0);
});

/** What serves, in a folder `name` of its own, whose path is given. */
function install(name: string): string {
  const installed = join(dir, name);
  for (const part of ['package.json', 'src', 'workers'])
    cpSync(join(root, part), join(installed, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'));
  return installed;
}
