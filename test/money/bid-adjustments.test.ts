/** Which rule adjusts a bid, and which rules are invalid (implementations A 2.1, B 4, `bidadjustments`). */
import t from 'tap';
import {
  adjustedType,
  compileAdjustments,
  findAdjustmentFault,
  type AdjustmentRules,
} from '../../src/money/bid-adjustments.ts';
import { processorMs } from '../support/processor-time.ts';

type Leaves = readonly (readonly [type: string, bidder: string, deal: string, value: number])[];

/** Rules with one multiplier per path, whose value identifies it. */
function rulesOf(leaves: Leaves): AdjustmentRules {
  const mediatype: { [type: string]: { [bidder: string]: { [deal: string]: object[] } } } = {};
  for (const [type, bidder, deal, value] of leaves)
    ((mediatype[type] ??= {})[bidder] ??= {})[deal] = [{ adjtype: 'multiplier', value }];
  return { mediatype } as AdjustmentRules;
}

const bid = { type: 'banner', names: ['a'], dealid: 'd' };

function found(sources: readonly AdjustmentRules[], more: Partial<typeof bid> = {}): number | undefined {
  return compileAdjustments(sources)?.({ ...bid, ...more })?.[0]?.value;
}

t.test('the most specific rule is used: media type before bidder before deal', async (t) => {
  const ladder: Leaves = [
    ['banner', 'a', 'd', 1],
    ['banner', 'a', '*', 2],
    ['banner', '*', 'd', 3],
    ['*', 'a', 'd', 4],
    ['banner', '*', '*', 5],
    ['*', 'a', '*', 6],
    ['*', '*', 'd', 7],
    ['*', '*', '*', 8],
  ];
  for (let from = 0; from < ladder.length; from++) {
    t.equal(found([rulesOf(ladder.slice(from).toReversed())]), from + 1, `without the first ${from} rules`);
  }
  const withoutDeal = [2, 2, 5, 5, 5, 6, 8, 8];
  for (const [from, value] of withoutDeal.entries()) {
    t.equal(
      found([rulesOf(ladder.slice(from))], { dealid: '' }),
      value,
      `without the first ${from} rules and without a deal`,
    );
  }
  t.equal(found([rulesOf(ladder.slice(0, 7))], { type: 'native', names: ['b'], dealid: '' }), undefined);
  t.equal(found([]), undefined);
  t.equal(found([{}, { mediatype: {} }]), undefined);
});

t.test('the media type of a video bid is video-instream or video-outstream', async (t) => {
  const rules = [
    rulesOf([
      ['video-instream', '*', '*', 1],
      ['video-outstream', '*', '*', 2],
      ['video', '*', '*', 3],
    ]),
  ];
  t.equal(found(rules, { type: adjustedType('video', false) }), 1);
  t.equal(found(rules, { type: adjustedType('video', true) }), 2);
  t.equal(found(rules, { type: 'video' }), undefined, 'video alone is no media type of rules');
  t.equal(adjustedType('native', true), 'native');
});

t.test('names match in any case, an alias before its core; deals match exactly', async (t) => {
  const rules = [
    rulesOf([
      ['banner', 'Core', '*', 1],
      ['*', 'ALIAS', '*', 2],
    ]),
  ];
  const names = ['alias', 'core'];
  t.equal(found(rules, { names }), 1, "the core's rule is more specific");
  t.equal(found(rules, { names, type: 'native' }), 2);
  t.equal(
    found(
      [
        rulesOf([
          ['banner', 'cOrE', 'd', 1],
          ['banner', 'aLiAs', 'd', 2],
        ]),
      ],
      { names: ['Alias', 'Core'] },
    ),
    2,
  );
  t.equal(found([rulesOf([['*', '*', 'D', 1]])]), undefined);
  t.equal(found([rulesOf([['*', '*', '', 1]])], { dealid: '' }), undefined, 'an empty deal id is no deal');
  const twice = rulesOf([
    ['banner', 'A', '*', 1],
    ['banner', 'a', '*', 2],
  ]);
  t.equal(found([twice]), 1, 'the first match');
});

t.test('the first source takes precedence for the same media type, bidder and deal', async (t) => {
  const request = rulesOf([
    ['banner', 'A', '*', 1],
    ['*', '*', '*', 2],
  ]);
  const account = rulesOf([
    ['banner', 'a', '*', 3],
    ['banner', 'a', 'd', 4],
    ['banner', '*', '*', 5],
  ]);
  t.equal(found([request, account], { dealid: '' }), 1);
  t.equal(found([request, account]), 4, 'a more specific rule of the second source');
  t.equal(found([request, account], { names: ['b'] }), 5);
  t.equal(found([request, account], { type: 'audio' }), 2);
  const empty = { mediatype: { banner: { a: { '*': [] } } } };
  t.strictSame(compileAdjustments([empty, account])!({ ...bid, dealid: '' }), [], 'a rule without steps is a rule');
});

