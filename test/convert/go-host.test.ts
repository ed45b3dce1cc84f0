/** Converts a realistic host of Prebid Server (Go): the configuration and the messages. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { parse } from 'yaml';
import { convert, convertText, sample } from './running-convert.ts';

/** The configuration as parsed. */
type Settings = Record<string, object | undefined>;

t.test('the sample becomes the expected configuration', async (t) => {
  const { status, out } = await convert(sample('pbs.yaml'), '--from', 'go');
  t.equal(status, 0);
  t.equal(out, readFileSync(sample('pbs.gavel.yaml'), 'utf8'), 'the same as pbs.gavel.yaml');
});

t.test('the messages for the sample name what is left, and show no secret', async (t) => {
  const { out, messages } = await convert(sample('pbs.yaml'), '--from', 'go');
  const text = messages.join('\n');
  const secrets = ['hunter2', 's3cr3t', 'captcha-', 'rp-password', 'tok-secret', 'very-secret'];
  for (const secret of secrets) t.notMatch(text, secret);
  t.match(out, 'rp-password', 'the service needs it');
  t.match(text, /^adapters\.nobodyknows: Gavel has no bidder of this name: give it an endpoint, or remove it$/m);
  t.match(text, /^adaptors: is not a known setting of Prebid Server \(Go\): did you mean adapters\?$/m);
  t.match(text, /^compresion: .* did you mean compression\?$/m);
  t.match(text, /^adapters: disabled in the old server, so left out: adkernelAdn$/m);
  t.match(
    text,
    /^stored_requests\.filesystem\.directorypath: not converted, because Gavel's folders have other names: /m,
  );
  t.match(text, /^debug\.override_token: ignored: debug\.overrideToken must be at least 16 /m);
  t.match(text, /^fix: bidders\.rubicon\.endpoint is missing: /m, 'a fault that prevents a start');
  t.equal(messages.filter((line) => line.startsWith('fix: ')).length, 1);
  t.match(messages.at(-1), /^settings converted: \d+; set to the defaults of Prebid Server \(Go\): 1\d$/);
});

t.test('category mappings in files are kept; others are not supported', async (t) => {
  const host = (mapping: string) => convertText(t, 'go', `gdpr: {default_value: "1"}\ncategory_mapping: ${mapping}\n`);
  const files = await host('{filesystem: {enabled: true, directorypath: ./categories}}');
  t.match(parse(files.out), { categories: { dir: './categories' } });
  t.match(
    files.messages.join('\n'),
    /^category_mapping\.filesystem\.directorypath: converted, but a relative path starts/m,
  );
  const full = await host('{filesystem: {enabled: true, directorypath: /categories}}');
  t.notMatch(full.messages.join('\n'), /category_mapping/);
  t.notMatch((await host('{filesystem: {enabled: false, directorypath: ./categories}}')).out, /categories:/);
  const { messages } = await host('{http: {endpoint: "http://127.0.0.1/"}}');
  t.match(messages.join('\n'), /^category_mapping\S*: not supported: Gavel reads category mappings only from files/m);
});

t.test('the same input gives the same bytes', async (t) => {
  const first = await convert(sample('pbs.yaml'), '--from', 'go');
  t.strictSame(await convert(sample('pbs.yaml'), '--from', 'go'), first);
});

t.test('a host with audienceNetwork gets auction.tellTimeouts', async (t) => {
  const { out } = await convertText(
    t,
    'go',
    'gdpr: {default_value: "1"}\nadapters: {audienceNetwork: {platform_id: "1", app_secret: s}}\n',
  );
  t.match(parse(out), { auction: { tellTimeouts: true } });
});

