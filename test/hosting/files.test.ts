/** The files for hosts (issue 7, item 7) name existing settings, fitting times and configurations that load. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';
import { configReference } from '../../src/config/docs.ts';
import { loadConfig } from '../../src/config/load.ts';
import { addonPath } from '../../src/native/addon-path.ts';
import { hostLog } from '../../src/observe/host-log.ts';
import { mergePatch } from '../../src/openrtb/merge-patch.ts';
import { startService } from '../support/service.ts';
import { isInstalled, skipWithout } from '../support/skip.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'src/hosting');
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
const readme = text('README.md');
const texts = [
  'gavel.service',
  'sysctl.conf',
  'haproxy.cfg',
  'nginx.conf',
  'logrotate.conf',
  'Dockerfile',
  'README.md',
];

const settings = [...configReference().matchAll(/^\| `([\w.]+)`/gm)].map(([, path]) => path!);

t.test('every setting that a file names exists', async (t) => {
  let named = 0;
  for (const name of texts) {
    for (const [, word] of text(name).matchAll(/`([a-z]\w*(?:\.[a-z]\w*)*)(?:: [^`]*)?`/gi)) {
      const isGroup = settings.some((path) => path.startsWith(`${word}.`));
      const looksLikeOne = /[a-z][A-Z]|\./.test(word!) || isGroup || settings.includes(word!);
      if (!looksLikeOne) continue;
      named++;
      t.ok(settings.includes(word!) || isGroup, `${name}: ${word}`);
    }
  }
  t.ok(named > 20, `${named} settings named`);
});

t.test('the configuration steps of the README load, each merged over those before it', async (t) => {
  const steps = [...readme.matchAll(/```yaml\n([^]*?)```/g)].map(([, yaml]) => yaml!);
  t.equal(steps.length, 4);
  let merged: unknown = {};
  for (const yaml of steps) {
    merged = mergePatch(merged, parse(yaml));
    const file = { name: 'page', text: JSON.stringify(merged) };
    const loaded = loadConfig({ file, env: {}, flags: {}, knownAdapters: new Set() });
    t.strictSame('faults' in loaded ? loaded.faults : [], [], yaml);
  }
});

t.test('the README links every file, and each link leads to a file', async (t) => {
  const links = new Set([...readme.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!));
  for (const link of links) t.ok(existsSync(join(folder, link)), link);
  for (const name of readdirSync(folder)) if (name !== 'README.md') t.ok(links.has(name), `${name} is linked`);
});

/** The first number after `words` in a file, in seconds unless it says ms. */
function seconds(name: string, words: RegExp): number {
  const [, number, unit] = new RegExp(`${words.source}\\s*=?\\s*(\\d+)(ms|s)?`).exec(text(name)) ?? [];
  return Number(number) / (unit === 'ms' ? 1000 : 1);
}

t.test('times and sizes fit the defaults of the service', async (t) => {
  const file = { name: 'service.yaml', text: 'privacy: {gdpr: {defaultScope: true}}' };
  const loaded = loadConfig({ file, env: {}, flags: {}, knownAdapters: new Set() });
  if ('faults' in loaded) throw new Error(loaded.faults.join());
  const { auction, drainDelayMs } = loaded.config;
  const leaveSeconds = (drainDelayMs + auction.tmaxMaxMs) / 1000 + 1;
  t.ok(seconds('gavel.service', /TimeoutStopSec/) > leaveSeconds, 'systemd waits for the drain');
  t.ok(seconds('haproxy.cfg', /timeout server/) > auction.tmaxMaxMs / 1000, 'HAProxy waits for the longest auction');
  t.ok(seconds('nginx.conf', /proxy_read_timeout/) > auction.tmaxMaxMs / 1000, 'nginx waits for the longest auction');
  t.equal(seconds('nginx.conf', /client_body_buffer_size/) * 1024, auction.maxRequestBytes);
  t.ok(seconds('nginx.conf', /client_max_body_size/) * 1024 > auction.maxRequestBytes);
});

