/** Whether the service's own `ext` of the request, the user and the device can be obeyed (spec 4.1; decisions, 'Wrong fields'). */
import t from 'tap';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { validateExt } from '../../../src/stages/prepare/validate-ext.ts';
import { validatePricing } from '../../../src/stages/prepare/validate-pricing.ts';

const rules = {
  namespace: 'svc',
  isKnownInAnyCase: (name: string) => /^bidder/i.test(name),
  nameOf: (name: string) => (/^bidder.$/i.test(name) ? `bidder${name.slice(-1).toUpperCase()}` : undefined),
};
const schain = { complete: 1, nodes: [] };

/** Both validations of the extension together: no rule stands in both. */
function validate(request: BidRequest) {
  const [ext, pricing] = [validateExt(request, rules), validatePricing(request, rules)];
  return { faults: [...ext.faults, ...pricing.faults], warnings: [...ext.warnings, ...pricing.warnings] };
}

const ofRequest = (svc: object): BidRequest => ({ ext: { svc } });
const granularity = (pricegranularity: unknown): object => ({ targeting: { pricegranularity } });
const ofUser = (svc: object): string[] => validate({ user: { ext: { svc } } }).faults;
const warnings = (svc: object): string[] => validate(ofRequest(svc)).warnings.map(({ message }) => message);
const unknown = (path: string): string => `${path} names "x", which is no bidder here: ignored`;

t.test('members of A and B that would cost money if they were ignored in silence', (t) => {
  t.match(warnings({ bidadjustments: { mediatype: {} } }), [/^ext\.svc\.bidadjustments has no effect, no price/]);
  t.match(warnings({ storedauctionresponse: { id: 'sar' } }), [
    /^ext\.svc\.storedauctionresponse has no effect, bidders/,
  ]);
  t.match(warnings({ floors: { data: {} } }), [/^ext\.svc\.floors has no effect, no floor/]);
  t.strictSame(warnings({ bidadjustments: undefined, storedauctionresponse: null, floors: { enabled: false } }), []);
  t.end();
});

t.test('a valid extension has neither faults nor warnings', (t) => {
  const cases: BidRequest[] = [
    {},
    { ext: {} },
    ...[
      {},
      { targeting: {} },
      ...['low', 'med', 'medium', 'high', 'auto', 'dense'].map((pricegranularity) => ({
        targeting: { pricegranularity },
      })),
      {
        targeting: {
          pricegranularity: {
            precision: 0,
            ranges: [
              { max: 1, increment: 0.5 },
              { max: 2, increment: 1 },
            ],
          },
        },
      },
      {
        targeting: {
          pricegranularity: {
            precision: 15,
            ranges: [
              { min: 0, max: 5, increment: 1 },
              { min: 5, max: 9, increment: 1 },
            ],
          },
          mediatypepricegranularity: { banner: 'low', video: 'dense', native: 'med' },
        },
      },
      {
        bidadjustmentfactors: {
          bidderA: 0.01,
          bidderB: 2,
          mediatypes: { 'video-outstream': { bidderA: 1 }, banner: {} },
        },
      },
      { aliases: { mine: 'bidderA' }, aliasgvlids: { mine: 1 } },
      { currency: { rates: { USD: { EUR: 0.9, GBP: 1e-9 }, EUR: {} } } },
      {
        schains: [
          { bidders: ['bidderA', 'bidderB'], schain },
          { bidders: ['*'], schain },
        ],
      },
      { 'no-sale': ['*'], nosale: ['bidderA', 'bidderB'] },
      { channel: { name: 'web' } },
      { cache: { vastxml: {} }, targeting: {} },
      {
        data: { bidders: [] },
        bidderparams: { bidderA: {} },
        multibid: [{ bidder: 'bidderA' }, { bidders: ['bidderB'] }],
      },
      { bidderconfig: { bidders: ['bidderA'], config: {} } },
      { bidderconfig: [{ bidders: ['*'] }, {}] },
    ].map(ofRequest),
    { user: { ext: { svc: { buyeruids: { bidderA: 'x' } } } } },
    { device: { ext: { svc: { interstitial: { minwidthperc: 0, minheightperc: 100 } } } } },
    { device: { ext: { svc: {} } } },
    { ext: { prebid: { channel: {} } } },
  ];
  for (const request of cases) t.same(validate(request), { faults: [], warnings: [] }, JSON.stringify(request));
  t.end();
});

