/** Faults in values and keys: each is one sentence that names the key and the fix. */
import t from 'tap';
import { checkFaults, faultsOf, stated } from './support.ts';

/** A file (after the required settings), and its only fault. */
const files: readonly (readonly [yaml: string, fault: string])[] = [
  // values
  ['port: abc', 'port must be a whole number from 0 to 65535, not "abc" (service.yaml line 2)'],
  ['port: 65536', 'port must be a whole number from 0 to 65535, not 65536 (service.yaml line 2)'],
  ['port: -1', 'port must be a whole number from 0 to 65535, not -1 (service.yaml line 2)'],
  ['port: 1.5', 'port must be a whole number from 0 to 65535, not 1.5 (service.yaml line 2)'],
  ['port: .nan', 'port must be a whole number from 0 to 65535, not NaN (service.yaml line 2)'],
  ['port: [1]', 'port must be a whole number from 0 to 65535, not a list (service.yaml line 2)'],
  ['port: "80"', 'port must be a whole number from 0 to 65535, not "80" (service.yaml line 2)'],
  ['auction: {generateBidId: yes}', 'auction.generateBidId must be true or false, not "yes" (service.yaml line 2)'],
  [
    'stored: "redis://u:secret@10.0.0.1"',
    'stored must be a map of settings (key: value), not the given value (service.yaml line 2)',
  ],
  [
    `admin: {metricAccounts: [${Array.from({ length: 101 }, (_, at) => `a${at}`).join()}]}`,
    'admin.metricAccounts must have at most 100 entries, not 101 (service.yaml line 2)',
  ],
  ['auction: 5', 'auction must be a map of settings (key: value), not 5 (service.yaml line 2)'],
  [
    'log: {level: loud}',
    'log.level must be "fatal" or "error" or "warn" or "info" or "debug" or "trace" or "silent", not "loud" (service.yaml line 2)',
  ],
  ['processes: 0', 'processes must be "auto" or a whole number from 1 to 256, not 0 (service.yaml line 2)'],
  ['workers: many', 'workers must be "auto" or a whole number from 0 to 256, not "many" (service.yaml line 2)'],
  [
    'namespace: 5x',
    'namespace must be a letter, then letters, digits, "_" or "-" (32 at most), not "5x" (service.yaml line 2)',
  ],
  ['namespace: data', 'namespace is data, which has another meaning in ext: choose another name (service.yaml line 2)'],
  [
    'host: http://x',
    'host must be an address or host name without a port, such as 0.0.0.0, :: or localhost (service.yaml line 2)',
  ],
  [
    'host: 127.0.0.1:80',
    'host must be an address or host name without a port, such as 0.0.0.0, :: or localhost (service.yaml line 2)',
  ],
  [
    'host: ""',
    'host must be an address or host name without a port, such as 0.0.0.0, :: or localhost (service.yaml line 2)',
  ],
  [
    'cache: {store: http, url: "http://c.example", apiKey: "hush hush"}',
    'cache.apiKey must be a key of ASCII without spaces, not the given value (service.yaml line 2)',
  ],
  ['stored: {dir: ""}', 'stored.dir must not be empty (service.yaml line 2)'],
  [
    'externalUrl: ads.example',
    'externalUrl must be an http or https URL such as https://host.example (service.yaml line 2)',
  ],
  [
    'externalUrl: "https:ads.example"',
    'externalUrl must be an http or https URL such as https://host.example (service.yaml line 2)',
  ],
  [
    'externalUrl: "http://x.example/?a=1"',
    'externalUrl must be a URL without ? and #: take out the query and the fragment (service.yaml line 2)',
  ],
  [
    'userSync: {optOutUrl: "javascript:alert(1)"}',
    'userSync.optOutUrl must be an http or https URL such as https://host.example/path (service.yaml line 2)',
  ],
  [
    'userSync: {optOutUrl: "http://a.example\\nb"}',
    'userSync.optOutUrl must be a URL without spaces, control characters or backslashes (service.yaml line 2)',
  ],
  [
    'userSync: {cookieDomain: "https://x"}',
    'userSync.cookieDomain must be a domain such as ads.example.com, without https:// or port (service.yaml line 2)',
  ],
  [
    'userSync: {cookieDomain: "x.example; Path=/y"}',
    'userSync.cookieDomain must be a domain such as ads.example.com, without https:// or port (service.yaml line 2)',
  ],
  [
    'trustedProxies: [loopback, local]',
    'trustedProxies[1] must be loopback, private, an address such as 192.0.2.7, or a range such as 10.0.0.0/8 (service.yaml line 2)',
  ],
  [
    'trustedProxies: [10.0.0.0/33]',
    'trustedProxies[0] must be loopback, private, an address such as 192.0.2.7, or a range such as 10.0.0.0/8 (service.yaml line 2)',
  ],
  [
    'trustedProxies: ["::ffff:192.0.2.0/120"]',
    'trustedProxies[0] must be loopback, private, an address such as 192.0.2.7, or a range such as 10.0.0.0/8 (service.yaml line 2)',
  ],
  ['trustedProxies: loopback', 'trustedProxies must be a list such as [a, b], not "loopback" (service.yaml line 2)'],
  [
    'targeting: {prefix: "h b"}',
    'targeting.prefix must be a letter, then letters, digits, "_" or "-" (20 at most), not "h b" (service.yaml line 2)',
  ],
  [
    'priceFloors: {providerHosts: [floors.example, 10.0.0.1, "[fd00::1]", Floors.example]}',
    'priceFloors.providerHosts[3] must be a host name in lower case, or an address such as 10.0.0.1 or [fd00::1], not "Floors.example" (service.yaml line 2)',
  ],
  // keys
  ['prot: 80', 'prot is not a setting: did you mean port? (service.yaml line 2)'],
  ['warmUpMs: 30000\n', 'warmUpMs must be a whole number from 0 to 10000, not 30000 (service.yaml line 2)'],
  [
    'auction:\n  tmaxMaxMS: 5\n',
    'auction.tmaxMaxMS is not a setting: did you mean auction.tmaxMaxMs? (service.yaml line 3)',
  ],
  [
    'analytics: {http: {url: "ftp://x"}}',
    'analytics.http.url must be an http or https URL such as https://host.example/path (service.yaml line 2)',
  ],
  [
    'analytics: {file: {keep: -1}}',
    'analytics.file.keep must be a whole number from 0 to 1000, not -1 (service.yaml line 2)',
  ],
  ['events: {on: true}', 'events.on is not a setting: remove it, or use one of enabled (service.yaml line 2)'],
  [
    'events: {"a.b\\n": 1}',
    'events["a.b\\n"] is not a setting: remove it, or use one of enabled (service.yaml line 2)',
  ],
  ['__proto__: {port: 1}', '__proto__ is not a setting: remove it, or use one of host, port,'],
  ['constructor: {}', 'constructor is not a setting: remove it, or use one of host, port,'],
  [
    'accounts: {defaults: {disabld: true}}',
    'accounts.defaults.disabld is not a setting: did you mean accounts.defaults.disabled? (service.yaml line 2)',
  ],
];

