/** What is wrong, told in one sentence that names the key and the fix: one line per fault. */
import t from 'tap';
import { faultsOf, stated } from './support.ts';

/** A file (after what must be stated), and what its only fault says. */
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
    'stored must be a map of settings (key: value), not what is given (service.yaml line 2)',
  ],
  [
    `admin: {metricAccounts: [${Array.from({ length: 101 }, (_, at) => `a${at}`).join()}]}`,
    'admin.metricAccounts must have 100 entries at most, not 101 (service.yaml line 2)',
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
  ['namespace: data', 'namespace is data, which has another meaning in ext: use another word (service.yaml line 2)'],
  [
    'host: http://x',
    'host must be an address or host name without port, such as 0.0.0.0, :: or localhost (service.yaml line 2)',
  ],
  [
    'host: 127.0.0.1:80',
    'host must be an address or host name without port, such as 0.0.0.0, :: or localhost (service.yaml line 2)',
  ],
  [
    'host: ""',
    'host must be an address or host name without port, such as 0.0.0.0, :: or localhost (service.yaml line 2)',
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
    'userSync.cookieDomain must be a domain such as ads.example.com, without https:// and port (service.yaml line 2)',
  ],
  [
    'userSync: {cookieDomain: "x.example; Path=/y"}',
    'userSync.cookieDomain must be a domain such as ads.example.com, without https:// and port (service.yaml line 2)',
  ],
  [
    'trustedProxies: [loopback, local]',
    'trustedProxies[1] must be loopback, private, an address such as 192.0.2.7, or a range such as 10.0.0.0/8 (service.yaml line 2)',
  ],
  [
    'trustedProxies: [10.0.0.0/33]',
    'trustedProxies[0] must be loopback, private, an address such as 192.0.2.7, or a range such as 10.0.0.0/8 (service.yaml line 2)',
  ],
  ['trustedProxies: loopback', 'trustedProxies must be a list such as [a, b], not "loopback" (service.yaml line 2)'],
  [
    'targeting: {prefix: "h b"}',
    'targeting.prefix must be a letter, then letters, digits, "_" or "-" (20 at most), not "h b" (service.yaml line 2)',
  ],
  // keys
  ['prot: 80', 'prot is not a setting: did you mean port? (service.yaml line 2)'],
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
  // lists of names
  [
    'userSync: {priorityGroups: [[APPNEXUS], [appnexs]]}',
    'userSync.priorityGroups names appnexs, which is no bidder of this host: did you mean appnexus? (service.yaml line 2)',
  ],
  [
    'accounts: {defaults: {privacy: {gdpr: {purposes: {p2: {vendorExceptions: [zzzzzzzzz, http, Rubicon]}}}}}}',
    'accounts.defaults.privacy.gdpr.purposes.p2.vendorExceptions names zzzzzzzzz, which is no bidder of this host: correct the name, or remove it (service.yaml line 2)',
  ],
  [
    'accounts: {defaults: {privacy: {gdpr: {specialFeature1: {vendorExceptions: [rubicom]}}}}}',
    'accounts.defaults.privacy.gdpr.specialFeature1.vendorExceptions names rubicom, which is no bidder of this host: did you mean rubicon? (service.yaml line 2)',
  ],
  // rules between settings
  [
    'targeting: {prefix: publisher1}',
    'targeting.prefix is publisher1, longer than the 9 characters that targeting.truncateKeyLength (20) leaves it: shorten it, or raise that (service.yaml line 2)',
  ],
  [
    'targeting: {truncateKeyLength: 30}\naccounts: {defaults: {targeting: {prefix: ads, truncateKeyLength: 12}}}',
    'accounts.defaults.targeting.prefix is ads, longer than the 1 characters that accounts.defaults.targeting.truncateKeyLength (12) leaves it: shorten it, or raise that (service.yaml line 3)',
  ],
  [
    'targeting: {prefix: publisher1, truncateKeyLength: 0}\naccounts: {defaults: {targeting: {truncateKeyLength: 20}}}',
    'targeting.prefix is publisher1, longer than the 9 characters that accounts.defaults.targeting.truncateKeyLength (20) leaves it: shorten it, or raise that (service.yaml line 2)',
  ],
  [
    'auction: {tmaxMinMs: 6000}',
    'auction.tmaxMinMs is 6000, above auction.tmaxMaxMs (5000): lower it, or raise auction.tmaxMaxMs (service.yaml line 2)',
  ],
  [
    'auction: {tmaxMaxMs: 500}',
    'auction.tmaxDefaultMs is 1000, outside auction.tmaxMinMs (50) to auction.tmaxMaxMs (500): set it between the two (service.yaml line 2)',
  ],
  [
    'auction: {tmaxDefaultMs: 20}',
    'auction.tmaxDefaultMs is 20, outside auction.tmaxMinMs (50) to auction.tmaxMaxMs (5000): set it between the two (service.yaml line 2)',
  ],
  [
    'auction: {networkReserveMs: 990}',
    'auction.networkReserveMs is 990, which with auction.responseReserveMs (10) leaves bidders nothing of auction.tmaxDefaultMs (1000): lower it, or raise that (service.yaml line 2)',
  ],
  [
    'auction: {tmaxMinMs: 1, tmaxDefaultMs: 15}',
    'auction.networkReserveMs is 10, which with auction.responseReserveMs (10) leaves bidders nothing of auction.tmaxDefaultMs (15): lower it, or raise that (service.yaml line 2)',
  ],
  ['port: 6060', 'admin.port is 6060, the same as port: give the two different ports (service.yaml line 2)'],
  [
    'cache: {store: redis}',
    'cache.url is missing: cache.store is redis, so give its address (redis://…) (service.yaml line 2)',
  ],
  [
    'cache: {url: "http://c.example"}',
    'cache.url is given, but cache.store is embedded, which has none: change one of the two (service.yaml line 2)',
  ],
  [
    'cache: {store: http, url: "redis://c.example"}',
    'cache.url must be a whole URL that starts with http:// or https://, as cache.store is http (service.yaml line 2)',
  ],
  [
    'stored: {source: redis, url: "redis://one, http://two"}',
    'stored.url must be a whole URL that starts with redis:// or rediss://, as stored.source is redis (service.yaml line 2)',
  ],
  [
    'stored: {source: redis, url: "redis://one:6379,redis://me:100%sure@two"}',
    'stored.url must have each % that stands for itself written as %25, and letters as UTF-8 (%C3%A4 for ä), as stored.source is redis (service.yaml line 2)',
  ],
  [
    'cache: {store: http, url: "http://me:100%sure@c.example"}',
    'cache.url must have each % that stands for itself written as %25, and letters as UTF-8 (%C3%A4 for ä), as cache.store is http (service.yaml line 2)',
  ],
  ...['u:%e4@db.example/gavel', 'u:w@db.example/%e4', 'u:100%sure%99@db.example/gavel'].map(
    (rest): [string, string] => [
      `stored: {source: postgres, url: "postgres://${rest}"}`,
      'stored.url must have each % that stands for itself written as %25, and letters as UTF-8 (%C3%A4 for ä), as stored.source is postgres (service.yaml line 2)',
    ],
  ),
  [
    'cache: {store: redis, url: "redis://one:6379/bids"}',
    'cache.url must end in its port, or in the number of a database such as /0, as cache.store is redis (service.yaml line 2)',
  ],
  [
    'userSync: {hostCookie: {family: x}}',
    'userSync.hostCookie.cookieName is missing: userSync.hostCookie.family needs it, so state both or neither (service.yaml line 2)',
  ],
  [
    'userSync: {hostCookie: {optOutCookie: {name: x}}}',
    'userSync.hostCookie.optOutCookie.value is missing: userSync.hostCookie.optOutCookie.name needs it, so state both or neither (service.yaml line 2)',
  ],
  [
    'userSync: {hostCookie: {optOutCookie: {value: x}}}',
    'userSync.hostCookie.optOutCookie.name is missing: userSync.hostCookie.optOutCookie.value needs it, so state both or neither (service.yaml line 2)',
  ],
];

