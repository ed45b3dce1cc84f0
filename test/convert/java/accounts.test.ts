/** Converts accounts of Prebid Server Java from settings.yaml and single files, in newer and older spellings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { checkAccount } from '../../../src/config/account.ts';
import { testFolder } from '../../support/folder.ts';
import { convert, convertAccount, oldFile } from '../running-convert.ts';

const sample = (name: string): string => join(import.meta.dirname, 'samples', name);

/** The converted accounts with these ids. */
function accountsIn(stored: string, ...ids: readonly string[]): object[] {
  return ids.map((id) => JSON.parse(readFileSync(join(stored, 'accounts', `${id}.json`), 'utf8')) as object);
}

/** Converts one account of this text without a host. */
const account = (t: Test, text: string) => convertAccount(t, 'java', { text, name: 'a.yaml' });

t.test('the accounts of the sample are converted together with their host', async (t) => {
  const stored = testFolder(t);
  const accounts = ['--accounts', sample('settings.yaml'), '--stored', stored];
  const { status, messages } = await convert(sample('prebid-config.yaml'), '--from', 'java', ...accounts);
  t.equal(status, 0);
  const [newer, older, snake] = accountsIn(stored, '1001', '1002', '1003');
  for (const one of [newer, older, snake]) t.strictSame(checkAccount(one), [], 'the account is valid');
  t.strictSame(newer, {
    debugAllowed: false,
    maxImps: 20,
    validation: { bannerSize: 'enforce' },
    preferredMediaType: { alliance_gravity: 'video' },
    bidAdjustments: { mediatype: { banner: { rubicon: { '*': [{ adjtype: 'multiplier', value: 0.9 }] } } } },
    bidRounding: 'up',
    targeting: {
      truncateKeyLength: 30,
      includeWinners: true,
      includeBidderKeys: false,
      preferDeals: true,
      priceGranularity: 'low',
      prefix: 'pub',
    },
    cache: { bannerTtlSeconds: 100, videoTtlSeconds: 200 },
    events: { enabled: true, channels: { web: true, amp: true, dooh: true } },
    vtrack: { maxTtlSeconds: 900 },
    cookieSync: { defaultLimit: 4, maxLimit: 9, coopSync: true },
    priceFloors: {
      enabled: true,
      enforceRate: 50,
      fetch: {
        url: 'https://floors.example/1001.json',
        timeoutMs: 1000,
        maxBytes: 102_400,
        maxRules: 500,
        maxAgeSeconds: 86_400,
        periodSeconds: 3600,
      },
    },
    privacy: {
      gdpr: {
        enabled: true,
        channelEnabled: { web: true, app: false },
        purposes: { p2: { enforce: 'basic', vendorExceptions: ['appnexus'] } },
        specialFeature1: { enforce: true, vendorExceptions: ['rubicon'] },
      },
      ccpa: { enforce: false, channelEnabled: { amp: true } },
      dsa: {
        default: { dsarequired: 2, pubrender: 0, transparency: [{ domain: 'a.example', dsaparams: [1, 2] }] },
        gdprOnly: true,
      },
      allowActivities: {
        fetchBids: {
          default: true,
          rules: [
            {
              condition: {
                componentName: ['rubicon'],
                componentType: ['bidder'],
                gppSid: [8],
                geo: ['USA.CA'],
                gpc: '1',
              },
              allow: false,
            },
          ],
        },
        transmitEids: { default: false },
      },
    },
  });
  t.strictSame(older, {
    disabled: true,
    cache: { bannerTtlSeconds: 100 },
    events: { enabled: true },
    privacy: {
      gdpr: { channelEnabled: { amp: false }, purposes: { p1: { enforce: 'basic' } } },
      ccpa: { enforce: true },
    },
  });
  t.strictSame(snake, { defaultIntegration: 'pbjs', cache: { videoTtlSeconds: 300 } });
  const text = messages.join('\n');
  t.match(
    text,
    /^account "1001" auction\.price-floors\.fetch\.url: is not fetched until you add floors\.example to priceFloors\.providerHosts/m,
  );
  t.match(text, /^account "1001" privacy\.allowactivities: rules with privacyreg \(privacy modules\) are left out/m);
  t.match(text, /^account "1003" auction\.colour: is not a known setting of Prebid Server Java: /m);
  t.match(text, /^3 accounts written to /m);
});

t.test("an account's targeting is converted, and an unknown granularity is reported", async (t) => {
  const keys = 'targeting: {includeformat: true, preferdeals: true, alwaysincludedeals: false}';
  const { settings, messages } = await account(t, `id: a\nauction: {price-granularity: medium, ${keys}}\n`);
  const wanted = { includeFormat: true, preferDeals: true, alwaysIncludeDeals: false, priceGranularity: 'med' };
  t.strictSame(settings, { targeting: wanted });
  t.notMatch(messages, /targeting|granularity/);
  const unknown = await account(t, 'id: a\nprice-granularity: UNKNOWN\n');
  t.strictSame(unknown.settings, {});
  t.match(unknown.messages, /^not needed in accounts, so left out: price-granularity$/m);
  const wrong = await account(t, 'id: a\nprice-granularity: fine\n');
  t.match(wrong.messages, /price-granularity: must be low or med or /);
});

