/** Rules between settings (interface, decisions): each broken rule is one sentence. */
import t from 'tap';
import { checkFaults, faultsOf } from './support.ts';

/** A file (after the required settings), and its only fault. */
const rules: readonly (readonly [yaml: string, fault: string])[] = [
  // lists of names
  [
    'userSync: {priorityGroups: [[APPNEXUS], [appnexs]]}',
    'userSync.priorityGroups names appnexs, which is not a bidder of this host: did you mean appnexus? (service.yaml line 2)',
  ],
  [
    'accounts: {defaults: {privacy: {gdpr: {purposes: {p2: {vendorExceptions: [zzzzzzzzz, http, Rubicon]}}}}}}',
    'accounts.defaults.privacy.gdpr.purposes.p2.vendorExceptions names zzzzzzzzz, which is not a bidder of this host: correct the name, or remove it (service.yaml line 2)',
  ],
  [
    'accounts: {defaults: {privacy: {gdpr: {specialFeature1: {vendorExceptions: [rubicom]}}}}}',
    'accounts.defaults.privacy.gdpr.specialFeature1.vendorExceptions names rubicom, which is not a bidder of this host: did you mean rubicon? (service.yaml line 2)',
  ],
  // rules between settings
  [
    'accounts:\n  defaults:\n    bidAdjustments: {mediatype: {native: {a: {"*": [{adjtype: multiplier, value: 100}]}}}}',
    'accounts.defaults.bidAdjustments.mediatype.native.a["*"] is invalid at [0]: value must be below 100 for a multiplier (100) (service.yaml line 4)',
  ],
  [
    'targeting: {prefix: publisher1}',
    'targeting.prefix is publisher1, longer than the 9 characters that targeting.truncateKeyLength (20) leaves for it: shorten it, or raise that limit (service.yaml line 2)',
  ],
  [
    'targeting: {truncateKeyLength: 30}\naccounts: {defaults: {targeting: {prefix: ads, truncateKeyLength: 12}}}',
    'accounts.defaults.targeting.prefix is ads, longer than the 1 characters that accounts.defaults.targeting.truncateKeyLength (12) leaves for it: shorten it, or raise that limit (service.yaml line 3)',
  ],
  [
    'targeting: {prefix: publisher1, truncateKeyLength: 0}\naccounts: {defaults: {targeting: {truncateKeyLength: 20}}}',
    'targeting.prefix is publisher1, longer than the 9 characters that accounts.defaults.targeting.truncateKeyLength (20) leaves for it: shorten it, or raise that limit (service.yaml line 2)',
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
    'auction.networkReserveMs is 990, which together with auction.responseReserveMs (10) leaves bidders no time of auction.tmaxDefaultMs (1000): lower it, or raise auction.tmaxDefaultMs (service.yaml line 2)',
  ],
  [
    'auction: {tmaxMinMs: 1, tmaxDefaultMs: 15}',
    'auction.networkReserveMs is 10, which together with auction.responseReserveMs (10) leaves bidders no time of auction.tmaxDefaultMs (15): lower it, or raise auction.tmaxDefaultMs (service.yaml line 2)',
  ],
  ['port: 6060', 'admin.port is 6060, the same as port: use two different ports (service.yaml line 2)'],
  [
    'cache: {store: redis}',
    'cache.url is missing: cache.store is redis, so give its URL (redis://…) (service.yaml line 2)',
  ],
  [
    'cache: {url: "http://c.example"}',
    'cache.url is set, but cache.store is embedded, which does not use it: change one of the two (service.yaml line 2)',
  ],
  [
    'cache: {apiKey: "hush"}',
    'cache.apiKey is set, but cache.store is embedded, which does not use it: change one of the two (service.yaml line 2)',
  ],
  [
    'cache: {store: http, url: "redis://c.example"}',
    'cache.url must be a full URL that starts with http:// or https://, as cache.store is http (service.yaml line 2)',
  ],
  ...[
    'postgres://gavel@one:5432,two:5432/gavel?a=b,c',
    'postgres://u:a,b@one,two/gavel',
    'mysql://u@one,two/gavel',
  ].map((url): [string, string] => [
    `stored: {source: ${url.slice(0, url.indexOf(':'))}, url: "${url}"}`,
    `stored.url must name one host: one whose address follows the primary, as stored.source is ${url.slice(0, url.indexOf(':'))} (service.yaml line 2)`,
  ]),
  [
    'stored: {source: redis, url: "redis://one, http://two"}',
    'stored.url must be a full URL that starts with redis:// or rediss://, as stored.source is redis (service.yaml line 2)',
  ],
  [
    'stored: {source: redis, url: "redis://one:6379,redis://me:100%sure@two"}',
    'stored.url must have each literal % written as %25, and non-ASCII letters as UTF-8 (%C3%A4 for ä), as stored.source is redis (service.yaml line 2)',
  ],
  [
    'cache: {store: http, url: "http://me:100%sure@c.example"}',
    'cache.url must have each literal % written as %25, and non-ASCII letters as UTF-8 (%C3%A4 for ä), as cache.store is http (service.yaml line 2)',
  ],
  ...['', '/', '/a/b'].map((rest): [string, string] => [
    `stored: {source: mysql, url: "mysql://u:w@db.example${rest}"}`,
    'stored.url must name a database after its host, such as mysql://db.example/gavel, as stored.source is mysql (service.yaml line 2)',
  ]),
  ...['ssl={}', 'ssl-mode=yes', 'ssl-mode=REQUIRED&debug=true', 'ssl-ca=', 'constructor=1'].map(
    (query): [string, string] => [
      `stored: {source: mysql, url: "mariadb://u:w@db.example/gavel?${query}"}`,
      'stored.url must have only these parameters: ssl-mode (DISABLED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY), ssl-ca, ssl-cert and ssl-key (files), as stored.source is mysql (service.yaml line 2)',
    ],
  ),
  ...[
    'KEY:ab/cd@s3.example/b',
    'KEY:12/cd@s3.example/b',
    's3.example/b',
    'KEY@s3.example/b',
    ':SECRET@s3.example/b',
  ].map((rest): [string, string] => [
    `stored: {source: s3, url: "https://${rest}"}`,
    'stored.url must begin with a key and its secret, https://KEY:SECRET@, with each / in them written as %2F, as stored.source is s3 (service.yaml line 2)',
  ]),
  ...[
    's3.eu-west-1.amazonaws.com',
    's3-eu-west-1.amazonaws.com/',
    'b.s3.example?region=x',
    'b.s3.amazonaws.com?style=path',
  ].map((rest): [string, string] => [
    `stored: {source: s3, url: "https://k:s@${rest}"}`,
    'stored.url must name the bucket after its host, such as https://KEY:SECRET@s3.eu-west-1.amazonaws.com/bucket, as stored.source is s3 (service.yaml line 2)',
  ]),
  ...[
    'region=',
    'region=eu_west',
    'regoin=x',
    'style=host',
    'session-token=',
    'imps=',
    'imps=/a',
    'imps=a/../b',
    'region=a&region=b',
  ].map((query): [string, string] => [
    `stored: {source: s3, url: "https://k:s@s3.example/b?${query}"}`,
    'stored.url must have only these parameters: region, session-token, style (path or virtual) and the folders of requests, imps, responses, accounts, profiles, each at most once and not empty, as stored.source is s3 (service.yaml line 2)',
  ]),
  ...['imps=requests', 'imps=requests/a', 'requests=a&imps=a', 'profiles=imps/x'].map((query): [string, string] => [
    `stored: {source: s3, url: "https://k:s@s3.example/b?${query}"}`,
    'stored.url must give each of requests, imps, responses, accounts, profiles a folder of its own, none inside another, as stored.source is s3 (service.yaml line 2)',
  ]),
  [
    'stored: {source: s3, url: "https://k:s@s3.example/b//c"}',
    'stored.url must have no empty, . or .. name, or backslash, in its path, as stored.source is s3 (service.yaml line 2)',
  ],
  [
    'stored: {source: s3, url: "https://k:s@s3.example/b#c"}',
    'stored.url must have each # written as %23, as stored.source is s3 (service.yaml line 2)',
  ],
  ...['k:%e4@s3.example/b', 'k:s@s3.example/%e4', 'k:100%@s3.example/b'].map((rest): [string, string] => [
    `stored: {source: s3, url: "https://${rest}"}`,
    'stored.url must have each literal % written as %25, and non-ASCII letters as UTF-8 (%C3%A4 for ä), as stored.source is s3 (service.yaml line 2)',
  ]),
  [
    'stored: {source: s3, url: "s3://k:s@b"}',
    'stored.url must be a full URL that starts with https:// or http://, as stored.source is s3 (service.yaml line 2)',
  ],
  [
    'stored: {source: mysql, url: "mysql://u:w@db.example/%e4"}',
    'stored.url must have each literal % written as %25, and non-ASCII letters as UTF-8 (%C3%A4 for ä), as stored.source is mysql (service.yaml line 2)',
  ],
  ...['u:%e4@db.example/gavel', 'u:w@db.example/%e4', 'u:100%sure%99@db.example/gavel'].map(
    (rest): [string, string] => [
      `stored: {source: postgres, url: "postgres://${rest}"}`,
      'stored.url must have each literal % written as %25, and non-ASCII letters as UTF-8 (%C3%A4 for ä), as stored.source is postgres (service.yaml line 2)',
    ],
  ),
  [
    'cache: {store: redis, url: "redis://one:6379/bids"}',
    'cache.url must end with its port, or with a database number such as /0, as cache.store is redis (service.yaml line 2)',
  ],
  [
    'userSync: {hostCookie: {family: x}}',
    'userSync.hostCookie.cookieName is missing: userSync.hostCookie.family needs it, so set both or neither (service.yaml line 2)',
  ],
  [
    'userSync: {hostCookie: {optOutCookie: {name: x}}}',
    'userSync.hostCookie.optOutCookie.value is missing: userSync.hostCookie.optOutCookie.name needs it, so set both or neither (service.yaml line 2)',
  ],
  [
    'userSync: {hostCookie: {optOutCookie: {value: x}}}',
    'userSync.hostCookie.optOutCookie.name is missing: userSync.hostCookie.optOutCookie.value needs it, so set both or neither (service.yaml line 2)',
  ],
];

