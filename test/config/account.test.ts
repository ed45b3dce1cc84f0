/** Accounts are checked against the schema of accounts.defaults. */
import t from 'tap';
import { checkAccount } from '../../src/config/account.ts';
import { parseJson } from '../../src/openrtb/long-integers.ts';

t.test('a valid account has no faults', async (t) => {
  const whole = {
    id: '1001',
    disabled: false,
    debugAllowed: true,
    defaultBidLimit: 2,
    preferredMediaType: { appnexus: 'video', Mine: 'native' },
    validation: { bannerSize: 'enforce', bannerMaxWidth: 970, bannerMaxHeight: 0, secureMarkup: 'warn' },
    secondaryBidders: ['appnexus', 'Mine'],
    bidRounding: 'true',
    tellBidRank: true,
    bidAdjustments: {
      mediatype: {
        'video-outstream': { appnexus: { 'deal 1': [{ adjtype: 'multiplier', value: 99.9 }] } },
        '*': {
          '*': {
            '*': [
              { adjtype: 'cpm', value: 0, currency: 'EUR' },
              { adjtype: 'static', value: 1, currency: 'usd' },
            ],
          },
        },
      },
    },
    targeting: { truncateKeyLength: 0, prefix: 'xx', includeWinners: true, includeBidderKeys: true },
    cache: { bannerTtlSeconds: 60, videoTtlSeconds: 0 },
    events: { enabled: true },
    cookieSync: { defaultLimit: 3, maxLimit: 5, coopSync: false, priorityGroups: [['appnexus'], ['Mine', 'rubicon']] },
    privacy: {
      gdpr: {
        enabled: true,
        channelEnabled: { web: true, amp: true, app: false, dooh: false },
        defaultScope: false,
        purposes: { p2: { enforce: 'none' } },
        specialFeature1: { enforce: false },
      },
      ccpa: { enforce: false, channelEnabled: { app: true } },
      lmt: { enforce: true },
      allowActivities: {
        transmitTid: {
          default: true,
          rules: [
            {
              condition: { componentName: ['a'], componentType: ['Bidder', 'rtd'], gppSid: [7], gpc: '1' },
              allow: false,
            },
          ],
        },
      },
    },
    bidders: { appnexus: { enabled: false } },
  };
  t.strictSame(checkAccount(whole), []);
  t.strictSame(checkAccount({}), []);
  t.strictSame(checkAccount({ targeting: null }), [], 'null is no value');
});

