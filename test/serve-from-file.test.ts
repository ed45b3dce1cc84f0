/** The start of a process: URLs with the port that it got, and faults that concern several settings or definitions. */
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { testFolder } from './support/folder.ts';
import { listening } from './support/listening.ts';
import { startProcess } from './support/process.ts';

t.test('sync URLs have the port in use, and rules that name unknown bidders are logged', async (t) => {
  const dir = testFolder(t);
  const file = join(dir, 'service.yaml');
  const names = '[bidderX, Bidder.BidderA, appnexs, analytics.http, some-alias]';
  const sync = '{redirect: {url: "https://image.example/?r={{.RedirectURL}}", userMacro: $UID}}';
  writeFileSync(
    file,
    `host: 127.0.0.1
port: 0
processes: 1
workers: 0
privacy: {gdpr: {defaultScope: false}}
bidders: {bidderA: {endpoint: "http://127.0.0.1:1/", userSync: ${sync}}}
accounts:
  defaults:
    secondaryBidders: [bidderB]
    privacy: {allowActivities: {transmitTid: {rules: [{condition: {componentName: ${names}}, allow: false}]}}}
`,
  );
  const service = startProcess(t, ['--config', file]);
  const port = await service.listening();
  const answer = await fetch(`http://127.0.0.1:${port}/cookie_sync`, { method: 'POST', body: '{}' });
  const { bidder_status } = (await answer.json()) as { bidder_status: { usersync: { url: string } }[] };
  t.match(bidder_status[0]?.usersync.url, encodeURIComponent(`http://localhost:${port}/setuid?bidder=bidderA`));
  const place = 'accounts.defaults.privacy.allowActivities.transmitTid names';
  const told = [...service.output.stdout.matchAll(/"level":40.*"msg":"(accounts\.[^"]*)"/g)].map(([, text]) => text);
  t.strictSame(told, [
    `${place} bidderX, which is not a bidder or analytics module here: did you mean bidderA? (${file} line 10)`,
    `${place} appnexs, which is not a bidder or analytics module here: did you mean appnexus? (${file} line 10)`,
    `${place} some-alias, which is not a bidder or analytics module here: correct it, unless it is an alias that requests define (${file} line 10)`,
    `accounts.defaults.secondaryBidders.bidderB is not a bidder here: did you mean bidderA? (${file} line 9)`,
  ]);
});

t.test('faults that concern several settings are all reported before anything is opened', async (t) => {
  const dir = testFolder(t);
  const file = join(dir, 'service.yaml');
  writeFileSync(
    file,
    `port: 0
admin: {port: 0}
cache: {path: ${join(dir, 'cache')}}
privacy: {gdpr: {defaultScope: false}}
userSync: {maxCookieBytes: 100}
bidders:
  one: {endpoint: "http://127.0.0.1:1/{{.First}}"}
  two: {endpoint: "http://127.0.0.1:1/{{.Second}}"}
  sync: {endpoint: "http://127.0.0.1:1/", userSync: {iframe: {url: "https://sync.example/{{.Third}}"}}}
`,
  );
  const service = startProcess(t, ['--config', file]);
  t.equal(await service.ended(), 1);
  for (const fault of [
    /^gavel: bidders\.one\.endpoint names the macro First, but .* has none: write .* without it \(\/.*service\.yaml line 7\)$/m,
    /^gavel: bidders\.two\.endpoint names the macro Second.* line 8\)$/m,
    /^gavel: bidders\.sync.*Third/m,
    /^gavel: userSync\.maxCookieBytes is 100, but even a cookie without ids takes \d+: raise it \(.* line 5\)$/m,
  ])
    t.match(service.output.stderr, fault);
  t.notOk(existsSync(join(dir, 'cache')), 'nothing was opened');
});

t.test('faults of single settings and of several together are reported once each', async (t) => {
  const file = join(testFolder(t), 'service.yaml');
  writeFileSync(
    file,
    `prot: 8000
privacy: {gdpr: {defaultScope: false}}
userSync: {maxCookieBytes: 100}
bidders:
  odd: {endpoint: "http://127.0.0.1:1/{{.First}}"}
  sync: {endpoint: "http://127.0.0.1:1/", userSync: {iframe: {url: "https://sync.example/{{.Second}}"}}}
  wrong: {endpoint: "http://127.0.0.1:1/{{.Third}}", gvlVendorId: -1}
  alias: {aliasOf: wrong}
  absent: {}
`,
  );
  for (const more of [[], ['--check']]) {
    const service = startProcess(t, ['--config', file, ...more]);
    t.equal(await service.ended(), 1);
    const told = service.output.stderr.trim().split('\n');
    const wanted = [
      /^gavel: prot is not a setting/,
      /^gavel: bidders\.wrong\.gvlVendorId must be/,
      /^gavel: bidders\.absent\.endpoint is missing/,
      /^gavel: bidders\.odd.*First/,
      /^gavel: bidders\.sync.*Second/,
      /^gavel: userSync\.maxCookieBytes/,
    ];
    for (const fault of wanted) t.equal(told.filter((line) => fault.test(line)).length, 1, String(fault));
    t.equal(told.length, wanted.length, service.output.stderr);
  }
});

