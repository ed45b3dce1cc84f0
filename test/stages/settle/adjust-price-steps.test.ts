/** Adjusting a price by steps of `bidadjustments`, exactly and rounded once (decisions, 'Price arithmetic'; implementation A 2.1). */
import t from 'tap';
import { compileSteps } from '../../../src/money/adjustment-steps.ts';
import type { AdjustmentStep } from '../../../src/money/bid-adjustments.ts';
import { rateFinder, type Rates } from '../../../src/money/convert.ts';
import { adjustPrice } from '../../../src/stages/settle/adjust-price.ts';
import { dice } from '../../support/chance.ts';
import { processorMs } from '../../support/processor-time.ts';

const rates: Rates = { USD: { EUR: 0.9, GBP: 1 } };
const rateOf = rateFinder(undefined, rates);

interface Bid {
  readonly price: number;
  readonly factor?: number;
  readonly from?: string;
  readonly hasDeal?: boolean;
}

function adjusted({ price, factor = 1, from = 'USD', hasDeal = false }: Bid, ...steps: AdjustmentStep[]) {
  const adjustment = { steps: compileSteps(steps, 'USD', rateOf), hasDeal };
  return adjustPrice(price, factor, { from, to: 'USD', rate: rateOf(from, 'USD'), adjustment });
}

const multiplier = (value: number): AdjustmentStep => ({ adjtype: 'multiplier', value, currency: '' });
const cpm = (value: number, currency = 'USD'): AdjustmentStep => ({ adjtype: 'cpm', value, currency });
const fixed = (value: number, currency = 'USD'): AdjustmentStep => ({ adjtype: 'static', value, currency });

t.test('steps of each kind are applied in order', async (t) => {
  const cases: [Bid, AdjustmentStep[], number][] = [
    [{ price: 2 }, [multiplier(0.9)], 1.8],
    [{ price: 2 }, [cpm(0.5)], 1.5],
    [{ price: 2 }, [fixed(3)], 3],
    [{ price: 2 }, [multiplier(0.5), cpm(0.25)], 0.75],
    [{ price: 2 }, [cpm(0.25), multiplier(0.5)], 0.875],
    [{ price: 2 }, [cpm(0.25), fixed(4), multiplier(0.5), cpm(1)], 1],
    [{ price: 2 }, [cpm(3), fixed(4)], 4],
    [{ price: 1 }, [cpm(3), multiplier(0)], 0.1],
  ];
  for (const [bid, steps, price] of cases) t.strictSame(adjusted(bid, ...steps), { price }, JSON.stringify(steps));
});

t.test('steps are applied after factor and conversion, and convert their own values', async (t) => {
  t.strictSame(adjusted({ price: 2, factor: 0.5 }, cpm(0.4)), { price: 0.6 });
  t.strictSame(adjusted({ price: 1.8, from: 'EUR' }, cpm(0.5)), { price: 1.5 });
  t.strictSame(adjusted({ price: 2 }, cpm(0.9, 'EUR')), { price: 1 });
  t.strictSame(adjusted({ price: 2 }, cpm(0.9, 'eur')), { price: 1 });
  t.strictSame(adjusted({ price: 2 }, fixed(0.9, 'EUR')), { price: 1 });
  t.strictSame(adjusted({ price: 9, factor: 0.1, from: 'EUR' }, fixed(4, 'GBP'), multiplier(2)), { price: 8 });
});

t.test('steps are exact, and the result is rounded half-even once', async (t) => {
  t.strictSame(adjusted({ price: 0.3 }, cpm(0.1)), { price: 0.2 }, 'a float gives 0.19999999999999998');
  t.strictSame(adjusted({ price: 0.3 }, cpm(0.1), cpm(0.2)), { price: 0.1 }, 'a price of 0 becomes the minimum');
  t.strictSame(adjusted({ price: 0.3, hasDeal: true }, cpm(0.1), cpm(0.2)), { price: 0 });
  t.strictSame(
    adjusted({ price: 1, from: 'EUR' }, multiplier(9)),
    { price: 10 },
    'fractions of a micro are kept between steps',
  );
  t.strictSame(adjusted({ price: 0.0000014, factor: 0.5 }, multiplier(10)), { price: 0.000007 });
  t.strictSame(adjusted({ price: 1.0000005 }, multiplier(1)), { price: 1 }, 'half to even');
  t.strictSame(adjusted({ price: 1.0000015 }, multiplier(1)), { price: 1.000002 }, 'half to even');
  t.strictSame(adjusted({ price: 1.00000050000001 }, multiplier(1)), { price: 1.000001 });
});

