/** Loading the configuration: the public defaults, the documented example, and derived values (interface, 'Configuration'). */
import t from 'tap';
import { atPort } from '../../src/config/default-urls.ts';
import { defaults } from './defaults.ts';
import { configOf, faultsOf, load, plain, stated } from './support.ts';

/** The file of interface.md with its dots replaced. */
const example = `host: 0.0.0.0
port: 8000
externalUrl: http://localhost:8000   # where browsers reach this host: setuid, event and cache URLs
namespace: svc                       # the ext word; "prebid" for existing clients
processes: 1
drainDelayMs: 500
workers: auto
trustedProxies: [loopback, private]
auction: {tmaxDefaultMs: 1000, tmaxMinMs: 50, tmaxMaxMs: 5000, networkReserveMs: 10, responseReserveMs: 10, maxRequestBytes: 262144, maxImps: 100, generateBidId: false}
validation: {unknownBidder: warn, badParams: warn}
bidders:
  bidderA: {endpoint: "http://127.0.0.1:9001/bid"}
  bidderB: {adapter: appnexus, endpoint: "https://b.example/bid", enabled: true, gvlVendorId: 32, endpointCompression: gzip,
            userSync: {redirect: {url: "https://b.example/sync?r={{.RedirectURL}}", userMacro: "$UID"}}}
  bidderC: {endpoint: "https://c.example", usersync: {redirect: {url: "https://c.example/s?gdpr={{gdpr}}&r=", redirect-url: "/setuid?bidder=c&uid=$UID"}}}
stored: {source: files, dir: ./stored, timeoutMs: 50}
accounts: {required: false, defaults: {disabled: false, debugAllowed: true, defaultBidLimit: 0, targeting: {prefix: hb}, cache: {bannerTtlSeconds: 300, videoTtlSeconds: 1500},
           events: {enabled: true}, cookieSync: {defaultLimit: 8, coopSync: true}, privacy: {gdpr: {enabled: true}, ccpa: {enforce: true}, lmt: {enforce: false}, allowActivities: {transmitTid: {default: false}}}, bidders: {bidderA: {enabled: false}}}}
blocked: {accounts: [], apps: []}
cache: {store: embedded, path: ./data/cache, maxBytes: 1073741824, ttlRule: b, bannerTtlSeconds: 300, videoTtlSeconds: 1500, timeoutMs: 50, expectedMs: 10, publicPuts: false, publicUrl: "http://localhost:8000/cache"}
currency: {ratesFile: rates.json, ratesUrl: "https://rates.example/latest.json", refreshSeconds: 1800}
targeting: {truncateKeyLength: 20, prefix: hb, includeWinners: false, includeBidderKeys: false}
userSync: {maxCookieBytes: 4000, cookieDomain: "", priorityGroups: [], defaultLimit: 8, maxLimit: 0, coopSync: false, hostCookie: {}, optOutUrl: "", optInUrl: ""}
privacy: {gdpr: {enabled: true, defaultScope: true, hostVendorId: 0, vendorListDir: lists, vendorListUrl: "https://lists.example"}, ccpa: {enforce: true}, lmt: {enforce: true}}
events: {enabled: false}
lineItems: {file: lines.json}
admin: {host: 127.0.0.1, port: 6060}
log: {level: info}
`;

t.test('the defaults are those of the public interface', async (t) => {
  t.strictSame(plain(configOf({ yaml: stated })), defaults);
});

t.test('the example of the public interface loads', async (t) => {
  const config = configOf({ yaml: example });
  t.strictSame(Object.keys(config.bidders), ['bidderA', 'bidderB', 'bidderC']);
  t.strictSame(config.bidders['bidderA'], { endpoint: 'http://127.0.0.1:9001/bid', enabled: true });
  t.strictSame(config.bidders['bidderB']?.userSync, {
    enabled: true,
    redirect: { url: 'https://b.example/sync?r={{.RedirectURL}}', userMacro: '$UID' },
  });
  t.equal(config.bidders['bidderC']?.usersync?.redirect?.['redirect-url'], '/setuid?bidder=c&uid=$UID');
  t.equal(config.accounts.defaults.privacy?.allowActivities?.transmitTid?.default, false);
  t.strictSame({ ...config.accounts.defaults.bidders }, { bidderA: { enabled: false } });
  for (const key of ['auction', 'validation', 'stored', 'cache', 'targeting', 'userSync', 'admin', 'log'] as const) {
    t.strictSame(plain(config[key]), defaults[key], `${key} of the example is the default`);
  }
});

