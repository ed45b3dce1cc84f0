/** Reading the price granularity of a request, and its faults (spec 4.1.3, decisions 'Granularity'). */
import t from 'tap';
import { compileGranularity, mediumGranularity } from '../../src/money/granularity.ts';

function faultOf(spec: unknown): string | undefined {
  const granularity = compileGranularity(spec, 'targeting.pricegranularity');
  return 'fault' in granularity ? granularity.fault : undefined;
}

t.test('a granularity that is absent, null or without ranges is medium', async (t) => {
  for (const spec of [
    undefined,
    null,
    'med',
    'medium',
    {},
    { precision: 1 },
    { ranges: [] },
    { precision: 3, ranges: null },
  ]) {
    t.equal(compileGranularity(spec), mediumGranularity, JSON.stringify(spec) ?? 'undefined');
  }
});

t.test('the top bucket is the last max, cut to the precision', async (t) => {
  const tops: [unknown, string][] = [
    ['low', '5.00'],
    ['med', '20.00'],
    ['auto', '20.00'],
    [{ ranges: [{ max: 1.859, increment: 0.1 }] }, '1.85'],
    [{ precision: 0, ranges: [{ max: 1.9, increment: 0.1 }] }, '1'],
    [{ precision: 15, ranges: [{ max: 2, increment: 1 }] }, '2.000000000000000'],
    [{ ranges: [{ max: 1e21, increment: 1 }] }, '1000000000000000000000.00'],
  ];
  for (const [spec, top] of tops) t.match(compileGranularity(spec), { top }, JSON.stringify(spec));
});

t.test('the fault of a wrong granularity names the path and the fix', async (t) => {
  const path = 'targeting.pricegranularity';
  const range = { max: 5, increment: 0.5 };
  const cases: [unknown, string][] = [
    ['Medium', `${path} must be one of low, med, medium, high, auto, dense, or an object with ranges`],
    ['__proto__', `${path} must be one of low, med, medium, high, auto, dense, or an object with ranges`],
    [7, `${path} must be a word such as "medium", or an object with ranges`],
    [[], `${path} must be a word such as "medium", or an object with ranges`],
    [{ precision: -1, ranges: [range] }, `${path}.precision must be a whole number from 0 to 15`],
    [{ precision: 16, ranges: [range] }, `${path}.precision must be a whole number from 0 to 15`],
    [{ precision: 1.5 }, `${path}.precision must be a whole number from 0 to 15`],
    [{ precision: '2' }, `${path}.precision must be a whole number from 0 to 15`],
    [{ ranges: 'all' }, `${path}.ranges must be an array of objects with max and increment`],
    [{ ranges: [null] }, `${path}.ranges[0] must be an object with max and increment`],
    [
      { ranges: [range, {}] },
      `${path}.ranges[1].max must be a number above 5: list the ranges in increasing order of max`,
    ],
    [
      { ranges: [range, range] },
      `${path}.ranges[1].max must be a number above 5: list the ranges in increasing order of max`,
    ],
    [
      { ranges: [{ max: 0, increment: 1 }] },
      `${path}.ranges[0].max must be a number above 0: list the ranges in increasing order of max`,
    ],
    [
      { ranges: [{ max: Infinity, increment: 1 }] },
      `${path}.ranges[0].max must be a number above 0: list the ranges in increasing order of max`,
    ],
    [{ ranges: [{ max: 5 }] }, `${path}.ranges[0].increment must be a number above 0`],
    [{ ranges: [{ max: 5, increment: 0 }] }, `${path}.ranges[0].increment must be a number above 0`],
    [{ ranges: [{ max: 5, increment: NaN }] }, `${path}.ranges[0].increment must be a number above 0`],
  ];
  for (const [spec, fault] of cases) t.equal(faultOf(spec), fault, JSON.stringify(spec));
});

t.test('a granularity just within the limits is accepted', async (t) => {
  const range = { max: 5, increment: 0.5 };
  for (const spec of [
    { precision: 0, ranges: [range] },
    { precision: 15, ranges: [range] },
    { ranges: [range, { max: 5.000001, increment: 7 }] },
    { ranges: [{ ...range, min: 3 }] },
  ]) {
    t.equal(faultOf(spec), undefined, JSON.stringify(spec));
  }
});