t.test('a name of nobody in the exceptions of the host itself', async (t) => {
  const yaml = 'privacy: {gdpr: {defaultScope: true, purposes: {p2: {vendorExceptions: [rubicom]}}}}';
  const path = 'privacy.gdpr.purposes.p2.vendorExceptions';
  t.same(faultsOf({ yaml }), [
    `${path} names rubicom, which is no bidder of this host: did you mean rubicon? (service.yaml line 1)`,
  ]);
});

t.test('each fault of a file', async (t) => {
  for (const [yaml, fault] of files) {
    const faults = faultsOf({ yaml: stated + yaml });
    t.equal(faults.length, 1, `${yaml}: ${faults.join('; ')}`);
    t.equal(faults[0]?.slice(0, fault.length), fault, yaml);
  }
});

t.test('the scope of GDPR must be stated in a file', async (t) => {
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

t.test('several processes share a folder of vendor lists', async (t) => {
  const lists = 'vendorListUrl: "https://lists.example"';
  const yaml = (more: string): string => `privacy: {gdpr: {defaultScope: true, ${lists}${more}}}\n`;
  for (const processes of ['2', 'auto']) {
    const faults = faultsOf({ yaml: `${yaml('')}processes: ${processes}\n` });
    t.equal(faults.length, 1);
    t.match(faults[0], /^privacy\.gdpr\.vendorListDir is empty, .*: name a folder that they share/);
    t.same(faultsOf({ yaml: `${yaml(', vendorListDir: lists')}processes: ${processes}\n` }), []);
  }
  t.same(faultsOf({ yaml: yaml('') }), [], 'a process alone may keep them in memory');
});

t.test('each fault of the environment and of flags', async (t) => {
  const cases: readonly (readonly [Record<string, string>, string])[] = [
    [{ SVC__PORT: 'x' }, 'port must be a whole number from 0 to 65535, not "x" (SVC__PORT)'],
    [{ SVC__AUCTION__TMAXMAXM: '1' }, 'SVC__AUCTION__TMAXMAXM names no setting: did you mean auction.tmaxMaxMs?'],
    [{ SVC__: '1' }, 'SVC__ names no setting: remove it, or use one of host'],
    [{ SVC____PROTO__: '1' }, 'SVC____PROTO__ names no setting: remove it, or use one of host'],
    [{ SVC__PORT__X: '1' }, 'SVC__PORT__X goes too deep: port is a single value, so give it whole'],
    [
      { SVC__TRUSTEDPROXIES__0: 'x' },
      'SVC__TRUSTEDPROXIES__0 goes too deep: trustedProxies is a single value, so give it whole',
    ],
    [
      { SVC__BIDDERS__ACME__ENABLED: 'true' },
      'SVC__BIDDERS__ACME__ENABLED names nothing that is in bidders: write it into the file, or set bidders as a whole',
    ],
    [
      { SVC__BIDDERS__APPNEXIS__ENABLED: 'true' },
      'SVC__BIDDERS__APPNEXIS__ENABLED names nothing that is in bidders: did you mean appnexus?',
    ],
    [
      { SVC__AUCTION: '{' },
      'the YAML cannot be read: Flow map must end with a }: correct the YAML there (SVC__AUCTION)',
    ],
    [{ SVC__AUCTION: '{maxImps: 1, maxImps: 2}' }, 'maxImps is given twice: keep one (SVC__AUCTION; SVC__AUCTION)'],
    [{ SVC__PORT: '1', SVC__Port: '2' }, 'SVC__Port sets the same as SVC__PORT: keep one of the two'],
    [{ [`SVC__${'A__'.repeat(5000)}`]: '1' }, `SVC__${'A__'.repeat(5000)} has more than 32 parts: shorten it`],
  ];
  for (const [env, fault] of cases) {
    const faults = faultsOf({ yaml: stated, env });
    t.equal(faults.length, 1, faults.join('; '));
    t.equal(faults[0]?.slice(0, fault.length), fault);
  }
  t.strictSame(faultsOf({ flags: { port: 'x' } }), ['port must be a whole number from 0 to 65535, not "x" (--port)']);
  t.strictSame(faultsOf({ flags: { 'log.levl': 'x' } }), ['--set log.levl names no setting: did you mean log.level?']);
  t.strictSame(faultsOf({ flags: { 'bidders.x.enabled': 'true' } }), [
    'bidders.x.endpoint is missing: give the URL that takes its bid requests (--set bidders.x.enabled)',
  ]);
});

t.test('an override does not hide a file that is no map', async (t) => {
  for (const yaml of ['- port: 1', 'port', '5']) {
    const faults = faultsOf({ yaml, flags: { 'privacy.gdpr.defaultScope': 'true' } });
    t.strictSame(faults, ['the configuration must be a map of settings (key: value) (service.yaml line 1)'], yaml);
  }
});

t.test('all faults at once, from everywhere, each once', async (t) => {
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

t.test('more than a hundred faults are counted', async (t) => {
  const yaml = stated + Array.from({ length: 150 }, (_, at) => `wrong${at}: 1`).join('\n');
  const faults = faultsOf({ yaml });
  t.equal(faults.length, 101);
  t.equal(faults.at(-1), 'and 50 more faults: mend these first');
});