const wrong: readonly (readonly [json: string, faults: readonly string[]])[] = [
  ['[]', ['the account must be a map of settings (key: value), not a list']],
  ['"x"', ['the account must be a map of settings (key: value), not the given value']],
  ['{"secondaryBidders": "appnexus"}', ['secondaryBidders must be a list such as [a, b], not "appnexus"']],
  ['{"bidRounding": true}', ['bidRounding must be "down" or "up" or "true" or "timesplit", not true']],
  ['{"disabled": "yes"}', ['disabled must be true or false, not "yes"']],
  ['{"id": 1001}', ['id must be a text of up to 4096 characters, not 1001']],
  [
    '{"privacy": {"ccpa": {"channelEnabled": {"apps": true}}}}',
    ['privacy.ccpa.channelEnabled.apps is not a setting: did you mean privacy.ccpa.channelEnabled.app?'],
  ],
  [
    '{"validation": {"secureMarkup": "on", "bannerMaxWidth": -1}}',
    [
      'validation.bannerMaxWidth must be a whole number from 0 to 100000, not -1',
      'validation.secureMarkup must be "skip" or "warn" or "enforce", not "on"',
    ],
  ],
  [
    '{"validation": {"unknownBidder": "warn"}}',
    [
      'validation.unknownBidder is not a setting: remove it, or use one of bannerSize, bannerMaxWidth, bannerMaxHeight, secureMarkup',
    ],
  ],
  [
    '{"preferredMediaType": {"a": "popup", "a b": "video", "b": null}}',
    [
      'preferredMediaType.a must be "banner" or "video" or "audio" or "native", not "popup"',
      'preferredMediaType["a b"] has an invalid name: it must be a bidder code of letters, digits, "_", "-" and "." (64 at most)',
      'preferredMediaType.b is missing: it must be "banner" or "video" or "audio" or "native": Its media type.',
    ],
  ],
  [
    '{"privacy": {"dsa": {"default": {"transparency": [{"dsaparams": ["1"]}, {"params": [1]}]}}}}',
    [
      'privacy.dsa.default.transparency[0].dsaparams[0] must be a whole number, not "1"',
      'privacy.dsa.default.transparency[1].params is not a setting: remove it, or use one of domain, dsaparams',
    ],
  ],
  ['{"cache": {"bannerTtl": 5}}', ['cache.bannerTtl is not a setting: did you mean cache.bannerTtlSeconds?']],
  ['{"bidders": {"__proto__": {"enabled": true}}}', ['bidders.__proto__ is a reserved name: use another']],
  [
    '{"privacy": {"allowActivities": {"syncUser": {"rules": [{}]}}}}',
    [
      'privacy.allowActivities.syncUser.rules[0].allow is missing: it must be true or false: Whether a match allows the activity.',
    ],
  ],
  [
    '{"privacy": {"allowActivities": {"syncUser": {"rules": [{"condition": {"componentType": ["bider"]}, "allow": false}]}}}}',
    ['privacy.allowActivities.syncUser.rules[0].condition.componentType[0] must be bidder or analytics'],
  ],
  [
    '{"bidAdjustments": {"mediatype": {"banner": {"a": {"d": [{"adjtype": "cpm", "value": 1}]}}}}}',
    ['bidAdjustments.mediatype.banner.a.d is invalid at [0]: currency must be three letters such as EUR'],
  ],
  [
    '{"bidAdjustments": {"mediatype": {"*": {"a": {}, "A": {}}}}}',
    ['bidAdjustments.mediatype["*"].A differs from another name only in case: keep one'],
  ],
  [
    '{"bidAdjustments": {"mediatype": {"video": {}, "banner": {"a b": {}, "a": {"": []}}}}}',
    [
      'bidAdjustments.mediatype.video is not a setting: did you mean bidAdjustments.mediatype.video-instream?',
      'bidAdjustments.mediatype.banner["a b"] has an invalid name: it must be a bidder code, or "*"',
      'bidAdjustments.mediatype.banner.a[""] has an invalid name: it must be the id of a deal (200 characters at most), or "*"',
    ],
  ],
  [
    '{"bidAdjustments": {"mediatype": {"native": {"a": {"*": [{"adjtype": "add", "value": -1, "currency": "EURO"}]}}}}}',
    [
      'bidAdjustments.mediatype.native.a["*"][0].adjtype must be "multiplier" or "cpm" or "static", not "add"',
      'bidAdjustments.mediatype.native.a["*"][0].value must be a number from 0 to 1000000000, not -1',
      'bidAdjustments.mediatype.native.a["*"][0].currency must be a currency such as EUR, not "EURO"',
    ],
  ],
];

t.test('each fault of an account names the path and the fix', async (t) => {
  for (const [json, faults] of wrong) t.strictSame(checkAccount(JSON.parse(json)), faults, json);
});

t.test('a number of twenty digits is out of range', async (t) => {
  t.strictSame(checkAccount(parseJson('{"defaultBidLimit":10000000000000000001}')), [
    'defaultBidLimit must be a whole number from 0 to 1000, not 10000000000000000000',
  ]);
});

t.test('a very deep account has one fault, a very wide one at most 20', async (t) => {
  const deep = JSON.parse(`${'{"privacy":'.repeat(2000)}1${'}'.repeat(2000)}`);
  t.equal(checkAccount(deep).length, 1);
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, at]));
  t.equal(checkAccount(wide).length, 20);
});