t.test('each rule broken is one fault at its path', (t) => {
  const cases: [object, RegExp][] = [
    [granularity('mid'), /^ext\.svc\.targeting\.pricegranularity must be one of low, med/],
    [granularity({ precision: -1 }), /^ext\.svc\.targeting\.pricegranularity\.precision must/],
    [granularity({ precision: 16 }), /^ext\.svc\.targeting\.pricegranularity\.precision must/],
    [
      granularity({
        ranges: [
          { max: 2, increment: 1 },
          { max: 2, increment: 1 },
        ],
      }),
      /pricegranularity\.ranges\[1\]\.max must/,
    ],
    [granularity({ ranges: [{ max: 2, increment: 0 }] }), /pricegranularity\.ranges\[0\]\.increment must/],
    [granularity({ ranges: [{ max: 2, increment: -0.1 }] }), /pricegranularity\.ranges\[0\]\.increment must/],
    [granularity({ ranges: [{ increment: 1 }] }), /pricegranularity\.ranges\[0\]\.max must/],
    [
      { targeting: { mediatypepricegranularity: { video: 'mid' } } },
      /^ext\.svc\.targeting\.mediatypepricegranularity\.video must be one of/,
    ],
    [
      { bidadjustmentfactors: { bidderA: 0 } },
      /^ext\.svc\.bidadjustmentfactors\.bidderA must be above 0, not 0: correct it$/,
    ],
    [{ bidadjustmentfactors: { bidderA: -1 } }, /^ext\.svc\.bidadjustmentfactors\.bidderA must be above 0, not -1/],
    [
      { bidadjustmentfactors: { bidderA: 1, BIDDERA: 1 } },
      /^ext\.svc\.bidadjustmentfactors\.BIDDERA differs .* only by case/,
    ],
    [
      { bidadjustmentfactors: { mediatypes: { video: { bidderA: 0 } } } },
      /^ext\.svc\.bidadjustmentfactors\.mediatypes\.video\.bidderA must be above 0/,
    ],
    [
      { aliases: { mine: 'x' }, aliasgvlids: { mine: 0 } },
      /^ext\.svc\.aliasgvlids\.mine must be a vendor id of 1 or more, not 0/,
    ],
    [{ currency: { rates: { usd: {} } } }, /^ext\.svc\.currency\.rates\.usd is no currency: use three capital letters/],
    [{ currency: { rates: { USD: { EURO: 1 } } } }, /^ext\.svc\.currency\.rates\.USD\.EURO is no currency/],
    [{ currency: { rates: { USD: { EUR: 0 } } } }, /^ext\.svc\.currency\.rates\.USD\.EUR must be above 0, not 0/],
    [{ schains: [{ bidders: ['bidderA'] }] }, /^ext\.svc\.schains\[0\] has no schain/],
    [{ schains: [{ schain }] }, /^ext\.svc\.schains\[0\] has no bidders/],
    [{ schains: [{ bidders: [], schain }] }, /^ext\.svc\.schains\[0\] has no bidders/],
    [
      {
        schains: [
          { bidders: ['bidderA'], schain },
          { bidders: ['bidderA'], schain },
        ],
      },
      /^ext\.svc\.schains\[1\] names "bidderA" again/,
    ],
    [{ schains: [{ bidders: ['bidderA', 'BIDDERa'], schain }] }, /^ext\.svc\.schains\[0\] names "BIDDERa" again/],
    [{ schains: [{ bidders: ['*', '*'], schain }] }, /^ext\.svc\.schains\[0\] names "\*" again/],
    [{ 'no-sale': ['bidderA', '*'] }, /^ext\.svc\.no-sale holds "\*" beside names: use "\*" alone/],
    [{ nosale: ['*', 'bidderA'] }, /^ext\.svc\.nosale holds "\*" beside names/],
    [{ channel: { version: '1' } }, /^ext\.svc\.channel has no name/],
    [{ channel: { name: ' ' } }, /^ext\.svc\.channel has no name/],
  ];
  for (const [svc, fault] of cases) {
    const { faults } = validate(ofRequest(svc));
    t.equal(faults.length, 1, JSON.stringify(svc));
    t.match(faults[0], fault);
  }
  t.end();
});

t.test('user and device have rules of their own', (t) => {
  t.same(ofUser({}), ['user.ext.svc has no buyeruids: give at least one, or leave user.ext.svc out']);
  t.same(ofUser({ buyeruids: {} }), ofUser({}));
  for (const key of ['minwidthperc', 'minheightperc']) {
    for (const percent of [-1, 100.5]) {
      const { faults } = validate({ device: { ext: { svc: { interstitial: { [key]: percent } } } } });
      t.same(faults, [`device.ext.svc.interstitial.${key} must be from 0 to 100, not ${percent}: give a percentage`]);
    }
  }
  t.end();
});

