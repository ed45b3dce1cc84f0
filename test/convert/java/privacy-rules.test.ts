/** Converts single settings of Prebid Server Java about user sync, privacy and the rest, with messages where Gavel behaves differently. */
import t from 'tap';
import { runCases, type Case } from './rule-cases.ts';

/** The settings of a host whose accounts get `maxLimit` syncs at most, and may override it. */
const mostSyncs = (maxLimit: number): object => ({
  accounts: { defaults: { cookieSync: { maxLimit } } },
  userSync: { maxLimit: undefined },
});

const groups: { readonly [name: string]: readonly Case[] } = {
  'user sync': [
    ['cookie-sync.max-limit: 7', mostSyncs(7)],
    ['cookie-sync.max-limit: 7\nsettings.default-account-config: {cookie-sync: {max-limit: 9}}', mostSyncs(9)],
    [`cookie-sync.max-limit: 7\nsettings.default-account-config: '{"cookieSync": {"maxLimit": 9}}'`, mostSyncs(9)],
    [`cookie-sync.max-limit: 7\nsettings.default-account-config: '{"cookieSync": {"defaultLimit": 9}}'`, mostSyncs(7)],
    ['cookie-sync.pri: rubicon, APPNEXUS', { userSync: { priorityGroups: [['rubicon', 'appnexus']] } }],
    [
      'host-cookie.max-cookie-size-bytes: 0',
      { userSync: { maxCookieBytes: undefined } },
      /^host-cookie\.max-cookie-size-bytes: is 0, but Gavel needs a limit/m,
    ],
    ['setuid.number-of-uid-cookies: 1\nhost-cookie.ttl-days: 90', {}],
    ['host-cookie: {family: f}', {}, /^fix: userSync\.hostCookie\.cookieName is missing/m],
  ],
  privacy: [
    ['gdpr.enabled: false', { privacy: { gdpr: { enabled: false, vendorListUrl: undefined } } }],
    [
      'gdpr.purposes.p2: {enforce-purpose: no, enforce-vendors: false}',
      { privacy: { gdpr: { purposes: { p2: { enforce: 'none' } } } } },
    ],
    [
      'gdpr.purposes.p2.enforce-purpose: no',
      { privacy: { gdpr: { purposes: { p2: { enforce: 'basic' } } } } },
      /^gdpr\.purposes\.p2\.enforce-purpose: not supported alone: .* set to basic/m,
    ],
    [
      'gdpr.purposes.p2.enforce-purpose: basic',
      { privacy: { gdpr: { purposes: { p2: { enforce: 'basic' } } } } },
      /^gdpr\.purposes\.p2\.enforce-purpose: basic asks for consent .* legitimate interest/m,
    ],
    ['gdpr.purposes.p7.enforce-purpose: basic', { privacy: { gdpr: { purposes: { p7: { enforce: 'basic' } } } } }],
    [
      'gdpr.purposes.p4: {enforce-purpose: no, enforce-vendors: false}',
      { privacy: { gdpr: { purposes: { p4: { enforce: 'none' } } } } },
      /^gdpr\.purposes\.p4\.enforce-purpose: converted, but the old server then sends user ids to all bidders/m,
    ],
    [
      'gdpr.purposes.p2: {enforce-purpose: full, enforce-vendors: false}',
      { privacy: { gdpr: { purposes: undefined } } },
      /^gdpr\.purposes\.p2\.enforce-vendors: not supported alone: .* \(enforce: none\)$/m,
    ],
    [
      'gdpr.purposes.p2: {enforce-purpose: some}',
      {},
      /^gdpr\.purposes\.p2\.enforce-purpose: must be full, basic or no: correct it/m,
    ],
    [
      'gdpr.purposes.p11.enforce-purpose: full',
      {},
      /^gdpr\.purposes\.p11: is not a known setting of Prebid Server Java: /m,
    ],
    [
      'gdpr.vendorlist.v2: {cache-dir: /v, http-endpoint-template: "https://l.example/{VERSION}"}',
      { privacy: { gdpr: { vendorListDir: '/v', vendorListUrl: 'https://l.example/{VERSION}' } } },
    ],
    ['gdpr.eea-countries: "de, ch,UK"', { privacy: { gdpr: { countries: ['DEU', 'CHE', 'GBR'] } } }],
    ['gdpr.eea-countries: [fr]', { privacy: { gdpr: { countries: ['FRA'] } } }],
    [
      'gdpr.eea-countries: de,ic,xx,DEU',
      { privacy: { gdpr: { countries: ['DEU', 'ESP'] } } },
      /^gdpr\.eea-countries: converted without XX, DEU: list codes of two letters, or add what is meant to privacy\.gdpr\.count/m,
    ],
    ['gdpr.purpose-one-treatment-interpretation: ignore', {}, /^gdpr\.purpose-one-\S+: not supported: if a consent /m],
    ['gdpr.purpose-one-treatment-interpretation: access-allowed', {}, /^(?![^]*^gdpr\.purpose-one-treatment)/m],
    ['ccpa.enforce: off', { privacy: { ccpa: { enforce: false } } }],
    [
      'ipv6.anon-left-mask-bits: 40\nipv4.anon-left-mask-bits: "16"',
      { accounts: { defaults: { privacy: { ipv6: { anonKeepBits: 40 }, ipv4: { anonKeepBits: 16 } } } } },
    ],
    ['ipv6.anon-left-mask-bits: 56', { accounts: { defaults: { privacy: undefined } } }],
    ['gdpr.strict-disclosed-vendors-treatment: "true"', { privacy: { gdpr: { disclosedVendors: 'required' } } }],
    ['gdpr.strict-disclosed-vendors-treatment: false', { privacy: { gdpr: { disclosedVendors: 'ignored' } } }],
    ['gdpr.host-vendor-id: 0', { privacy: { gdpr: { disclosedVendors: 'required' } } }],
    ['gdpr.enabled: off', { privacy: { gdpr: { disclosedVendors: undefined } } }],
    ['gdpr.consent-string-means-in-scope: true', {}, /^gdpr\.consent-string-means-in-scope: not supported: a TCF /m],
    ['gdpr.consent-string-means-in-scope: false', {}],
    ['gdpr.geolocation.enabled: true', {}, /^gdpr\.geolocation\.enabled: not supported: Gavel does not look up loc/m],
    ['gdpr.vendorlist.live.startup-cache-dir: /l', { privacy: { gdpr: { vendorListDir: '/l' } } }],
  ],
  'other settings': [
    [
      'price-floors.enabled: true',
      {
        accounts: {
          defaults: { priceFloors: { enabled: true, enforceDealFloors: true, maxRules: 100, maxSchemaDims: 3 } },
        },
      },
    ],
    [
      'price-floors.enabled: true\nsettings.default-account-config: "{}"',
      { accounts: { defaults: { priceFloors: { enabled: true, maxRules: undefined } } } },
    ],
    ['logging.level: {root: OFF, org.prebid: DEBUG}', { log: { level: 'silent' } }],
    [
      'metrics.accounts: {basic-verbosity: "1,2", detailed-verbosity: [2, 3]}',
      { admin: { metricAccounts: ['1', '2', '3'] } },
    ],
    [
      'metrics.accounts: {basic-verbosity: [], detailed-verbosity: ""}',
      { admin: { metricAccounts: undefined } },
      /^not needed, so left out: metrics\.accounts$/m,
    ],
    [
      'metrics: {graphite: {enabled: false, host: g}, prometheus: {enabled: false, port: 1}}\nspring.application.name: x',
      {},
    ],
    [
      'metrics.logback: {enabled: true, name: METRICS}',
      {},
      /^metrics\.logback\.enabled: not supported: scrape \/metrics of admin\.host and admin\.port/m,
    ],
    ['analytics.log.enabled: true', {}, /^analytics\.log\.enabled: not supported: set analytics\.file /m],
    ['metrics.prometheus.port: 9090', {}, /^metrics\.prometheus\.port: not supported: scrape \/metrics of admin/m],
    ['hooks: {a: {enabled: false}, modules: {a: {b: 1}}}', {}],
    ['hooks.ortb2-blocking.enabled: true', {}, /^hooks\.ortb2-blocking\.enabled: not supported: modules of Prebid/m],
    ['logging.file.name: /var/log/pbs.log', {}, /^logging\.file: not supported: Gavel logs lines of JSON to standard/m],
    ['deals.planner.username: u', {}, /^deals: not supported: Gavel has no deals planner/m],
  ],
};

for (const [name, cases] of Object.entries(groups)) t.test(name, (t) => runCases(t, cases));
