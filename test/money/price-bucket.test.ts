/** The bucket of a price (spec 4.1.3, decisions 'Granularity'), exactly: rounded down, up or to the nearest end. */
import t from 'tap';
import { compileGranularity, type Granularity } from '../../src/money/granularity.ts';
import { priceBucket, roundingOf, type Rounding } from '../../src/money/price-bucket.ts';
import { chanceFrom } from '../support/chance.ts';
import { processorMs } from '../support/processor-time.ts';
import { oracleBucket } from './oracle.ts';

type Table = readonly (readonly [max: string, increment: string])[];

/** "max by increment, max by increment" as a table. */
function tableOf(text: string): Table {
  return text.split(', ').map((range) => range.split(' by ') as [string, string]);
}

const legacyTables: [word: string, ranges: string][] = [
  ['low', '5 by 0.5'],
  ['med', '20 by 0.1'],
  ['medium', '20 by 0.1'],
  ['high', '20 by 0.01'],
  ['auto', '5 by 0.05, 10 by 0.1, 20 by 0.5'],
  ['dense', '3 by 0.01, 8 by 0.05, 20 by 0.5'],
];

const customTables: [precision: number, ranges: string][] = [
  [2, '20 by 0.3'],
  [0, '10 by 0.25, 25 by 3'],
  [1, '7.77 by 0.07, 19.99 by 0.13'],
  [4, '1 by 0.0125, 24 by 1.1'],
  [15, '3 by 0.001, 9 by 0.7'],
  [3, '0.05 by 0.05, 0.1 by 7, 12.345 by 0.333'],
  [2, '11 by 100'],
  [6, '22.123456 by 0.000007'],
  [2, '3.3333333333333335 by 0.1, 20 by 0.30000000000000004'],
  [15, '3.3333333333333335 by 0.1, 20 by 1'],
  [15, '20 by 7e-15'],
  [5, '1000000 by 0.01, 1e+21 by 123456.789'],
  [2, '1e-300 by 5e-324, 1e+300 by 0.1'],
];

function compile(table: Table, precision: number): Granularity {
  const ranges = table.map(([max, increment]) => ({ max: Number(max), increment: Number(increment) }));
  const granularity = compileGranularity({ precision, ranges });
  if ('fault' in granularity) throw new Error(granularity.fault);
  return granularity;
}

function legacy(word: string): Granularity {
  const granularity = compileGranularity(word);
  if ('fault' in granularity) throw new Error(granularity.fault);
  return granularity;
}

/** The first price whose bucket differs from the oracle's, '' for none. */
function firstWrong(
  granularity: Granularity,
  table: Table,
  prices: Iterable<string>,
  rounding: Rounding = 'down',
): string {
  const { precision } = granularity;
  for (const price of prices) {
    const got = priceBucket(Number(price), granularity, rounding);
    const want = oracleBucket(String(Number(price)), table, { precision, rounding });
    if (got !== want) return `${price}: ${got}, not ${want}`;
  }
  return '';
}

/** 0.00 to 25.00 in cents. */
function* grid(): Generator<string> {
  for (let cents = 0; cents <= 2500; cents++) yield (cents / 100).toFixed(2);
}

/** Prices from 0 to 26 with 1 to 6 decimals, from a fixed seed. */
function* scattered(count: number): Generator<string> {
  const random = chanceFrom(12345);
  for (let i = 0; i < count; i++) yield (random() * 26).toFixed(1 + (i % 6));
}

for (const [word, ranges] of legacyTables) {
  t.test(`${word}: every cent and scattered prices are in the oracle's bucket`, async (t) => {
    t.equal(firstWrong(legacy(word), tableOf(ranges), grid()), '');
    t.equal(firstWrong(legacy(word), tableOf(ranges), scattered(8000)), '');
  });
}

for (const [precision, ranges] of customTables) {
  t.test(
    `${ranges} with ${precision} decimals: every cent and scattered prices are in the oracle's bucket`,
    async (t) => {
      const granularity = compile(tableOf(ranges), precision);
      t.equal(firstWrong(granularity, tableOf(ranges), grid()), '');
      t.equal(firstWrong(granularity, tableOf(ranges), scattered(4000)), '');
    },
  );
}

/** The doubles just below, at and just above `value`. */
function neighbours(value: number): string[] {
  const bits = new BigInt64Array(new Float64Array([value]).buffer)[0]!;
  return [-1n, 0n, 1n].map((step) => String(new Float64Array(new BigInt64Array([bits + step]).buffer)[0]));
}

t.test('the doubles at and around the lower end of a bucket are in the right one', async (t) => {
  for (const step of [1, 3, 7, 10, 13, 30, 49, 70]) {
    for (const start of [0, 333]) {
      const table = tableOf(`${start === 0 ? '' : '3.33 by 0.11, '}20 by ${step / 100}`);
      const edges: string[] = [];
      for (let cents = start + step; cents < 2000; cents += step) edges.push(...neighbours(cents / 100));
      t.equal(firstWrong(compile(table, 2), table, edges), '', `by ${step} from ${start}`);
    }
  }
});