t.test('each fault of a file names the key, the fix and the line', async (t) => checkFaults(t, files));

t.test('a file without privacy.gdpr.defaultScope has a fault', async (t) => {
  for (const yaml of [
    '',
    '# nothing\n',
    'privacy:\n',
    'privacy: {gdpr: {enabled: true}}',
    'privacy: {gdpr: {defaultScope: }}',
  ]) {
    const faults = faultsOf({ yaml });
    t.equal(faults.length, 1, yaml);
    t.match(faults[0], /^privacy\.gdpr\.defaultScope is missing: it must be true or false/);
  }
});

t.test('all faults of file, environment and flags are reported at once', async (t) => {
  const yaml =
    'port: x\nprot: 5\nprot: 6\nauction: {tmaxMaxMs: fast, tmaxMinMs: 70000}\nbidders: {data: {endpoint: 1}}';
  const faults = faultsOf({ yaml, env: { SVC__HOST: 'a b' }, flags: { nope: '1' } });
  const keys = faults.map((fault) => fault.split(' ')[0]).sort();
  t.strictSame(keys, [
    '--set',
    'auction.tmaxMaxMs',
    'auction.tmaxMinMs',
    'bidders.data',
    'bidders.data.endpoint',
    'host',
    'port',
    'privacy.gdpr.defaultScope',
    'prot',
    'prot',
  ]);
});

t.test('after a hundred faults the rest is counted', async (t) => {
  const yaml = stated + Array.from({ length: 150 }, (_, at) => `wrong${at}: 1`).join('\n');
  const faults = faultsOf({ yaml });
  t.equal(faults.length, 101);
  t.equal(faults.at(-1), 'and 50 more errors: fix these first');
});
