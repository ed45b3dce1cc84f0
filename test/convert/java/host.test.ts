/** Converts a realistic host of Prebid Server Java: the configuration and the messages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';
import { convert, convertText } from '../running-convert.ts';

const sample = (name: string): string => join(import.meta.dirname, 'samples', name);

t.test('the sample becomes the expected configuration', async (t) => {
  const { status, out } = await convert(sample('prebid-config.yaml'), '--from', 'java');
  t.equal(status, 0);
  t.equal(out, readFileSync(sample('prebid-config.gavel.yaml'), 'utf8'), 'the same as prebid-config.gavel.yaml');
});

t.test('the messages for the sample name what is left, and show no secret', async (t) => {
  const { out, messages } = await convert(sample('prebid-config.yaml'), '--from', 'java');
  const text = messages.join('\n');
  for (const secret of [
    'magnite-secret',
    'meta-secret',
    'pbc-secret',
    'of-google-alone',
    'debug-secret',
    'p@ss',
    'p%40ss',
  ]) {
    t.notMatch(text, secret);
  }
  t.match(out, 'magnite-secret', 'the service needs it');
  t.notMatch(text, 'fix:', 'no fault prevents a start');
  t.match(text, /^adapters\.homegrown: Gavel has no bidder of this name: give it an endpoint, or remove it$/m);
  t.match(text, /^adapters: disabled in the old server, so left out: pubmatic$/m);
  t.match(text, /^auctoin: is not a known setting of Prebid Server Java: did you mean auction\?$/m);
  t.match(text, /^spring\.config\.activate: what applies only in a profile, .* is left out/m);
  t.match(text, /^settings\.database\.type: create a view gavel_stored .*store:migrate/m);
  t.match(text, /^gdpr\.purposes\.p7\.enforce-purpose: not supported alone: .* set to basic/m);
  t.match(messages.at(-1), /^settings converted: \d+; set to the defaults of Prebid Server Java: \d+$/);
  t.ok(messages.length < 30, 'fewer than 30 messages');
});

t.test('the same input gives the same bytes', async (t) => {
  const first = await convert(sample('prebid-config.yaml'), '--from', 'java');
  t.strictSame(await convert(sample('prebid-config.yaml'), '--from', 'java'), first);
});

t.test("the smallest host gets the old server's defaults, each with its reason", async (t) => {
  const { out, messages } = await convertText(t, 'java', 'gdpr.default-value: 1\nadapters.appnexus.enabled: true\n');
  t.strictSame(parse(out), {
    port: 8080,
    namespace: 'prebid',
    auction: { tmaxDefaultMs: 5000, responseReserveMs: 20, tellServer: true, passClientHints: true },
    bidders: { appnexus: {} },
    validation: { wrongTypes: 'repair' },
    stored: { timeoutMs: 100 },
    accounts: { defaults: { defaultBidLimit: 1 } },
    cache: { tellLifetime: true },
    currency: { ratesUrl: 'https://cdn.jsdelivr.net/gh/prebid/currency-file@1/latest.json', refreshSeconds: 900 },
    targeting: { includeWinners: true, includeBidderKeys: true },
    userSync: {
      coopSync: true,
      optOutUrl: 'http://prebid.org/optout',
      optInUrl: 'http://prebid.org/optin',
    },
    privacy: {
      gdpr: {
        defaultScope: true,
        vendorListUrl: 'https://vendor-list.consensu.org',
        disclosedVendors: 'required',
      },
    },
    admin: { port: 8060 },
  });
  const pinned = out.split('\n').filter((one) => /Ms:|port:|include|Limit|coopSync|refreshSeconds/.test(one));
  for (const line of pinned) t.match(line, / # \w/, line);
  t.notMatch(messages.join('\n'), 'fix:');
});

t.test('a file without gdpr.default-value is reported to be fixed', async (t) => {
  const { status, messages } = await convertText(t, 'java', 'adapters.appnexus.enabled: true\n');
  t.equal(status, 0);
  t.match(messages.join('\n'), /^fix: privacy\.gdpr\.defaultScope is missing: /m);
});

t.test('all settings of the shipped file are known, with five messages', async (t) => {
  const { out, messages } = await convert(sample('shipped.yaml'), '--from', 'java');
  t.match(
    messages[0],
    /price-floors\.enabled: ignored: price-floors\.enabled of the host is not true, so floors stay off$/,
  );
  t.match(messages[1], /^gdpr\.purpose-one-treatment-interpretation: not supported: /);
  t.match(
    messages[2],
    /^not needed, so left out: .*, server\.http\.enabled, .*, vertx, .*, gdpr\.vendorlist\.v2\.deprecated, /,
  );
  t.match(messages[3], /^fix: privacy\.gdpr\.defaultScope is missing: /);
  t.equal(messages.length, 5, messages.join('\n'));
  t.notMatch(out, 'priceFloors');
});

t.test('keys may be in any spelling, in several documents, in JSON, or have placeholders', async (t) => {
  const ways = [
    'gdpr: {default-value: 0}\ncookie-sync: {max-limit: 7}\nadapters: {alliance_gravity: {enabled: true}}\n',
    'gdpr.defaultValue: "0"\nCOOKIE_SYNC.maxLimit: 7\nadapters.allianceGravity.enabled: on\n',
    'gdpr: {default_value: 1}\n---\ngdpr: {defaultvalue: 0}\n---\ncookieSync: {max_limit: "7"}\nadapters: {alliancegravity: {enabled: yes}}\n',
    '{"gdpr": {"default-value": false}, "cookie-sync": {"max-limit": 7}, "adapters": {"alliancegravity": {"enabled": "TRUE"}}}',
    'gdpr.default-value: ${GDPR:0}\ncookie-sync: {max-limit: "${LIMIT:7}"}\nadapters.alliancegravity.enabled: ${ON:true}\n',
  ];
  const outs = await Promise.all(ways.map(async (way) => (await convertText(t, 'java', way)).out));
  for (const out of outs) t.equal(out, outs[0]);
  t.match(parse(outs[0]!), {
    privacy: { gdpr: { defaultScope: false } },
    accounts: { defaults: { cookieSync: { maxLimit: 7 } } },
    bidders: { alliance_gravity: {} },
  });
});

t.test('a placeholder without a default is reported, and the document of a profile is ignored', async (t) => {
  const text =
    'adapters.acme: {enabled: true, endpoint: "https://${HOST}/bid"}\n---\nspring.profiles: test\nadmin.port: 1\n';
  const { out, messages } = await convertText(t, 'java', text);
  t.match(
    messages.join('\n'),
    /^adapters\.acme\.endpoint: contains a \$\{…\} placeholder that the old server fills in: write its value at bidders\.acme\.endpoint$/m,
  );
  t.match(messages.join('\n'), /^spring\.profiles: what applies only in a profile, .* is left out/m);
  const active = await convertText(t, 'java', 'spring.profiles.active: prod\nadmin.port: 1\n');
  t.match(
    parse(active.out),
    { admin: { port: 1 } },
    'spring.profiles.active does not make a document one of a profile',
  );
  t.match(parse(out), { admin: { port: 8060 } });
  const places = 'external-url: ${URL}\nserver.http: {port: "${PORT}"}\ngdpr.host-vendor-id: "${VENDOR:}"\n';
  const refused = (await convertText(t, 'java', `gdpr.default-value: 0\n${places}`)).messages.join('\n');
  t.match(
    refused,
    /^external-url: contains a \$\{…\} placeholder .* write its value at externalUrl$/m,
    'not reported as an invalid URL',
  );
  t.match(refused, /^server\.http\.port: contains a \$\{…\} placeholder .* write its value at port$/m);
  t.notMatch(refused, /host-vendor-id/, 'an empty default is no value');
  const nested = await convertText(t, 'java', 'gdpr.default-value: 0\nexternal-url: "${A:${B:http://n.example}}"\n');
  t.match(parse(nested.out), { externalUrl: 'http://n.example' });
});