t.test("an unknown name in the host's own vendorExceptions is a fault", async (t) => {
  const yaml = 'privacy: {gdpr: {defaultScope: true, purposes: {p2: {vendorExceptions: [rubicom]}}}}';
  const path = 'privacy.gdpr.purposes.p2.vendorExceptions';
  t.strictSame(faultsOf({ yaml }), [
    `${path} names rubicom, which is not a bidder of this host: did you mean rubicon? (service.yaml line 1)`,
  ]);
});

t.test('each broken rule between settings is a fault', async (t) => checkFaults(t, rules));

t.test('several processes need a vendorListDir that they share', async (t) => {
  const lists = 'vendorListUrl: "https://lists.example"';
  const yaml = (more: string): string => `privacy: {gdpr: {defaultScope: true, ${lists}${more}}}\n`;
  for (const processes of ['2', 'auto']) {
    const faults = faultsOf({ yaml: `${yaml('')}processes: ${processes}\n` });
    t.equal(faults.length, 1);
    t.match(faults[0], /^privacy\.gdpr\.vendorListDir is empty, .*: name a folder that they share/);
    t.strictSame(faultsOf({ yaml: `${yaml(', vendorListDir: lists')}processes: ${processes}\n` }), []);
  }
  t.strictSame(faultsOf({ yaml: yaml('') }), [], 'a single process may keep them in memory');
});
