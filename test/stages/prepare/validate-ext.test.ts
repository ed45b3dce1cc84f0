/** Validating the service's own `ext` of request, user and device (spec 4.1; decisions, 'Wrong fields'). */
import t from 'tap';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { granularity, ofRequest, validate } from './both-validations.ts';

const schain = { complete: 1, nodes: [] };

const ofUser = (svc: object): string[] => validate({ user: { ext: { svc } } }).faults;

t.test('a valid extension has neither faults nor warnings', async (t) => {
  const cases: BidRequest[] = [
    {},
    { ext: {} },
    ...[
      {},
      { targeting: {} },
      { targeting: { truncateattrchars: 0 } },
      { targeting: { truncateattrchars: 255 } },
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
      { cache: { vastxml: { ttlseconds: 0 } }, targeting: {} },
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
  for (const request of cases) t.strictSame(validate(request), { faults: [], warnings: [] }, JSON.stringify(request));
});

t.test('each broken rule is one fault with its path', async (t) => {
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
      /^ext\.svc\.bidadjustmentfactors\.BIDDERA differs .* only in case/,
    ],
    [
      { bidadjustmentfactors: { mediatypes: { video: { bidderA: 0 } } } },
      /^ext\.svc\.bidadjustmentfactors\.mediatypes\.video\.bidderA must be above 0/,
    ],
    [
      { aliases: { mine: 'x' }, aliasgvlids: { mine: 0 } },
      /^ext\.svc\.aliasgvlids\.mine must be a vendor id of 1 or more, not 0/,
    ],
    [
      { currency: { rates: { usd: {} } } },
      /^ext\.svc\.currency\.rates\.usd is not a currency: use three capital letters/,
    ],
    [{ currency: { rates: { USD: { EURO: 1 } } } }, /^ext\.svc\.currency\.rates\.USD\.EURO is not a currency/],
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
      /^ext\.svc\.schains\[1\] repeats "bidderA"/,
    ],
    [{ schains: [{ bidders: ['bidderA', 'BIDDERa'], schain }] }, /^ext\.svc\.schains\[0\] repeats "BIDDERa"/],
    [{ schains: [{ bidders: ['*', '*'], schain }] }, /^ext\.svc\.schains\[0\] repeats "\*"/],
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
});

t.test('user.ext needs buyeruids, and the percentages of device.ext are from 0 to 100', async (t) => {
  t.strictSame(ofUser({}), ['user.ext.svc has no buyeruids: give at least one, or leave user.ext.svc out']);
  t.strictSame(ofUser({ buyeruids: {} }), ofUser({}));
  for (const key of ['minwidthperc', 'minheightperc']) {
    for (const percent of [-1, 100.5]) {
      const { faults } = validate({ device: { ext: { svc: { interstitial: { [key]: percent } } } } });
      t.strictSame(faults, [
        `device.ext.svc.interstitial.${key} must be from 0 to 100, not ${percent}: give a percentage`,
      ]);
    }
  }
});

t.test('names such as __proto__ are ordinary names, and 20,000 names give a bounded list', async (t) => {
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
});
