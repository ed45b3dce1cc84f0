/** Prices that go through several steps are rounded once (decisions, 'Price arithmetic'), compared with whole-number arithmetic. */
import t from 'tap';
import { toDecimal } from '../../src/money/decimal.ts';
import * as fraction from '../../src/money/fraction.ts';
import { chanceFrom, pick } from '../support/chance.ts';

/** A fraction without an exponent: numerator and denominator. */
type Plain = readonly [top: bigint, bottom: bigint];

const chance = chanceFrom(11);
const whole = (most: number): number => 1 + Math.floor(chance() * most);
const numbers = [
  () => pick([1, 10, 0.1, 0.5, 2, 5, 1e-6], chance),
  () => whole(100_000) / 1000,
  () => chance() * 10 + 1e-9,
  () => Number(`${whole(900_000)}e${whole(560) - 290}`),
];
const some = (): number => pick(numbers, chance)();

function plain(value: number): Plain {
  const { digits, exponent } = toDecimal(value);
  return exponent < 0 ? [digits, 10n ** BigInt(-exponent)] : [digits * 10n ** BigInt(exponent), 1n];
}

const times = ([a, b]: Plain, [c, d]: Plain): Plain => [a * c, b * d];
const over = ([a, b]: Plain, [c, d]: Plain): Plain => [a * d, b * c];
const minus = ([a, b]: Plain, [c, d]: Plain): Plain => [a * d - c * b, b * d];
const priceUp = ([a, b]: Plain): number => Number(`${(a * 1_000_000n + b - 1n) / b}e-6`);

function price([a, b]: Plain): number {
  if (a <= 0n) return 0;
  const [quotient, twice] = [(a * 1_000_000n) / b, 2n * ((a * 1_000_000n) % b)];
  const isUp = twice > b || (twice === b && quotient % 2n === 1n);
  return Number(`${isUp ? quotient + 1n : quotient}e-6`);
}

/** Random steps as `compileSteps` combines them: price × `by` + `plus`, in both forms. */
function someSteps() {
  let [by, plus] = [fraction.fractionOf(1), fraction.fractionOf(0)];
  let [plainBy, plainPlus]: Plain[] = [plain(1), plain(0)] as [Plain, Plain];
  for (let left = whole(6); left > 1; left--) {
    const value = some();
    if (chance() < 0.5) {
      [by, plus] = [by, plus].map((one) => fraction.multiply(one, fraction.fractionOf(value))) as [
        typeof by,
        typeof by,
      ];
      [plainBy, plainPlus] = [times(plainBy, plain(value)), times(plainPlus, plain(value))];
    } else {
      const amount = some();
      plus = fraction.subtract(plus, fraction.convert(fraction.fractionOf(value), { times: 1, over: amount }));
      plainPlus = minus(plainPlus, over(plain(value), plain(amount)));
    }
  }
  return { by, plus, plainBy, plainPlus };
}

t.test('the adjusted price of a bid, and the lowest bid that reaches a floor, are exact', async (t) => {
  for (let round = 0; round < 20_000; round++) {
    const { by, plus, plainBy, plainPlus } = someSteps();
    const [given, back] = [some(), some()];
    const ahead = fraction.toPrice(fraction.add(fraction.multiply(fraction.fractionOf(given), by), plus));
    if (ahead !== price(minus(times(plain(given), plainBy), [-plainPlus[0], plainPlus[1]])))
      t.fail(`a bid of ${given}, round ${round}`);
    const least = fraction.divide(fraction.subtractUp(fraction.fractionOf(given), fraction.shortened(plus)), by);
    const lowest = fraction.toPriceUp(fraction.convert(least, { times: back, over: 1 }));
    if (lowest !== priceUp(times(over(minus(plain(given), plainPlus), plainBy), plain(back))))
      t.fail(`a floor of ${given}, round ${round}`);
  }
  t.pass('all agree');
});

t.test('0 stays 0 whatever its exponent', async (t) => {
  for (const value of [0, 1e-300].map(fraction.fractionOf)) {
    const nothing = fraction.subtract(value, value);
    t.equal(fraction.toPriceUp(nothing), 0);
    t.equal(fraction.toPrice(nothing), 0);
    t.equal(fraction.toPriceUp(fraction.add(nothing, fraction.fractionOf(1))), 1);
  }
});