t.test('a price is rounded down to its bucket, and 0, negative and NaN to 0', async (t) => {
  const cases: [string, number, string][] = [
    ['med', 0.3, '0.30'],
    ['med', 0.29999999999999993, '0.20'],
    ['low', 4.999999, '4.50'],
    ['low', 5, '5.00'],
    ['auto', 5, '5.00'],
    ['auto', 5.07, '5.00'],
    ['auto', 4.97, '4.95'],
    ['dense', 2.999, '2.99'],
    ['dense', 8.49, '8.00'],
    ['high', 19.999, '19.99'],
    ['high', 1e308, '20.00'],
    ['high', Infinity, '20.00'],
    ['high', 5e-324, '0.00'],
    ['high', 0, '0.00'],
    ['high', -3, '0.00'],
    ['high', NaN, '0.00'],
  ];
  for (const [word, price, text] of cases) t.equal(priceBucket(price, legacy(word)), text, `${word} ${price}`);
});

t.test('a price at the last max is rounded down as those below it; one above it is in the top bucket', async (t) => {
  const granularity = compile(tableOf('1.5 by 1, 10 by 1.2'), 2);
  for (const [price, text] of [
    [1.5, '1.50'],
    [9.99, '9.90'],
    [10, '9.90'],
    [10.01, '10.00'],
  ] as const) {
    t.equal(priceBucket(price, granularity), text, String(price));
  }
});

for (const rounding of ['up', 'true'] as const) {
  t.test(
    `rounded ${rounding}: every cent, scattered prices, ends and middles are in the oracle's bucket`,
    async (t) => {
      for (const [word, ranges] of legacyTables) {
        const prices = [...grid(), ...scattered(2000)];
        t.equal(firstWrong(legacy(word), tableOf(ranges), prices, rounding), '', word);
      }
      for (const [precision, ranges] of customTables) {
        const granularity = compile(tableOf(ranges), precision);
        t.equal(firstWrong(granularity, tableOf(ranges), [...grid(), ...scattered(2000)], rounding), '', ranges);
      }
      for (const step of [1, 3, 7, 10, 13, 49]) {
        const table = tableOf(`3.33 by 0.11, 20 by ${step / 100}`);
        const edges: string[] = [];
        for (let half = 666 + step; half < 4000; half += step) edges.push(...neighbours(half / 200));
        t.equal(firstWrong(compile(table, 2), table, edges, rounding), '', `by ${step}`);
      }
    },
  );
}

t.test('rounded true: prices around the middle of a bucket are exact to the last bit', async (t) => {
  for (const [precision, ranges] of [
    [14, '9.9 by 1e-14'],
    [13, '20 by 0.1'],
  ] as const) {
    const prices = [...grid()];
    for (let at = 0; at < 1000; at++)
      prices.push(...neighbours(Number(`9.00000000000${String(at).padStart(3, '0')}5`)));
    t.equal(firstWrong(compile(tableOf(ranges), precision), tableOf(ranges), prices, 'true'), '', ranges);
  }
});

t.test(
  "`up` gives the bucket's upper end within the range, `true` the nearer end, the upper one from the middle on",
  async (t) => {
    const granularity = compile(tableOf('1.5 by 1, 10 by 1.2'), 2);
    const cases: [price: number, up: string, nearest: string][] = [
      [0, '0.00', '0.00'],
      [0.000001, '1.00', '0.00'],
      [0.499999, '1.00', '0.00'],
      [0.5, '1.00', '1.00'],
      [1, '1.00', '1.00'],
      [1.01, '1.50', '1.00'],
      [1.49, '1.50', '1.00'],
      [1.5, '1.50', '1.50'],
      [2.0999, '2.70', '1.50'],
      [2.1, '2.70', '2.70'],
      [9.95, '10.00', '9.90'],
      [10, '10.00', '9.90'],
      [10.01, '10.00', '10.00'],
      [NaN, '0.00', '0.00'],
      [-1, '0.00', '0.00'],
    ];
    for (const [price, up, nearest] of cases) {
      t.equal(priceBucket(price, granularity, 'up'), up, `${price} up`);
      t.equal(priceBucket(price, granularity, 'true'), nearest, `${price} true`);
    }
    t.equal(priceBucket(0.3, legacy('med'), 'up'), '0.30', '0.3 is a bucket of its own');
    t.equal(priceBucket(0.35, legacy('med'), 'true'), '0.40');
    t.equal(priceBucket(0.15000000000000002, legacy('med'), 'true'), '0.20');
    t.equal(priceBucket(0.15, legacy('med'), 'true'), '0.20');
    t.equal(priceBucket(0.14999999999999997, legacy('med'), 'true'), '0.10');
  },
);

t.test('timesplit rounds half of the auctions up and half down, by their seed', async (t) => {
  const ends = Array.from({ length: 256 }, (_, at) => roundingOf('timesplit', `a0${at.toString(16).padStart(2, '0')}`));
  t.equal(ends.filter((end) => end === 'up').length, 128);
  t.equal(ends.filter((end) => end === 'down').length, 128);
  for (const setting of ['down', 'up', 'true'] as const) t.equal(roundingOf(setting, '01'), setting);
});

t.test('a table of 10,000 ranges with tiny increments is searched quickly', async (t) => {
  const ranges = Array.from({ length: 10_000 }, (_, n) => ({ max: n + 1, increment: 1e-300 }));
  const granularity = compileGranularity({ precision: 15, ranges });
  if ('fault' in granularity) throw new Error(granularity.fault);
  const tookMs = processorMs(() => {
    for (let i = 0; i < 1000; i++) priceBucket(i + 0.123456789, granularity);
  });
  t.ok(tookMs < 5000, `${tookMs} ms`);
  t.equal(priceBucket(9999.5, granularity), '9999.500000000000000');
});