t.test("the smallest host gets only settings that differ from Gavel's defaults, each with its reason", async (t) => {
  const { out, messages } = await convertText(
    t,
    'go',
    'gdpr: {default_value: "1"}\nport: 8000\nadapters: {appnexus: {}}\n',
  );
  const settings = parse(out) as Settings;
  t.strictSame(settings, {
    namespace: 'prebid',
    auction: { tmaxMinMs: 1, tmaxMaxMs: 60_000, tellServer: true },
    validation: { unknownBidder: 'reject', badParams: 'reject' },
    bidders: { appnexus: {} },
    cache: { ttlRule: 'a' },
    currency: { ratesUrl: 'https://cdn.jsdelivr.net/gh/prebid/currency-file@1/latest.json' },
    targeting: { includeWinners: true, includeBidderKeys: true },
    userSync: { defaultLimit: 0 },
    privacy: {
      gdpr: { defaultScope: true, vendorListUrl: 'https://vendor-list.consensu.org' },
      ccpa: { enforce: false },
    },
  });
  for (const line of out.split('\n').filter((one) => /includeWinners|ttlRule|namespace|tmaxMinMs/.test(one)))
    t.match(line, / # \w/, line);
  t.notMatch(messages.join('\n'), 'fix:');
});

t.test('a required setting that the file lacks is reported to be fixed', async (t) => {
  const { status, messages } = await convertText(t, 'go', 'adapters: {appnexus: {}}\n');
  t.equal(status, 0);
  t.match(messages.join('\n'), /^fix: privacy\.gdpr\.defaultScope is missing: /m);
});

t.test('keys may be in any case, dotted, in JSON, or shared with <<', async (t) => {
  const ways = [
    'GDPR: {Default_Value: 0}\nPort: 8001\nADAPTERS: {AppNexus: {Platform_ID: 7}}\n',
    'gdpr.default_value: 0\nport: 8001\nadapters.appnexus.platform_id: "7"\n',
    '{\n\t"gdpr": {"default_value": "0"}, "port": 8001, "adapters": {"appnexus": {"platform_id": "7"}}}',
    'adapters:\n  appnexus: &a {platform_id: "7"}\ngdpr:\n  <<: {default_value: "0"}\nport: "8001"\n',
  ];
  const outs = await Promise.all(ways.map(async (way) => (await convertText(t, 'go', way)).out));
  for (const out of outs) t.equal(out, outs[0]);
  t.match(parse(outs[0]!), { port: 8001, bidders: { appnexus: { platformId: '7' } } });
});

t.test('bidders that the old server has on come over, and --bidders adds more', async (t) => {
  const text = 'gdpr: {default_value: "1"}\nadapters: {rubicon: {xapi: {username: u}}, adform: {disabled: true}}\n';
  const { out, messages } = await convertText(t, 'go', text);
  t.equal((parse(out) as Settings)['bidders'], undefined, 'rubicon is off unless disabled is false');
  t.match(messages.join('\n'), /left out: rubicon, adform/);
  const added = await convert(sample('pbs.yaml'), '--from', 'go', '--bidders', 'ADFORM, pubmatic,pubmatik');
  t.ok(Object.keys((parse(added.out) as Settings)['bidders']!).includes('pubmatic'));
  t.match(added.messages.join('\n'), /^--bidders: Gavel has no bidder pubmatik: did you mean pubmatic\?$/m);
});

t.test('tmax_adjustments are converted only if enabled', async (t) => {
  const times =
    'bidder_network_latency_buffer_ms: 20, pbs_response_preparation_duration_ms: "30", bidder_response_duration_min_ms: 50';
  const host = (isOn: boolean) =>
    convertText(t, 'go', `gdpr: {default_value: "1"}\ntmax_adjustments: {enabled: ${isOn}, ${times}}\n`);
  const on = await host(true);
  t.match(parse(on.out), { auction: { networkReserveMs: 20, responseReserveMs: 30 } });
  t.match(on.messages.join('\n'), /^tmax_adjustments\.bidder_response_duration_min_ms: not supported: /m);
  const off = await host(false);
  t.notMatch(off.out, /ReserveMs/);
  t.match(
    off.messages.join('\n'),
    /^not needed, so left out: tmax_adjustments\.enabled, tmax_adjustments\.bidder_network/m,
  );
  t.notMatch(off.messages.join('\n'), /^tmax_adjustments/m);
});

t.test('account_required becomes accounts.required only if account_defaults are disabled', async (t) => {
  const host = (more: string) => convertText(t, 'go', `gdpr: {default_value: "1"}\naccount_required: true\n${more}`);
  const anyId = await host('');
  t.notMatch(anyId.out, /required/, 'the old server accepts accounts that are not stored');
  t.match(
    anyId.messages.join('\n'),
    /^account_required: not converted: it only requires an account id, but accounts\.required: true also rejects /m,
  );
  const stored = await host('account_defaults: {disabled: true}\n');
  t.match(parse(stored.out), { accounts: { required: true, defaults: { disabled: true } } });
  t.notMatch(stored.messages.join('\n'), /account_required/);
});

t.test("a cache's scheme may be in capitals, and a host that is null or a list is none", async (t) => {
  const host = (cache: string) => convertText(t, 'go', `gdpr: {default_value: "1"}\ncache: ${cache}\n`);
  t.match(parse((await host('{host: c.internal, scheme: HTTPS}')).out), { cache: { url: 'https://c.internal/cache' } });
  for (const none of ['~', '[a]']) t.notMatch((await host(`{host: ${none}, scheme: http}`)).out, 'http://');
});

t.test('a cache without a public address and stored data over HTTP are converted with messages', async (t) => {
  const { out, messages } = await convertText(
    t,
    'go',
    `gdpr: {default_value: "1"}
cache: {host: cache.internal, scheme: http}
stored_requests: {http: {endpoint: "http://texts.internal/s", use_rfc3986_compliant_request_builder: true}}
accounts: {http: {endpoint: "http://texts.internal/s"}}
`,
  );
  t.match(parse(out), { cache: { publicUrl: 'http://cache.internal/cache' }, stored: { source: 'http' } });
  const all = messages.join('\n');
  t.match(
    all,
    /^cache\.host: becomes cache\.publicUrl, which browsers get as hb_cache_host .* set cache\.publicUrl to a URL that they can reach$/m,
  );
  t.match(
    all,
    /^stored_requests\.http\.endpoint: converted, but Gavel also asks it .* its accounts must be in Gavel's format/m,
  );
  t.match(all, /^stored_requests\.http\.use_rfc3986\S+: not supported: Gavel always sends lists as JSON/m);
});

t.test('stored data in MySQL or PostgreSQL becomes stored.url, another database is reported', async (t) => {
  const converted = async (connection: string) => {
    const text = `gdpr: {default_value: "1"}\nstored_requests: {database: {connection: {dbname: pbs, ${connection}}}}\n`;
    const { out, messages } = await convertText(t, 'go', text);
    return { stored: (parse(out) as { stored?: object }).stored, messages: messages.join('\n') };
  };
  const mysql = 'driver: mysql, host: db, port: 3306, user: u, password: "a@b"';
  const found = await converted(mysql);
  t.match(found.stored, { source: 'mysql', url: 'mysql://u:a%40b@db:3306/pbs' });
  t.match(found.messages, /connection\.dbname: create views gavel_requests, gavel_imps and so on over the tables/);
  for (const [query, url] of [
    ['?parseTime=true', 'mysql://u:a%40b@db:3306/pbs'],
    ['tls=true&timeout=1s', 'mysql://u:a%40b@db:3306/pbs?ssl-mode=VERIFY_IDENTITY'],
    ['?tls=own-roots', 'mysql://u:a%40b@db:3306/pbs?ssl-mode=VERIFY_IDENTITY'],
    ['?tls=1', 'mysql://u:a%40b@db:3306/pbs?ssl-mode=VERIFY_IDENTITY'],
    ['?tls=false', 'mysql://u:a%40b@db:3306/pbs'],
    ['?tls=0', 'mysql://u:a%40b@db:3306/pbs'],
    ['?tls=skip-verify', 'mysql://u:a%40b@db:3306/pbs?ssl-mode=REQUIRED'],
  ])
    t.strictSame((await converted(`${mysql}, query_string: "${query}"`)).stored, { source: 'mysql', url });
  t.match((await converted('driver: postgres, query_string: "?sslmode=disable"')).stored, {
    source: 'postgres',
    url: 'postgres://localhost/pbs?sslmode=disable',
  });
  const other = await converted('driver: oracle');
  t.equal(other.stored, undefined);
  t.match(other.messages, /connection\.driver: not supported: Gavel reads PostgreSQL, MySQL, /);
});

t.test('settings of older and newer releases are converted', async (t) => {
  const { out, messages } = await convertText(
    t,
    'go',
    `gdpr: {default_value: "1"}
stored_requests: {filesystem: true, directorypath: /texts}
cache: {host: cache.example, scheme: https}
external_cache: {host: players.example, path: cache}
http_client: {throttle: {enable_throttling: true}, dialer: {timeout_seconds: 5}, expect_continue_timeout_seconds: 5}
currency_converter: {fetch_timeout_ms: 60000}
certificates_use_system: true
`,
  );
  t.match(parse(out), { cache: { publicUrl: 'https://players.example/cache' } });
  t.match(messages[0], /^certificates_use_system: not supported: .*NODE_EXTRA_CA_CERTS=FILE/);
  t.match(messages[1], /^stored_requests\.filesystem: not converted, .* other names: copy stored_requests to requests/);
  t.match(messages[2], /^adapters: /, 'no other message in between');
  t.notOk(messages.some((message) => message.includes('not a known setting')));
});

t.test('a lone surrogate in a user name is replaced in stored.url', async (t) => {
  const connection = { driver: 'postgres', dbname: 'a', host: 'h', user: '\ud800' };
  const text = JSON.stringify({ gdpr: { default_value: '1' }, stored_requests: { database: { connection } } });
  const { out } = await convertText(t, 'go', text);
  t.match(parse(out), { stored: { url: 'postgres://%EF%BF%BD@h/a' } });
});

t.test('of several sources of stored data one is converted, and each other one is reported', async (t) => {
  const convertStored = async (sources: string) => {
    const { out, messages } = await convertText(t, 'go', `gdpr: {default_value: "1"}\nstored_requests: {${sources}}\n`);
    return { stored: (parse(out) as { stored?: object }).stored, messages: messages.join('\n') };
  };
  const http = 'http: {endpoint: "https://s.example"}';
  const all = await convertStored(`${http}, database.connection: {driver: mysql, dbname: d}, filesystem.enabled: true`);
  t.match(all.stored, { source: 'http', url: 'https://s.example' });
  t.match(
    all.messages,
    /^stored_requests\.database\.connection\.dbname, stored_requests\.filesystem: not supported: .* one source; import/m,
  );
  const amp = await convertStored('http: {amp_endpoint: "https://amp.example"}');
  t.match(amp.stored, { source: 'http', url: 'https://amp.example' }, 'the only address is that of AMP requests');
  t.match(amp.messages, /^stored_requests\.http\.amp_endpoint: converted, but Gavel also asks it for responses/m);
});