t.test('a price at or below 0 becomes 0.1, or 0 with a deal', async (t) => {
  for (const steps of [[multiplier(0)], [cpm(2)], [cpm(2.5)], [fixed(0)], [cpm(1.9999997)]]) {
    t.strictSame(adjusted({ price: 2 }, ...steps), { price: 0.1 }, JSON.stringify(steps));
    t.strictSame(adjusted({ price: 2, hasDeal: true }, ...steps), { price: 0 }, JSON.stringify(steps));
  }
  t.strictSame(adjusted({ price: 2 }, cpm(1.95)), { price: 0.05 }, 'a price above 0 is kept');
  t.strictSame(adjusted({ price: 0, hasDeal: true }, fixed(1)), { price: 1 });
});

t.test('a step without a rate, or a price that is too large, is a fault', async (t) => {
  const fault = 'no rate to convert from XXX to USD';
  t.strictSame(adjusted({ price: 2 }, multiplier(1), cpm(1, 'XXX')), { fault });
  t.strictSame(adjusted({ price: 2 }, fixed(1, 'XXX'), fixed(1)), { fault });
  t.strictSame(adjusted({ price: 2, from: 'XXX' }, fixed(1)), { fault }, "the bid's own currency is checked first");
  t.match(adjusted({ price: 1e308 }, multiplier(99)), { fault: /^price 1e\+308 is too large/ });
  t.strictSame(adjusted({ price: 1e308 }, multiplier(99), fixed(1)), { price: 1 });
});

/** `units` × 10^-`places` as a number. */
const number = (units: number, places: number): number => Number(`${units}e-${places}`);

t.test('random steps agree with whole-number arithmetic', async (t) => {
  const throwOf = dice(11);
  let wrong = '';
  for (let round = 0; round < 5000; round++) {
    const price = throwOf(10_000) + 1;
    const times = throwOf(9000);
    const less = throwOf(10_000);
    const bid = { price: number(price, 3), hasDeal: true };
    const steps = [multiplier(number(times, 4)), cpm(number(less, 4))];
    const left = BigInt(price) * BigInt(times) - BigInt(less) * 1000n; // of 10^-7
    const micros = left / 10n;
    const rest = left % 10n;
    const up = rest > 5n || (rest === 5n && micros % 2n === 1n);
    const want = left <= 0n ? 0 : Number(`${up ? micros + 1n : micros}e-6`);
    const got = adjusted(bid, ...steps);
    if (got.fault !== undefined || got.price !== want) wrong = JSON.stringify([bid, steps, got, want]);
  }
  t.equal(wrong, '');
});

t.test('steps with the longest numbers are computed quickly', async (t) => {
  const tiny = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? multiplier(5e-324) : cpm(1.7976931348623157e308)));
  const long = Array.from({ length: 10 }, (_, at) => cpm(1.234567890123456e-300, at % 2 === 0 ? 'EUR' : 'USD'));
  for (const steps of [tiny, long]) {
    const adjustment = { steps: compileSteps(steps, 'USD', rateOf), hasDeal: true };
    const terms = { from: 'USD', to: 'USD', rate: rateOf('USD', 'USD'), adjustment };
    const tookMs = processorMs(() => {
      for (let at = 0; at < 5000; at++) adjustPrice(1.234567890123456e-300, 1e-300, terms);
    });
    t.ok(tookMs < 1000, `${tookMs} ms`);
  }
});