t.test("an account's imp limit, cache and event channels are converted", async (t) => {
  const rest = 'analytics: {auction-events: {pbjs: true, app: false}}\n';
  const { settings, messages } = await account(
    t,
    `id: a\nauction: {impression-limit: 0, cache: {enabled: false}}\n${rest}`,
  );
  t.strictSame(settings, { cache: { enabled: false }, events: { channels: { web: true, app: false } } });
  t.match(messages, /^not needed in accounts, so left out: auction\.impression-limit$/m);
  const negative = await account(t, 'id: a\nauction: {impression-limit: -1}\n');
  t.strictSame(negative.settings, {}, 'a negative limit is no limit');
  t.notMatch(negative.messages, /^account/m);
});

t.test("an account's floors are on unless its host has them off", async (t) => {
  const text = 'id: a\nauction: {price-floors: {enabled: true, max-rules: 5}}\n';
  const alone = await account(t, text);
  t.strictSame(alone.settings, { priceFloors: { enabled: true, maxRules: 5 } });
  const { settings, messages } = await convertAccount(t, 'java', {
    text,
    name: 'a.yaml',
    host: 'gdpr.default-value: 1\n',
  });
  t.strictSame(settings, {});
  t.match(
    messages,
    /^account "a" auction\.price-floors\.enabled: ignored: price-floors\.enabled of the host is not true, so floors stay off$/m,
  );
});

t.test('every spelling of Jackson is read, and status becomes disabled', async (t) => {
  const wanted = { disabled: true, targeting: { truncateKeyLength: 9 }, cookieSync: { coopSync: false } };
  for (const text of [
    'status: inactive\nauction: {truncate-target-attr: 9}\ncookie-sync: {coop-sync: {default: false}}\n',
    'status: INACTIVE\nauction: {truncateTargetAttr: 9}\ncookieSync: {coopSync: {default: false}}\n',
    '{"status": "inactive", "truncate_target_attr": 9, "cookie_sync": {"default_coop_sync": false}}',
  ])
    t.strictSame((await account(t, text)).settings, wanted, text);
  t.match(
    (await account(t, 'status: asleep\n')).messages,
    /^account "a" status: must be active or inactive: correct it$/m,
  );
  t.strictSame((await account(t, 'status: active\n')).settings, {});
});

t.test('cookie-sync.pri becomes priorityGroups', async (t) => {
  const pairs = [
    ['cookie-sync: {pri: [rubicon, APPNEXUS]}', [['rubicon', 'appnexus']]],
    ['cookie-sync: {coop-sync: {pri: [[rubicon], [appnexus, ""]]}}', [['rubicon'], ['appnexus']]],
  ] as const;
  for (const [text, priorityGroups] of pairs) {
    const { settings, messages } = await account(t, `${text}\n`);
    t.strictSame(settings, { cookieSync: { priorityGroups } }, text);
    t.notMatch(messages, /pri:/, text);
  }
});

t.test('auction.ranking becomes tellBidRank', async (t) => {
  for (const enabled of [true, false]) {
    const { settings, messages } = await account(t, `auction: {ranking: {enabled: ${enabled}}}\n`);
    t.strictSame(settings, { tellBidRank: enabled });
    t.notMatch(messages, /ranking/);
  }
});

t.test('every bid-rounding and every older word for a purpose is converted', async (t) => {
  for (const word of ['down', 'up', 'true', 'timesplit'])
    t.strictSame((await account(t, `auction: {bid-rounding: ${word}}\n`)).settings, { bidRounding: word });
  for (const [word, enforce] of Object.entries({
    no: 'none',
    basic: 'basic',
    full: 'full',
    FULL: 'full',
    false: 'none',
  })) {
    const { settings } = await account(t, `gdpr: {purposes: {p3: {enforcePurpose: ${word}, enforceVendors: false}}}\n`);
    t.strictSame(settings, { privacy: { gdpr: { purposes: { p3: { enforce } } } } }, word);
  }
});

t.test('a value of a wrong type is reported, and the account stays valid', async (t) => {
  const wrong = 'auction: {banner-cache-ttl: [1], bidadjustments: 5, preferredmediatype: [a], bid-rounding: {}}\n';
  const privacy = 'privacy: {allowactivities: 3, dsa: {default: 7}, gdpr: {channel-enabled: {web: maybe}}}\n';
  const { settings, messages } = await account(t, `${wrong}${privacy}`);
  t.strictSame(checkAccount(settings), [], 'the account is valid');
  for (const path of [
    'auction.banner-cache-ttl',
    'auction.bidadjustments',
    'privacy.allowactivities',
    'privacy.gdpr.channel-enabled.web',
  ])
    t.match(messages, `${path}: `, path);
});

t.test('an id is kept as it is spelt, whatever its length', async (t) => {
  const stored = testFolder(t);
  const text =
    'accounts:\n  - {id: 12345678901234567890, debug: {allow: true}}\n  - {id: 007, status: inactive}\n  - 5\n';
  const file = oldFile(t, text, 'settings.yaml');
  const { messages } = await convert('--accounts', file, '--from', 'java', '--stored', stored);
  t.strictSame(accountsIn(stored, '12345678901234567890', '007'), [{ debugAllowed: true }, { disabled: true }]);
  t.match(messages.join('\n'), /accounts\[2\] is not a map of settings/);
});
