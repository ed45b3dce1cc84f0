import t from 'tap';
import { compileGranularity, type Granularity } from '../../src/money/granularity.ts';
import { priceBucket } from '../../src/money/price-bucket.ts';
import { oracleBucket, randomFrom } from './oracle.ts';

type Table = readonly (readonly [max: string, increment: string])[];

const legacyTables: Record<string, Table> = {
  low: [['5', '0.5']],
  med: [['20', '0.1']],
  medium: [['20', '0.1']],
  high: [['20', '0.01']],
  auto: [
    ['5', '0.05'],
    ['10', '0.1'],
    ['20', '0.5'],
  ],
  dense: [
    ['3', '0.01'],
    ['8', '0.05'],
    ['20', '0.5'],
  ],
};

const customTables: [precision: number, Table][] = [
  [2, [['20', '0.3']]],
  [
    0,
    [
      ['10', '0.25'],
      ['25', '3'],
    ],
  ],
  [
    1,
    [
      ['7.77', '0.07'],
      ['19.99', '0.13'],
    ],
  ],
  [
    4,
    [
      ['1', '0.0125'],
      ['24', '1.1'],
    ],
  ],
  [
    15,
    [
      ['3', '0.001'],
      ['9', '0.7'],
    ],
  ],
  [
    3,
    [
      ['0.05', '0.05'],
      ['0.1', '7'],
      ['12.345', '0.333'],
    ],
  ],
  [2, [['11', '100']]],
  [6, [['22.123456', '0.000007']]],
  [
    2,
    [
      ['3.3333333333333335', '0.1'],
      ['20', '0.30000000000000004'],
    ],
  ],
  [
    5,
    [
      ['1000000', '0.01'],
      ['1e+21', '123456.789'],
    ],
  ],
  [
    2,
    [
      ['1e-300', '5e-324'],
      ['1e+300', '0.1'],
    ],
  ],
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
function firstWrong(granularity: Granularity, table: Table, prices: Iterable<string>): string {
  for (const price of prices) {
    const got = priceBucket(Number(price), granularity);
    const want = oracleBucket(String(Number(price)), table, granularity.precision);
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
  const random = randomFrom(12345);
  for (let i = 0; i < count; i++) yield (random() * 26).toFixed(1 + (i % 6));
}

for (const [word, table] of Object.entries(legacyTables)) {
  t.test(`${word}: every cent and scattered prices`, (t) => {
    t.equal(firstWrong(legacy(word), table, grid()), '');
    t.equal(firstWrong(legacy(word), table, scattered(8000)), '');
    t.end();
  });
}

for (const [precision, table] of customTables) {
  t.test(`${JSON.stringify(table)} at ${precision}: every cent and scattered prices`, (t) => {
    const granularity = compile(table, precision);
    t.equal(firstWrong(granularity, table, grid()), '');
    t.equal(firstWrong(granularity, table, scattered(4000)), '');
    t.end();
  });
}

t.test('each bucket starts exactly at its lower end', (t) => {
  const table: Table = [['20', '0.07']];
  const granularity = compile(table, 2);
  const edges: string[] = [];
  for (let step = 1; step < 285; step++) {
    const edge = (step * 7) / 100;
    edges.push(String(edge), String(edge - 2 ** -44), String(edge + 2 ** -44));
  }
  t.equal(firstWrong(granularity, table, edges), '');
  t.end();
});

t.test('written out', (t) => {
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
  t.end();
});

t.test('hostile tables stay quick', (t) => {
  const ranges = Array.from({ length: 10_000 }, (_, n) => ({ max: n + 1, increment: 1e-300 }));
  const granularity = compileGranularity({ precision: 15, ranges });
  if ('fault' in granularity) throw new Error(granularity.fault);
  const start = performance.now();
  for (let i = 0; i < 1000; i++) priceBucket(i + 0.123456789, granularity);
  t.equal(priceBucket(9999.5, granularity), '9999.500000000000000');
  t.ok(performance.now() - start < 5000);
  t.end();
});