t.test('the unit starts Node itself, reloads with SIGHUP and drops privileges', async (t) => {
  const unit = text('gavel.service');
  t.match(
    unit,
    /^ExecStart=\/usr\/bin\/node (?:--\S+ )*\/srv\/gavel\/src\/main\.ts --config \/etc\/gavel\/service\.yaml$/m,
  );
  for (const line of [
    'ExecStartPre=/usr/bin/node /srv/gavel/src/main.ts --config /etc/gavel/service.yaml --check',
    'ExecReload=/usr/bin/node /srv/gavel/src/main.ts --config /etc/gavel/service.yaml --check\nExecReload=/bin/kill -HUP $MAINPID',
    'KillSignal=SIGTERM',
    'KillMode=mixed',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'CapabilityBoundingSet=',
    'User=gavel',
    // By default systemd gives up after a few tries, whatever `Restart` says.
    'Restart=always',
    'StartLimitIntervalSec=0',
  ]) {
    t.ok(`\n${unit}`.includes(`\n${line}\n`), line);
  }
  t.ok(existsSync(join(root, 'src/main.ts')));
  const verified = spawnSync('systemd-analyze', ['verify', join(folder, 'gavel.service')], { encoding: 'utf8' });
  if (verified.error === undefined) {
    // /usr/bin/node need not be on this machine.
    const said = verified.stderr
      .split('\n')
      .filter((line) => line.includes('gavel.service') && !/not executable/.test(line));
    t.strictSame(said, []);
  }
});

t.test('the Dockerfile copies what the service needs, and runs without root', async (t) => {
  const dockerfile = text('Dockerfile');
  const copied = [...dockerfile.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, paths]) => paths!.split(' '));
  for (const path of copied) t.ok(existsSync(join(root, path)), path);
  for (const path of ['package.json', 'package-lock.json', '.npmrc', 'src', 'workers'])
    t.ok(copied.includes(path), path);
  const left = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  t.ok(
    left.includes(join('src/native', dirname(addonPath))),
    'the addon of the building machine is not copied into the image',
  );
  const last = dockerfile.slice(dockerfile.lastIndexOf('FROM'));
  t.match(last, /^USER node$/m);
  t.match(last, /^HEALTHCHECK /m);
  t.match(last, /^ENTRYPOINT \["node", (?:"--\S+", )*"\/srv\/gavel\/src\/main\.ts"\]$/m);
  t.match(dockerfile, /npm ci --omit=dev/);
});

const ss = skipWithout('iproute2', isInstalled('ss', '-V'));

t.test('sysctl.conf names the backlog of the service, and allows it', { skip: ss }, async (t) => {
  const { url } = await startService(t, { bidders: {} });
  const { stdout } = spawnSync('ss', ['-ltnH', `sport = :${new URL(url).port}`], { encoding: 'utf8' });
  const asked = Number(/LISTEN +\d+ +(\d+)/.exec(stdout)?.[1]);
  const [, said] = /(\d+) connections wait/.exec(text('sysctl.conf')) ?? [];
  t.ok(asked <= Number(said), `${asked} of ${said}`);
  t.ok(seconds('sysctl.conf', /net\.core\.somaxconn/) >= Number(said));
  t.notMatch(text('sysctl.conf'), /tcp_max_syn_backlog/, 'it counts only without SYN cookies');
});

t.test('sysctl.conf sets what the log says to set when ports run out', async (t) => {
  let said = '';
  hostLog({ warn: (_: unknown, line?: string) => (said = line!), info: () => undefined }).noSocket('http://a.example');
  const named = said.match(/net\.[\w.]+/g) ?? [];
  t.strictSame(named, ['net.ipv4.ip_local_port_range', 'net.ipv4.tcp_tw_reuse']);
  for (const key of named) t.match(text('sysctl.conf'), new RegExp(`^${key} = \\d`, 'm'));
});

t.test('logrotate.conf has whole blocks, and rotates each file as its owner', async (t) => {
  const config = text('logrotate.conf');
  const blocks = new Map([...config.matchAll(/^(\/\S+) \{\n([^}]*)\}/gm)].map(([, path, rules]) => [path!, rules!]));
  const [, ownLog = ''] = /StandardOutput=append:([^)]+)\)/.exec(config) ?? [];
  t.strictSame([...blocks.keys()], ['/var/log/gavel/events.jsonl', ownLog]);
  t.match(blocks.get('/var/log/gavel/events.jsonl'), /rotate \d+[^]*su gavel gavel/);
  // systemd opens the file of StandardOutput as root, before it creates the folders of the unit.
  t.equal(dirname(ownLog), '/var/log');
  t.match(blocks.get(ownLog), /rotate \d+[^]*copytruncate/);
  t.notMatch(blocks.get(ownLog), /\bsu\b/);
});
