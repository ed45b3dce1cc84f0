/** The floor that a bidder gets: the price it must bid to reach the imp's floor (implementations A 1.7, step 5; B 4). */
import t from 'tap';
import { compileSteps } from '../../../src/money/adjustment-steps.ts';
import type { AdjustmentStep } from '../../../src/money/bid-adjustments.ts';
import type { RateOf } from '../../../src/money/convert.ts';
import { multiplyPrice } from '../../../src/money/decimal.ts';
import { adjustPrice } from '../../../src/stages/settle/adjust-price.ts';
import { signalFloor, type PriceWay } from '../../../src/stages/prepare/signal-floor.ts';

const rateOf: RateOf = (from, to) => {
  if (from === to) return { times: 1, over: 1 };
  const pair = `${from} ${to}`;
  return pair === 'EUR USD' ? { times: 1.25, over: 1 } : pair === 'USD EUR' ? { times: 1, over: 1.25 } : null;
};

const signalled = (bidfloor: number | undefined, factor: number, isUntold = false) =>
  signalFloor(bidfloor === undefined ? {} : { bidfloor }, {
    isUntold,
    ways: [{ factor, steps: undefined }],
    cur: 'USD',
    rateOf,
  });

const compiled = (steps: readonly AdjustmentStep[]) => compileSteps(steps, 'USD', rateOf);
const byWays = (ways: readonly PriceWay[], bidfloorcur = 'USD', bidfloor = 1) =>
  signalFloor({ bidfloor, bidfloorcur }, { isUntold: false, ways, cur: 'USD', rateOf });
const step = (adjtype: AdjustmentStep['adjtype'], value: number, currency = ''): AdjustmentStep => ({
  adjtype,
  value,
  currency,
});

t.test('a bidder gets the price it must bid, no floor, or the floor unchanged', async (t) => {
  t.equal(signalled(1, 1), undefined);
  t.equal(signalled(0, 0.5), undefined);
  t.equal(signalled(undefined, 0.5), undefined);
  t.equal(signalled(Number.MAX_VALUE, 0.5), undefined, 'a floor that would be infinite');
  t.strictSame(signalled(1, 1, true), { bidfloor: undefined, bidfloorcur: undefined });
  t.strictSame(signalled(1, 0.8), { bidfloor: 1.25 });
  t.strictSame(signalled(0.1, 2), { bidfloor: 0.05 });
  for (const [floor, factor] of [
    [1, 0.7],
    [0.1, 0.3],
    [1.0000001, 0.9],
    [2.345678, 1.1],
    [3, 7],
    [0.000001, 0.999999],
  ] as const) {
    const { bidfloor } = signalled(floor, factor) as { bidfloor: number };
    const worth = (price: number): number => multiplyPrice(price, factor, { times: 1, over: 1 });
    t.ok(worth(bidfloor) >= floor, `${bidfloor} reaches ${floor} by ${factor}`);
    t.ok(bidfloor - floor / factor < 0.0000011 + 0.000001 / factor, 'and exceeds it by rounding only');
  }
});

t.test('with several media types the highest floor is used', async (t) => {
  const ways = [0.5, 0.25, 1].map((factor) => ({ factor, steps: undefined }));
  t.strictSame(byWays(ways), { bidfloor: 4 });
  t.strictSame(byWays(ways, 'XYZ'), { bidfloor: 4 }, 'factors need no rate');
});

t.test('adjustment steps are reversed in reverse order', async (t) => {
  const cases: [steps: AdjustmentStep[], want: number | undefined][] = [
    [[step('multiplier', 0.5)], 4],
    [[step('cpm', 0.1, 'USD')], 2.2],
    [[step('cpm', 0.1, 'EUR')], 2.25],
    [[step('multiplier', 0.5), step('cpm', 0.2, 'USD')], 4.8],
    [[step('cpm', 0.2, 'USD'), step('multiplier', 0.5)], 4.4],
    [[], 2],
    [[step('static', 5, 'USD')], undefined],
    [[step('multiplier', 0)], undefined],
    [[step('cpm', 1, 'XYZ')], undefined],
  ];
  for (const [steps, want] of cases)
    t.strictSame(byWays([{ factor: 0.5, steps: compiled(steps) }]), want && { bidfloor: want }, JSON.stringify(steps));
  t.strictSame(byWays([{ factor: 1, steps: compiled([step('cpm', 0.25, 'USD')]) }], 'eur'), { bidfloor: 1.2 });
  t.equal(byWays([{ factor: 0.5, steps: compiled([step('cpm', 1, 'USD')]) }], 'XYZ'), undefined);
});

t.test('very small and very large floors are computed', async (t) => {
  const tiny = 1e-300;
  const cases: [floor: number, factor: number, steps: AdjustmentStep[] | undefined, want: number | undefined][] = [
    [tiny, 1e300, undefined, 0.000001],
    [3e-300, 1.5e-300, undefined, 2],
    [1, tiny, undefined, 1e300],
    [1, 0.5e-308, [], undefined],
    [1, 1, [step('multiplier', tiny), step('multiplier', tiny)], undefined],
    [1e-290, 1e-290, [step('multiplier', 1e-290), step('multiplier', 1e-12)], 1e302],
    [1, 1, [step('cpm', tiny, 'USD')], 1.000001],
    [tiny, 1, [step('cpm', 2, 'USD')], 2.000001],
    [1, 1, [step('cpm', 1e-5, 'USD'), ...Array<AdjustmentStep>(9).fill(step('multiplier', 0.5))], 512.00001],
    [1, 1, [step('multiplier', 0.5), ...Array<AdjustmentStep>(9).fill(step('cpm', 1e-323, 'USD'))], 2.000001],
  ];
  for (const [floor, factor, steps, want] of cases) {
    const ways = [{ factor, steps: steps && compiled(steps) }];
    t.strictSame(byWays(ways, 'USD', floor), want && { bidfloor: want }, JSON.stringify([floor, factor, steps]));
  }
});

t.test('a bid of the signalled floor reaches the floor after adjustment', async (t) => {
  for (const [floor, factor, steps] of [
    [1, 0.7, [step('multiplier', 0.3), step('cpm', 0.01, 'EUR')]],
    [0.123457, 1.3, [step('cpm', 0.7, 'USD'), step('multiplier', 0.77)]],
  ] as const) {
    const { bidfloor } = byWays([{ factor, steps: compiled(steps) }], 'USD', floor) as { bidfloor: number };
    const rate = { times: 1, over: 1 };
    const adjustment = { steps: compiled(steps), hasDeal: false };
    const reached = (price: number): number => {
      const adjusted = adjustPrice(price, factor, { from: 'USD', to: 'USD', rate, adjustment });
      return 'price' in adjusted ? adjusted.price : -1;
    };
    t.ok(reached(bidfloor) >= floor, `${bidfloor}`);
    t.ok(reached(bidfloor - 0.00001) < floor, 'a slightly lower bid does not');
  }
});