t.test('each setting of the example loads alone', async (t) => {
  for (const one of example.split(/^(?=\S)/m)) {
    t.strictSame(faultsOf({ yaml: one.startsWith('privacy') ? one : stated + one }), [], one.slice(0, 40));
  }
});

t.test('other stores and sources load with a valid URL', async (t) => {
  for (const yaml of [
    'cache: {store: http, url: "https://cache.example/cache"}',
    'cache: {store: redis, url: "redis://one:6379,rediss://two:6380"}',
    'stored: {source: postgres, url: "postgres://user:word@db.example/gavel"}',
    'stored: {source: redis, url: "redis://:word%25@db.example/3"}',
    'stored: {source: postgres, url: "postgres://user:100%sure@db.example/gavel"}',
    'stored: {source: http, url: "http://stored.example/"}',
  ]) {
    t.strictSame(faultsOf({ yaml: stated + yaml }), [], yaml);
  }
});

t.test('defaultScope is not required when GDPR is off', async (t) => {
  t.equal(configOf({ yaml: 'privacy: {gdpr: {enabled: false}}' }).privacy.gdpr.defaultScope, true);
});

t.test('externalUrl and cache.publicUrl are derived unless they are set', async (t) => {
  t.equal(configOf({ yaml: `${stated}port: 81` }).externalUrl, 'http://localhost:81');
  const config = configOf({ yaml: `${stated}externalUrl: https://ads.example/base//` });
  t.equal(config.externalUrl, 'https://ads.example/base');
  t.equal(config.cache.publicUrl, 'https://ads.example/base/cache');
  t.equal(
    configOf({ yaml: `${stated}cache: {publicUrl: "https://cdn.example/"}` }).cache.publicUrl,
    'https://cdn.example',
  );
});

t.test('an empty value is the default; an empty bidder is its definition', async (t) => {
  const config = configOf({ yaml: `${stated}currency:\nauction:\n  maxImps:\nbidders:\n  appnexus:\n` });
  t.equal(config.currency.refreshSeconds, 1800);
  t.equal(config.auction.maxImps, 100);
  t.strictSame({ ...config.bidders }, { appnexus: { enabled: true } });
});

t.test('anchors are resolved, and a number in the place of a text is read as written', async (t) => {
  const yaml = `${stated}bidders:
  a: {endpoint: "http://a/", capabilities: &both {site: [banner], app: [banner, video]}, ortbVersion: 2.6}
  b: {endpoint: "http://b/", capabilities: *both}
blocked: {accounts: [1001, 007, "x"]}`;
  const config = configOf({ yaml });
  t.strictSame(config.bidders['b']?.capabilities, { site: ['banner'], app: ['banner', 'video'] });
  t.equal(config.bidders['a']?.ortbVersion, '2.6');
  t.strictSame(config.blocked.accounts, ['1001', '007', 'x']);
});

t.test('built-in bidders and aliases need no endpoint, and an endpoint may have macros', async (t) => {
  const yaml = `${stated}bidders:
  rubicon: {credentials: {username: u, password: p}}
  second: {aliasOf: appnexus, gvlVendorId: 7}
  third: {adapter: appnexus}
  fourth: {adapter: openrtb, endpoint: "https://{{.Host}}.example:8443/{path}?r=#{REGION}#"}
  fifth: {aliasOf: fourth}`;
  t.equal(Object.keys(configOf({ yaml }).bidders).length, 5);
});

t.test('the configuration is frozen', async (t) => {
  const loaded = load({ yaml: `${stated}bidders: {a: {endpoint: "http://a/"}}` });
  if (!('config' in loaded)) throw new Error('it must load');
  const unfrozen: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Object.isFrozen(value)) unfrozen.push(path);
    for (const [key, child] of Object.entries(value)) visit(child, `${path}.${key}`);
  };
  visit(loaded.config, 'config');
  t.strictSame(unfrozen, []);
});

t.test('port 0 is replaced by the actual port, also in derived URLs', async (t) => {
  const found = atPort(configOf({ yaml: `${stated}port: 0` }), 4711);
  t.match(found, {
    port: 4711,
    externalUrl: 'http://localhost:4711',
    cache: { publicUrl: 'http://localhost:4711/cache' },
  });
  const given = atPort(configOf({ yaml: `${stated}port: 0\nexternalUrl: https://ads.example/` }), 4711);
  t.match(given, { port: 4711, externalUrl: 'https://ads.example', cache: { publicUrl: 'https://ads.example/cache' } });
  const named = configOf({ yaml: `${stated}port: 81` });
  t.equal(atPort(named, 4711), named);
});
