/** Prices are computed exactly, from their shortest decimal text (decisions, 'Price arithmetic'); compared with slow whole-number arithmetic. */
import t from 'tap';
import { formatUnits, multiplyPrice, toDecimal, unitsOf } from '../../src/money/decimal.ts';
import { chanceFrom } from '../support/chance.ts';
import { oracleText } from './oracle.ts';

t.test('toDecimal reads the shortest text of a number', async (t) => {
  const cases: [number, bigint, number][] = [
    [0, 0n, 0],
    [12, 12n, 0],
    [0.1, 1n, -1],
    [1.005, 1005n, -3],
    [1e21, 1n, 21],
    [1.5e300, 15n, 299],
    [5e-324, 5n, -324],
    [1.7976931348623157e308, 17976931348623157n, 292],
  ];
  for (const [value, digits, exponent] of cases) t.strictSame(toDecimal(value), { digits, exponent }, String(value));
});

t.test('unitsOf rounds towards zero', async (t) => {
  t.equal(unitsOf(toDecimal(1.239), -2), 123n);
  t.equal(unitsOf(toDecimal(1.2), -2), 120n);
  t.equal(unitsOf(toDecimal(1e21), -1), 10n ** 22n);
});

t.test('formatUnits writes all decimals', async (t) => {
  t.equal(formatUnits('150', 2), '1.50');
  t.equal(formatUnits('5', 2), '0.05');
  t.equal(formatUnits('0', 3), '0.000');
  t.equal(formatUnits('17', 0), '17');
});

t.test('prices are multiplied exactly and rounded half-even at 6 decimals', async (t) => {
  const cases: [number, number, number, number, number][] = [
    [1.1, 1.1, 1, 1, 1.21],
    [0.1, 3, 1, 1, 0.3],
    [1, 1, 1, 3, 0.333333],
    [2, 1, 1, 3, 0.666667],
    [0.000001, 0.5, 1, 1, 0],
    [0.000003, 0.5, 1, 1, 0.000002],
    [1.000005, 0.1, 1, 1, 0.1],
    [1.000015, 0.1, 1, 1, 0.100002],
    [1.000025, 0.1, 1, 1, 0.100002],
    [1.0000250000001, 0.1, 1, 1, 0.100003],
    [8.2, 0.95, 1.0834, 1, 8.439686],
    [0, 0.9, 1, 7, 0],
  ];
  for (const [price, factor, times, over, want] of cases) {
    t.equal(multiplyPrice(price, factor, { times, over }), want, `${price} × ${factor} × ${times} ÷ ${over}`);
  }
});

t.test('extreme numbers give exact products, 0 or Infinity', async (t) => {
  t.equal(multiplyPrice(1e308, 1e300, { times: 1e300, over: 5e-324 }), Infinity);
  t.equal(multiplyPrice(5e-324, 5e-324, { times: 5e-324, over: 1e308 }), 0);
  t.equal(multiplyPrice(1e308, 1e-308, { times: 1, over: 1 }), 1);
  t.equal(multiplyPrice(1e-165, 1e-165, { times: 1e9, over: 1e-323 }), 100);
  t.equal(multiplyPrice(5e-324, 1e300, { times: 1e24, over: 1 }), 5);
  t.equal(multiplyPrice(5e-324, 1e308, { times: 1e9, over: 1e-9 }), 500);
  t.equal(multiplyPrice(1e21, 0.5, { times: 1, over: 1 }), 5e20);
  t.equal(multiplyPrice(9007199254740992, 2, { times: 1, over: 2 }), 9007199254740992);
});

t.test('random products agree with whole-number arithmetic', async (t) => {
  const random = chanceFrom(7);
  let wrong = '';
  for (let i = 0; i < 60_000; i++) {
    const price = decimalOf(random);
    const factor = decimalOf(random);
    const times = i % 3 === 0 ? 1 : decimalOf(random);
    const over = i % 2 === 0 ? 1 : decimalOf(random);
    const got = multiplyPrice(price, factor, { times, over });
    const want = Number(oracleText(price, factor, times, over));
    if (got !== want) wrong = `${price} × ${factor} × ${times} ÷ ${over}: ${got}, not ${want}`;
  }
  t.equal(wrong, '');
});

t.test('ties are told from values so close that floats cannot distinguish them', async (t) => {
  let wrong = '';
  for (let micros = 0; micros < 5000; micros++) {
    for (const tail of ['4', '5', '6', '49999', '50001', '5000000001', '4999999999']) {
      const price = Number(`7.${String(micros).padStart(6, '0')}${tail}`);
      const got = multiplyPrice(price, 2, { times: 1, over: 2 });
      const want = Number(oracleText(price, 2, 1, 2));
      if (got !== want) wrong = `${price}: ${got}, not ${want}`;
    }
  }
  t.equal(wrong, '');
});

/** A positive number of 1 to 12 digits with up to 9 decimals. */
function decimalOf(random: () => number): number {
  const digits = Math.floor(random() * 10 ** Math.ceil(random() * 7)) + 1;
  return Number(`${digits}e-${Math.floor(random() * 10)}`);
}