t.test('names of Object.prototype are ordinary names', async (t) => {
  const json =
    '{"mediatype":{"banner":{"__proto__":{"__proto__":[{"adjtype":"multiplier","value":3}]}},"__proto__":{}}}';
  const rules = JSON.parse(json) as AdjustmentRules;
  t.equal(findAdjustmentFault(rules), undefined);
  t.equal(found([rules], { names: ['__proto__'], dealid: '__proto__' }), 3);
  for (const name of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
    const stepsOf = compileAdjustments([rulesOf([['banner', 'a', 'x', 1]])])!;
    for (const more of [{ names: [name], dealid: name }, { dealid: name }, { type: name, dealid: 'x' }]) {
      t.equal(stepsOf({ ...bid, ...more }), undefined, JSON.stringify(more));
    }
  }
});

t.test('an invalid rule is a fault with its path', async (t) => {
  const wrongType = 'is invalid at [0]: adjtype must be cpm, multiplier or static';
  const noCurrency = 'is invalid at [0]: currency must be three letters such as EUR';
  const cases: [steps: object[], what: string | undefined][] = [
    [[], undefined],
    [[{ adjtype: 'multiplier', value: 0 }], undefined],
    [[{ adjtype: 'multiplier', value: 99.999, currency: 'whatever' }], undefined],
    [
      [
        { adjtype: 'cpm', value: 0, currency: 'USD' },
        { adjtype: 'static', value: 1e300, currency: 'eur' },
      ],
      undefined,
    ],
    [Array.from({ length: 10 }, () => ({ adjtype: 'multiplier', value: 1 })), undefined],
    [Array.from({ length: 11 }, () => ({ adjtype: 'multiplier', value: 1 })), 'has 11 steps: keep at most 10'],
    [[{ value: 1 }], wrongType],
    [[{ adjtype: 'CPM', value: 1, currency: 'USD' }], wrongType],
    [[{ adjtype: 'constructor', value: 1 }], wrongType],
    [[{ adjtype: 'multiplier' }], 'is invalid at [0]: it has no value'],
    [[{ adjtype: 'multiplier', value: 100 }], 'is invalid at [0]: value must be below 100 for a multiplier (100)'],
    [[{ adjtype: 'multiplier', value: -0.1 }], 'is invalid at [0]: value must not be below 0 (-0.1)'],
    [
      [
        { adjtype: 'multiplier', value: 1 },
        { adjtype: 'static', value: -1, currency: 'USD' },
      ],
      'is invalid at [1]: value must not be below 0 (-1)',
    ],
    [[{ adjtype: 'cpm', value: -1, currency: 'USD' }], 'is invalid at [0]: value must not be below 0 (-1)'],
    [[{ adjtype: 'cpm', currency: 'USD' }], 'is invalid at [0]: it has no value'],
    [[{ adjtype: 'static', value: 1 }], noCurrency],
    [[{ adjtype: 'cpm', value: 1 }], noCurrency],
    [[{ adjtype: 'cpm', value: 1, currency: '' }], noCurrency],
    [[{ adjtype: 'cpm', value: 1, currency: 'EURO' }], noCurrency],
    [[{ adjtype: 'cpm', value: 1, currency: 'EU1' }], noCurrency],
  ];
  for (const [steps, what] of cases) {
    const fault = findAdjustmentFault({ mediatype: { native: { a: { d: steps } } } });
    const path = ['mediatype', 'native', 'a', 'd'];
    t.strictSame(fault, what === undefined ? undefined : { path, what }, JSON.stringify(steps[0]));
    t.equal(
      findAdjustmentFault({ mediatype: { video: { a: { d: steps } } } }),
      undefined,
      'an unknown media type is not checked',
    );
  }
  t.strictSame(findAdjustmentFault({ mediatype: { '*': { a: {}, B: {}, A: {} } } }), {
    path: ['mediatype', '*', 'A'],
    what: 'differs from another name only in case: keep one',
  });
});

t.test('5000 bidders with 5000 deals each are compiled and searched quickly', async (t) => {
  const deals = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`d${at}`, []]));
  const bidders = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`b${at}`, deals]));
  const rules = { mediatype: { banner: bidders, '*': bidders } };
  const stepsOf = compileAdjustments([rules, rules])!;
  const tookMs = processorMs(() => {
    for (let at = 0; at < 20_000; at++) stepsOf({ type: 'banner', names: [`n${at}`, `b${at}`], dealid: `x${at}` });
  });
  t.ok(tookMs < 2000, `${tookMs} ms`);
  t.ok(processorMs(() => compileAdjustments([rules, rules])) < 1000, 'compiled in less than a second');
});
