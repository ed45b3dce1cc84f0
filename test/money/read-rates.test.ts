/** Reading conversion rates (spec 4.1.8; decisions 'Rates'): one wrong entry refuses the whole text. */
import t from 'tap';
import { rateFinder } from '../../src/money/convert.ts';
import { readRates } from '../../src/money/read-rates.ts';

t.test('a valid text is read with codes in upper case and its date', async (t) => {
  const text = JSON.stringify({
    dataAsOf: '2026-01-31',
    conversions: { usd: { EUR: 0.9, usd: 1 }, GBP: { USD: 1.25 } },
  });
  t.strictSame(readRates(text), { rates: { USD: { EUR: 0.9, USD: 1 }, GBP: { USD: 1.25 } }, dataAsOf: '2026-01-31' });
  t.strictSame(readRates('{"conversions":{"USD":{}}}'), { rates: { USD: {} }, dataAsOf: '' });
  const long = readRates(JSON.stringify({ conversions: { USD: {} }, dataAsOf: 'x'.repeat(65) }));
  t.match(long, { dataAsOf: /^x{64}$/ }, 'a longer date is cut');
});

t.test('one wrong entry refuses the text, and the fault names it', async (t) => {
  const shape = 'it must look like {"conversions": {"USD": {"EUR": 0.9}}, "dataAsOf": "2026-01-31"}';
  const cases: [unknown, string][] = [
    ['no json', `is not a JSON object: ${shape}`],
    [[1], `is not a JSON object: ${shape}`],
    [null, `is not a JSON object: ${shape}`],
    [{ rates: {} }, `has no conversions: ${shape}`],
    [{ conversions: [] }, `has no conversions: ${shape}`],
    [{ conversions: {} }, `has no rate under conversions: ${shape}`],
    [{ conversions: { USD: 1 } }, 'has a conversions.USD that is not an object of rates: correct it'],
    [{ conversions: { USD: { EUR: 0 } } }, 'has a conversions.USD.EUR that is not a number above 0: correct the rate'],
    [
      { conversions: { USD: { EUR: '1' } } },
      'has a conversions.USD.EUR that is not a number above 0: correct the rate',
    ],
    [
      { conversions: { USD: { Euro: 1 } } },
      'names "Euro" under conversions.USD, which is not a currency: use three letters such as EUR',
    ],
    [
      { conversions: { [`${'x'.repeat(99)}`]: {} } },
      `names "${'x'.repeat(16)}" under conversions, which is not a currency: use three letters such as EUR`,
    ],
  ];
  for (const [json, fault] of cases) {
    t.strictSame(readRates(typeof json === 'string' ? json : JSON.stringify(json)), { fault }, fault);
  }
  t.strictSame(
    readRates('{"conversions":{"USD":{"EUR":1e999}}}'),
    { fault: 'has a conversions.USD.EUR that is not a number above 0: correct the rate' },
    'a number too large for a double',
  );
});

t.test('names of Object.prototype are no currencies, and pollute nothing', async (t) => {
  t.match(readRates('{"conversions":{"__proto__":{"EUR":1}}}'), { fault: /^names "__proto__"/ });
  const read = readRates('{"conversions":{"USD":{"EUR":2}},"__proto__":{"x":1},"dataAsOf":7}');
  if ('fault' in read) return t.fail(read.fault);
  t.equal(read.dataAsOf, '');
  t.equal(rateFinder(undefined, read.rates)('constructor', 'USD'), null);
  t.equal(({} as { EUR?: unknown }).EUR, undefined);
});
