/** The command line, each call in a process of its own (interface, 'Commands'). */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { startProcess, type ServiceProcess } from './support/process.ts';
import { serviceFile } from './support/service-file.ts';
import { bareEnv } from './support/run-script.ts';

const good = serviceFile(t);

async function fails(process: ServiceProcess): Promise<string> {
  const status = await process.ended();
  return `${status}\n${process.output.stderr}`;
}

t.test('--help, --settings and --version print their texts and end with status 0', async (t) => {
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

t.test('a start with faults ends with status 1 and every fault', async (t) => {
  t.match(await fails(startProcess(t, ['--prot', '8000'])), /^1\n.*--port/);
  t.match(
    await fails(startProcess(t, ['--config', 'none.yaml'])),
    /^1\n.*none\.yaml cannot be read \(ENOENT\): name a YAML file that this user may read/,
  );
  const bad = serviceFile(t, 'prot: 1\nauction: {tmaxMaxMs: soon}\nbidders: {bidderA: {endpoint: "ftp://x"}}\n');
  const said = await fails(startProcess(t, ['--config', bad], { env: { SVC__AUCTION__TMAXMAX: '1' } }));
  const keys = ['prot', 'auction.tmaxMaxMs', 'bidders.bidderA.endpoint', 'privacy.gdpr.defaultScope'];
  t.match(said, /^1\n/);
  for (const key of [...keys, 'SVC__AUCTION__TMAXMAX']) t.match(said, key);
});

t.test('--check reports the faults and warnings of a start, and starts nothing', async (t) => {
  const sound = startProcess(t, ['--config', good, '--check']);
  t.equal(await sound.ended(), 0);
  t.equal(sound.output.stdout, `gavel: ${good} is valid\n`);
  t.match(sound.output.stderr, /^gavel: privacy\.gdpr\.vendorListUrl is empty, /, 'the warning of a start');
  const wrong = (setting: string) => fails(startProcess(t, ['--config', good, '--check', '--set', setting]));
  t.match(await wrong('trustedProxies=[10.0.0.0/99]'), /^1\ngavel: trustedProxies\[0\] must be /);
  t.match(
    await wrong('bidders.bidderA.endpoint=http://{{.Nobody}}/'),
    /^1\ngavel: bidders\.bidderA\.endpoint names the macro Nobody, .*: write the address without it \(--set\b/,
  );
  t.match(
    await fails(startProcess(t, ['--check'])),
    /^1\ngavel: --check needs a configuration to check: --config service/,
  );
});

t.test('--check of a sound configuration ends with status 0 though its output cannot be written', async (t) => {
  const full = openSync('/dev/full', 'a');
  const args = [join(import.meta.dirname, '../src/main.ts'), '--config', good, '--check'];
  t.equal(spawnSync(process.execPath, args, { stdio: ['ignore', full, full], env: bareEnv }).status, 0);
  closeSync(full);
});

t.test('a port that another service holds ends the start with status 1', async (t) => {
  const first = startProcess(t, ['--config', good]);
  const held = await first.listening();
  t.match(await fails(startProcess(t, ['--config', good, '--port', String(held)])), /^1\n.*in use/);
});

t.test('sizes that exceed any memory are logged before anything is opened', async (t) => {
  const held = await startProcess(t, ['--config', good]).listening();
  const args = ['--config', good, '--set', 'processes=256', '--set', 'workers=256', '--set', `admin.port=${held}`];
  const service = startProcess(t, args);
  t.match(await fails(service), /^1\n.*in use/);
  t.match(
    service.output.stdout,
    /"level":40.*processes: 256 and workers: 256 take about 19737600 MB .*or lower processes or workers"/,
  );
});