t.test('faults of settings, of the default request and of plugins are reported together', async (t) => {
  const dir = testFolder(t);
  const file = join(dir, 'service.yaml');
  const plugin = join(dir, 'plugin.ts');
  writeFileSync(plugin, 'setInterval(() => undefined, 1000); export default { bids() {} };');
  const text = (more: string): string => `privacy: {gdpr: {defaultScope: false}}
defaultRequest: '{"bcat": "IAB1"}'
plugins: {mine: {file: "${plugin}"}, nameless: {}}
${more}
`;
  const expected = [
    { more: 'drainDelayMs: soon', names: ['plugins.nameless.file', 'drainDelayMs', 'defaultRequest', 'plugins.mine'] },
    // Whether bcat may be a text is for the faulty setting to say.
    { more: 'validation: {wrongTypes: repiar}', names: ['plugins.nameless.file', 'validation', 'plugins.mine'] },
    { more: 'bidders: {a: {}}', names: ['plugins.nameless.file', 'bidders.a', 'plugins.mine'] },
  ];
  for (const { more, names } of expected) {
    writeFileSync(file, text(more));
    const service = startProcess(t, ['--config', file]);
    t.equal(await service.ended(), 1);
    const told = service.output.stderr.trim().split('\n');
    const isTold = (name: string): boolean => told.some((line) => line.startsWith(`gavel: ${name}`));
    t.strictSame(names.filter(isTold), names, service.output.stderr);
    t.equal(told.length, names.length, service.output.stderr);
  }
});

t.test('a port in use is reported beside wrong settings, unless these may be about the port', async (t) => {
  const file = join(testFolder(t), 'service.yaml');
  const port = await listening(t, createServer());
  const text = `host: 127.0.0.1\nport: ${port}\nprivacy: {gdpr: {defaultScope: false}}\ndrainDelayMs: soon\n`;
  writeFileSync(file, text);
  const inUse = `Cannot listen on 127.0.0.1 port ${port}: the port is in use`;
  for (const { more, isTold } of [
    { more: [], isTold: true },
    { more: ['--port', 'abc'], isTold: false },
    { more: ['--check'], isTold: false },
  ]) {
    const service = startProcess(t, ['--config', file, ...more]);
    t.equal(await service.ended(), 1);
    t.match(service.output.stderr, 'gavel: drainDelayMs must be');
    t.equal(service.output.stderr.includes(inUse), isTold, service.output.stderr);
    t.notMatch(service.output.stderr, /Cannot listen on \S+ port (?:0|8000)/);
  }
});

t.test('ports, folders and files that prevent a start are all reported at once', async (t) => {
  const dir = testFolder(t);
  const [port, adminPort] = [await listening(t, createServer()), await listening(t, createServer())];
  const file = join(dir, 'service.yaml');
  writeFileSync(
    file,
    `host: 127.0.0.1
port: ${port}
cache: {path: ${file}}
analytics: {file: {path: /proc/gavel/events.ndjson}}
capture: {path: ${file}/captured.ndjson, sampleRate: 1}
currency: {ratesFile: ${dir}/rates.json}
lineItems: {file: ${dir}/items.json}
stored: {dir: ${file}}
privacy: {gdpr: {defaultScope: false, vendorListDir: ${file}/lists}}
`,
  );
  const written = ['cache.path', 'analytics.file.path', 'capture.path', 'privacy.gdpr.vendorListDir'];
  const places = [...written, 'currency.ratesFile', 'lineItems.file', 'stored.dir'];
  const cases = [
    { setting: `admin.port=${adminPort}`, keys: ['admin.port', ...places] },
    { setting: 'processes=2', keys: places },
  ];
  for (const { setting, keys } of cases) {
    const service = startProcess(t, ['--config', file, '--set', setting]);
    t.equal(await service.ended(), 1);
    const faults = service.output.stderr.match(/^gavel: .*: (?:name|set) .*/gm) ?? [];
    const isOnce = (key: string): boolean => faults.filter((fault) => fault.startsWith(`gavel: ${key} `)).length === 1;
    t.strictSame(keys.filter(isOnce), keys, `with ${setting}`);
    t.match(service.output.stderr, `127.0.0.1 port ${port}: the port is in use`);
    t.notMatch(service.output.stdout, 'captured auctions are lost', 'nothing was captured yet');
  }
});

t.test('faults of the command line and of the file are reported together', async (t) => {
  const file = join(testFolder(t), 'service.yaml');
  writeFileSync(file, 'prot: 8000\n');
  for (const more of [[], ['--check']]) {
    const service = startProcess(t, ['--config', file, '--nope', '--port', 'abc', ...more]);
    t.equal(await service.ended(), 1);
    const told = service.output.stderr.trim().split('\n');
    t.match(told[0], /^gavel: "--nope" is not a flag/);
    for (const name of ['port must be', 'prot is not a setting', 'privacy.gdpr.defaultScope is missing'])
      t.ok(
        told.some((line) => line.startsWith(`gavel: ${name}`)),
        name,
      );
  }
});
