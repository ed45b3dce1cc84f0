/** At which rate one currency becomes another (spec 4.1.8, decisions 'Rates'). */
import t from 'tap';
import { findRate, rateFinder, rateSources, sameCurrency, type Rates } from '../../src/money/convert.ts';
import { multiplyPrice } from '../../src/money/decimal.ts';

const request: Rates = { USD: { GBP: 0.8 } };
const host: Rates = { USD: { GBP: 0.7, EUR: 0.9, SEK: 10.5 }, JPY: { EUR: 0.006, SEK: 0.07, AUD: 0.01 } };

t.test('a currency is worth itself, in any case and without tables', (t) => {
  t.equal(findRate('USD', 'USD', { useHost: false }), sameCurrency);
  t.equal(findRate('usd', 'USD', { useHost: false }), sameCurrency);
  t.end();
});

t.test('the request comes first, then the host; within a table direct, inverse, shared base', (t) => {
  const cases: [string, string, object | null][] = [
    ['USD', 'GBP', { times: 0.8, over: 1 }],
    ['GBP', 'USD', { times: 1, over: 0.8 }],
    ['USD', 'EUR', { times: 0.9, over: 1 }],
    ['EUR', 'USD', { times: 1, over: 0.9 }],
    ['GBP', 'EUR', { times: 0.9, over: 0.7 }],
    ['EUR', 'SEK', { times: 10.5, over: 0.9 }],
    ['AUD', 'SEK', { times: 0.07, over: 0.01 }],
    ['USD', 'AUD', null],
    ['CHF', 'USD', null],
    ['gbp', 'eur', { times: 0.9, over: 0.7 }],
  ];
  for (const [from, to, rate] of cases)
    t.strictSame(findRate(from, to, { request, host, useHost: true }), rate, `${from} ${to}`);
  t.end();
});

t.test('the request states rates of its own, and whether the host has a say', (t) => {
  t.strictSame(rateSources({ rates: request }, host), { request, host, useHost: true });
  t.strictSame(rateSources({ rates: request, usepbsrates: false }, host), { request, host, useHost: false });
  for (const none of [undefined, null, [], 'x', {}, { rates: 7 }])
    t.strictSame(rateSources(none, host), { request: undefined, host, useHost: true }, JSON.stringify(none) ?? '');
  t.end();
});

t.test('an inverse in the request beats a direct rate of the host', (t) => {
  t.strictSame(findRate('GBP', 'USD', { request, host: { GBP: { USD: 9 } }, useHost: true }), { times: 1, over: 0.8 });
  t.end();
});

t.test('two rows of one table that share a currency are a rate, before those of the host', (t) => {
  const rows: Rates = { GBP: { CHF: 1, USD: 1.4 }, EUR: { SEK: 9, CHF: 0, USD: 1.2 } };
  const cases: [string, string, object | null][] = [
    ['EUR', 'GBP', { times: 1.2, over: 1.4 }],
    ['GBP', 'EUR', { times: 1.4, over: 1.2 }],
    ['GBP', 'SEK', null],
  ];
  for (const [from, to, rate] of cases) {
    t.strictSame(findRate(from, to, { request: rows, useHost: false }), rate, `${from} ${to}`);
    t.strictSame(findRate(from, to, { host: rows, useHost: true }), rate, `${from} ${to} of the host`);
  }
  t.strictSame(findRate('EUR', 'GBP', { request: rows, host, useHost: true }), { times: 1.2, over: 1.4 });
  t.end();
});

t.test('without the host only the request counts', (t) => {
  t.strictSame(findRate('USD', 'GBP', { request, host, useHost: false }), { times: 0.8, over: 1 });
  t.equal(findRate('USD', 'EUR', { request, host, useHost: false }), null);
  t.equal(findRate('USD', 'EUR', { host, useHost: false }), null);
  t.end();
});

t.test('rates that are not above 0 are missing', (t) => {
  for (const bad of [0, -1, Infinity, NaN, '2', null, {}]) {
    const table = { USD: { EUR: bad } } as unknown as Rates;
    t.equal(findRate('USD', 'EUR', { request: table, useHost: true }), null, String(bad));
    t.strictSame(findRate('USD', 'EUR', { request: table, host, useHost: true }), { times: 0.9, over: 1 }, String(bad));
  }
  t.end();
});

t.test('foreign names reach no prototype', (t) => {
  const table = JSON.parse('{"__proto__":{"USD":2,"EUR":4},"toString":null,"SEK":7}') as Rates;
  for (const name of ['__proto__', 'constructor', 'toString', 'SEK']) {
    t.equal(findRate(name, 'length', { request: table, useHost: true }), null, name);
  }
  t.strictSame(
    findRate('USD', 'EUR', { request: table, useHost: true }),
    { times: 4, over: 2 },
    'a base like any other',
  );
  t.end();
});

t.test('a table is searched once for each pair of currencies, however many prices are in them', (t) => {
  let searches = 0;
  const table: Rates = {
    EUR: { USD: 1.25 },
    get GBP() {
      searches++;
      return {};
    },
  };
  const rateOf = rateFinder({ request: table, useHost: false });
  for (let price = 0; price < 3; price++) {
    t.strictSame(rateOf('USD', 'EUR'), { times: 1, over: 1.25 });
    t.strictSame(rateOf('EUR', 'USD'), { times: 1.25, over: 1 });
    t.equal(rateOf('JPY', 'EUR'), null);
  }
  const afterFirst = searches;
  t.ok(afterFirst > 0);
  t.equal(rateOf('JPY', 'EUR'), null);
  t.equal(rateOf('JPY', 'USD'), null);
  t.equal(searches, 2 * afterFirst, 'another pair is another search');
  t.end();
});

t.test('an inverse divides exactly', (t) => {
  const rate = findRate('EUR', 'USD', { host: { USD: { EUR: 3 } }, useHost: true });
  t.equal(multiplyPrice(9, 1, rate!), 3);
  t.equal(multiplyPrice(1, 1, rate!), 0.333333);
  t.end();
});
