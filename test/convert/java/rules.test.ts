/** Converts single settings of Prebid Server Java about listening, auctions, stored data and the cache, with messages where Gavel behaves differently. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';
import { testFolder } from '../../support/folder.ts';
import { convert } from '../running-convert.ts';
import { runCases, type Case } from './rule-cases.ts';

const groups: { readonly [name: string]: readonly Case[] } = {
  listening: [
    ['http.port: 9000', { port: 9000 }],
    ['server.http.port: 9001\nhttp.port: 9000', { port: 9001 }],
    ['vertx.http-server-instances: 4\ngdpr.vendorlist.v3.cache-dir: /v', { processes: 4 }],
    ['server.ssl: true', {}, /^server\.ssl: not supported: Gavel does not serve TLS; put HAProxy or nginx in front/m],
    [
      'http-client.circuit-breaker: {enabled: false, opening-threshold: 9, closing-interval-ms: 7}',
      { bidderHealth: { breakerFailures: 0, breakerProbeMs: undefined } },
    ],
    ['http-client.max-redirects: 3', {}, /^http-client\.max-redirects: not supported: Gavel follows no redirects/m],
    ['datacenter-region: local', { dataCenter: undefined }],
  ],
  auctions: [
    [
      'auction: {biddertmax.max: 900, biddertmax.min: 10}',
      { auction: { tmaxMinMs: 10, tmaxMaxMs: 900, tmaxDefaultMs: 900 } },
    ],
    ['auction: {default-timeout-ms: 700, max-timeout-ms: 4000}', { auction: { tmaxMaxMs: 4000, tmaxDefaultMs: 700 } }],
    ['auction.timeout-adjustment-ms: 5', { auction: { responseReserveMs: 0 } }],
    ['auction.biddertmax.percent: 100', {}],
    [
      'auction.biddertmax.max: 5s',
      { auction: { tmaxMaxMs: undefined } },
      /^auction\.biddertmax\.max: must be a whole number: correct it$/m,
    ],
    [
      'auction.biddertmax.max: 90000',
      { auction: { tmaxMaxMs: 60_000 } },
      /^auction\.biddertmax\.max: is 90000, which is out of range: auction\.tmaxMaxMs is set to 60000$/m,
    ],
    [
      'auction: {blacklisted-accounts: "a,b", blacklisted-apps: [c]}',
      { blocked: { accounts: ['a', 'b'], apps: ['c'] } },
    ],
    ['auction: {blacklisted-apps: ["${SOME_NAME:c}"]}', { blocked: { apps: ['c'] } }],
    ['auction.cache.only-winning-bids: on', { targeting: { includeWinners: true, includeBidderKeys: undefined } }],
    ['auction.cache.only-winning-bids: true', { targeting: { includeWinners: true, includeBidderKeys: undefined } }],
    ['auction.validations: {banner-creative-max-size: enforce}', { validation: { bannerSize: 'enforce' } }],
    [
      'auction.validations.secure-markup: loud',
      { validation: { secureMarkup: undefined } },
      /^auction\.validations\.secure-markup: must be skip or warn or enforce/m,
    ],
    ['auction.ad-server-currency: usd', { defaultRequest: undefined }],
    ['auction.ad-server-currency: "${CURRENCY: eur}"', { defaultRequest: '{"cur":["EUR"]}' }],
    [
      'auction.timeout-notification: {log-result: true, timeout-ms: 5}',
      {},
      /^auction\.timeout-notification\.log-result: not supported: Gavel does not log its notifications of timeouts$/m,
    ],
    ['auction.timeout-notification: {log-result: false, timeout-ms: 5}', {}],
    [
      'default-request.file.path: nowhere.json',
      {},
      /^default-request\.file\.path: names a file that cannot be read here: set defaultRequest/m,
    ],
  ],
  'stored data': [
    [
      'settings.database: {type: oracle, host: db}',
      { stored: { source: undefined } },
      /^settings\.database\.type: not supported: Gavel reads PostgreSQL, MySQL, Redis, HTTP, S3 and files; write its data/m,
    ],
    [
      'settings.database: {type: mysql, host: db, port: 3306, dbname: pbs, user: u, password: "a@b", pool-size: 5}',
      { stored: { source: 'mysql', url: 'mysql://u:a%40b@db:3306/pbs', connections: 5 } },
      /^settings\.database\.type: create views gavel_requests, gavel_imps and so on over the tables/m,
    ],
    [
      'settings.database: {type: postgres, host: db, dbname: pbs}',
      { stored: { source: 'postgres', url: 'postgres://db/pbs' } },
      /^settings\.database\.type: create a view gavel_stored over the tables that the old server's queries read/m,
    ],
    [
      'settings.database: {type: postgres, host: "2001:db8::5", port: 5432, dbname: pbs}',
      { stored: { source: 'postgres', url: 'postgres://[2001:db8::5]:5432/pbs' } },
      /^settings\.database\.type: create a view gavel_stored/m,
    ],
    [
      'settings.database: {type: mysql, host: "[::1]", dbname: pbs}',
      { stored: { source: 'mysql', url: 'mysql://[::1]/pbs' } },
      /^settings\.database\.type: create views/m,
    ],
    [
      'settings.database: {type: postgres, host: db, dbname: "a#b", user: u}',
      { stored: { source: 'postgres', url: 'postgres://u@db/a%23b' } },
      /^settings\.database\.type: create a view gavel_stored/m,
    ],
    [
      'settings.database: {type: postgres, host: db, dbname: pbs, user: u, password: "${DB_PASSWORD}"}',
      {},
      /^settings\.database\.password: contains a \$\{…\} placeholder that the old server fills in: write its value into stored\.url$/m,
    ],
    [
      'settings.http: {endpoint: "https://s.example/q", amp-endpoint: "https://s.example/a"}',
      { stored: { source: 'http', url: 'https://s.example/q' } },
      /^settings\.http\.amp-endpoint: not supported: Gavel fetches all kinds of stored data from stored\.url$/m,
    ],
    [
      'settings: {http.endpoint: "https://s.example", database: {type: postgres, host: db, dbname: d}}',
      { stored: { source: 'postgres' } },
      /^settings\.http\.endpoint: not supported: Gavel reads all stored data from one source/m,
    ],
    ['settings.filesystem: {stored-requests-dir: /s/requests, stored-imps-dir: /s/imps/}', { stored: { dir: '/s' } }],
    [
      'settings.filesystem: {stored-requests-dir: /a, stored-imps-dir: /b}',
      { stored: { dir: undefined } },
      /^settings\.filesystem\.stored-imps-dir: not converted: copy its files to imps in stored\.dir/m,
    ],
    ['settings.filesystem.categories-dir: /c', { categories: { dir: '/c' } }],
    [
      'settings.filesystem.categories-dir: c',
      { categories: { dir: 'c' } },
      /^settings\.filesystem\.categories-dir: converted, but a relative path starts/m,
    ],
    [
      'settings.http: {rfc3986-compatible: true}',
      {},
      /^settings\.http\.rfc3986-compatible: not supported: Gavel always sends lists as JSON/m,
    ],
    ['settings.enforce-valid-account: true', { accounts: { required: true } }],
    [
      'settings.default-account-config: "{\\"debug\\": {\\"allow\\": false}}"',
      { accounts: { defaults: { debugAllowed: false } } },
    ],
    [
      'settings.default-account-config.auction.price-floors: {fetch: {enabled: true, url: "https://f.example/a"}}\nprice-floors.enabled: true',
      {
        accounts: { defaults: { priceFloors: { fetch: { url: 'https://f.example/a' } } } },
        priceFloors: { providerHosts: ['f.example'] },
      },
    ],
    ['settings.default-account-config: "{"', {}, /settings\.default-account-config/],
  ],
  'cache and rates': [
    [
      'cache: {scheme: https, host: c.example, path: cache}',
      { cache: { store: 'http', url: 'https://c.example/cache', publicUrl: 'https://c.example/cache' } },
    ],
    [
      'cache: {scheme: https, host: c.example, path: /c, internal: {scheme: http, host: "in:8080"}}',
      { cache: { url: 'http://in:8080/c', publicUrl: 'https://c.example/c' } },
    ],
    ['cache: {host: c.example, query: "a=b&uuid="}', {}, /^cache\.query: not supported: players fetch a cached bid/m],
    [
      'cache.scheme: https',
      { cache: { store: undefined, publicUrl: undefined } },
      /^cache\.scheme: has no effect without cache\.host/m,
    ],
    ['cache.host: c.example\npbc.api.key: k', { cache: { apiKey: undefined } }],
    [
      'cache: {default-ttl-seconds: {banner: 400, native: 60, video: 500, audio: 500}, banner-ttl-seconds: 60}',
      { cache: { bannerTtlSeconds: 60, videoTtlSeconds: 500 } },
    ],
    [
      'cache.video-ttl-seconds: 500',
      { cache: { bannerTtlSeconds: undefined, videoTtlSeconds: 500 } },
      /^cache\.video-ttl-seconds: cannot be kept apart: .* so audio bids are kept for 500 s instead of 1500 s$/m,
    ],
    [
      'cache.default-ttl-seconds.native: 900',
      { cache: { bannerTtlSeconds: undefined } },
      /^cache\.default-ttl-seconds\.native: cannot be kept apart: .* native bids are kept for 300 s instead of 900 s$/m,
    ],
    [
      'cache: {host: c.example, api-key-secured: true}',
      { cache: { apiKey: undefined } },
      /^cache\.api-key-secured: needs pbc\.api\.key, which is not in this file/m,
    ],
    [
      'cache.account.1: {banner-ttl-seconds: 3}',
      {},
      /^cache\.account: converted only for accounts of --accounts; in others, set/m,
    ],
    ['currency-converter.external-rates.enabled: false', { currency: undefined }],
    [
      'currency-converter: {url: "https://r.example", refresh-period-ms: 60000}',
      { currency: { ratesUrl: 'https://r.example', refreshSeconds: 60 } },
    ],
  ],
  profiles: [
    [
      'auction.profiles: {limit: 3, timeout-ms: 100, fail-on-unknown: false}',
      { auction: { maxProfiles: 3 }, validation: { unknownProfile: 'warn' } },
    ],
    ['auction.profiles: {limit: 50}', { auction: { maxProfiles: 10 } }, /^auction\.profiles\.limit: /m],
    ['settings.filesystem.profiles-dir: p', {}, /^settings\.filesystem\.profiles-dir: not converted: copy its files/m],
    [
      `settings.default-account-config: '{"auction": {"profiles": {"limit": 2}}}'`,
      { accounts: { defaults: { maxProfiles: 2 } } },
    ],
  ],
};

for (const [name, cases] of Object.entries(groups)) t.test(name, (t) => runCases(t, cases));

t.test('the default request is read from its file and gets the ad server currency', async (t) => {
  const dir = testFolder(t);
  writeFileSync(join(dir, 'default.json'), '{"ext": {"prebid": {"aliases": {"sister": "appnexus"}}}}');
  const file = join(dir, 'prebid-config.yaml');
  writeFileSync(
    file,
    'gdpr.default-value: 1\ndefault-request.file.path: default.json\nauction.ad-server-currency: EUR\nadapters.appnexus.enabled: true\n',
  );
  const { out, messages } = await convert(file, '--from', 'java');
  t.equal(
    (parse(out) as { defaultRequest: string }).defaultRequest,
    '{"cur":["EUR"],"ext":{"prebid":{"aliases":{"sister":"appnexus"}}}}',
  );
  t.match(messages.join('\n'), /^default-request\.file\.path: converted, but Gavel merges it under all requests/m);
});