t.test('unknown names are ignored with a warning wherever they stand', (t) => {
  const cases: [object, string][] = [
    [{ schains: [{ bidders: ['x', 'bidderA'], schain }] }, unknown('ext.svc.schains[0]')],
    [{ bidadjustmentfactors: { x: 1, bidderA: 1 } }, unknown('ext.svc.bidadjustmentfactors')],
    [
      { bidadjustmentfactors: { mediatypes: { audio: { x: 1 } } } },
      unknown('ext.svc.bidadjustmentfactors.mediatypes.audio'),
    ],
    [
      { bidadjustmentfactors: { mediatypes: { popup: {} } } },
      'ext.svc.bidadjustmentfactors.mediatypes.popup is no media type that factors know: ignored',
    ],
    [
      { targeting: { mediatypepricegranularity: { popup: 'low' } } },
      'ext.svc.targeting.mediatypepricegranularity.popup is no media type: ignored',
    ],
    [{ aliasgvlids: { other: 5 } }, 'ext.svc.aliasgvlids.other names no alias of this request: ignored'],
    [{ data: { bidders: ['x'] } }, unknown('ext.svc.data.bidders')],
    [{ bidderparams: { x: {} } }, unknown('ext.svc.bidderparams')],
    [{ bidderconfig: [{ bidders: ['x'] }] }, unknown('ext.svc.bidderconfig')],
    [{ multibid: [{ bidder: 'x' }] }, unknown('ext.svc.multibid')],
    [{ multibid: [{ bidders: ['bidderA', 'x'] }] }, unknown('ext.svc.multibid')],
    [{ 'no-sale': ['x'] }, unknown('ext.svc.no-sale')],
    [{ nosale: ['x'] }, unknown('ext.svc.nosale')],
  ];
  for (const [svc, message] of cases) {
    t.strictSame(validate(ofRequest(svc)), { faults: [], warnings: [{ code: 10_000, message }] });
  }
  const user = validate({ user: { ext: { svc: { buyeruids: { x: '1' } } } } });
  t.strictSame(user, { faults: [], warnings: [{ code: 10_000, message: unknown('user.ext.svc.buyeruids') }] });
  t.end();
});

t.test('a granularity that is not what it seems is told of', (t) => {
  const path = 'ext.svc.targeting.pricegranularity';
  const none = `${path} has no ranges: med is used, give ranges of max and increment`;
  t.same(warnings(granularity({ precision: 3 })), [none]);
  t.same(warnings(granularity({ ranges: [] })), [none]);
  t.same(warnings({ targeting: { mediatypepricegranularity: { video: { buckets: [] } } } }), [
    none.replace(path, 'ext.svc.targeting.mediatypepricegranularity.video'),
  ]);
  const ranges = [
    { min: 0, max: 5, increment: 0.1 },
    { min: 3, max: 20, increment: 1 },
  ];
  t.same(warnings(granularity({ ranges })), [
    `${path}.ranges[1].min is not read: the range starts at 5, where the one before ends`,
  ]);
  t.end();
});

t.test('a cache that cannot be is told of once', (t) => {
  const empty = 'ext.svc.cache has neither bids nor vastxml: nothing is cached, give one';
  t.same(warnings({ cache: {} }), [empty]);
  t.same(warnings({ cache: { vastXML: {} }, targeting: {} }), [empty]);
  t.same(warnings({ cache: { bids: {} } }), ['ext.svc.cache has no effect without ext.svc.targeting: add targeting']);
  t.end();
});

t.test('hostile names are handled as names', (t) => {
  const svc: unknown = JSON.parse(
    '{"bidadjustmentfactors":{"__proto__":0,"constructor":0},"aliasgvlids":{"__proto__":0},"aliases":{}}',
  );
  const { faults, warnings } = validate(ofRequest(svc as object));
  t.equal(faults.length, 3);
  t.equal(warnings.length, 3);
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`n${n}`, -1]));
  const bounded = validate(ofRequest({ bidadjustmentfactors: many }));
  t.equal(bounded.faults.at(-1), '… and 19950 more');
  t.equal(bounded.warnings.at(-1)?.message, '… and 19950 more');
  t.end();
});
