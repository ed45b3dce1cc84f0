/** The rate from one currency to another (spec 4.1.8, decisions 'Rates'). */
import t from 'tap';
import { rateFinder, sameCurrency, type Rates } from '../../src/money/convert.ts';
import { multiplyPrice } from '../../src/money/decimal.ts';

const request: Rates = { USD: { GBP: 0.8 } };
const host: Rates = { USD: { GBP: 0.7, EUR: 0.9, SEK: 10.5 }, JPY: { EUR: 0.006, SEK: 0.07, AUD: 0.01 } };

interface Tables {
  readonly request?: Rates;
  readonly host?: Rates;
  readonly useHost: boolean;
}

const findRate = (from: string, to: string, { request, host, useHost }: Tables) =>
  rateFinder({ rates: request, usepbsrates: useHost }, host)(from, to);

t.test('the rate of a currency to itself is 1, in any case and without tables', async (t) => {
  t.equal(findRate('USD', 'USD', { useHost: false }), sameCurrency);
  t.equal(findRate('usd', 'USD', { useHost: false }), sameCurrency);
});

t.test("the request's rates come before the host's; in a table direct before inverse before shared base", async (t) => {
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
});

t.test("a request may bring rates, and turn off the host's with usepbsrates", async (t) => {
  const ofHost = { times: 0.7, over: 1 };
  t.strictSame(rateFinder({ rates: request }, host)('USD', 'GBP'), { times: 0.8, over: 1 });
  t.strictSame(rateFinder({ rates: {} }, host)('USD', 'GBP'), ofHost);
  t.equal(rateFinder({ rates: {}, usepbsrates: false }, host)('USD', 'GBP'), null);
  for (const none of [undefined, null, [], 'x', {}, { rates: 7 }])
    t.strictSame(rateFinder(none, host)('USD', 'GBP'), ofHost, JSON.stringify(none) ?? '');
});

t.test('an inverse rate of the request comes before a direct rate of the host', async (t) => {
  t.strictSame(findRate('GBP', 'USD', { request, host: { GBP: { USD: 9 } }, useHost: true }), { times: 1, over: 0.8 });
});

t.test("two rows of the request that share a currency give a rate before the host's", async (t) => {
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
});

t.test("with useHost off only the request's rates are used", async (t) => {
  t.strictSame(findRate('USD', 'GBP', { request, host, useHost: false }), { times: 0.8, over: 1 });
  t.equal(findRate('USD', 'EUR', { request, host, useHost: false }), null);
  t.equal(findRate('USD', 'EUR', { host, useHost: false }), null);
});

t.test('a rate that is not a finite number above 0 is ignored', async (t) => {
  for (const bad of [0, -1, Infinity, NaN, '2', null, {}]) {
    const table = { USD: { EUR: bad } } as unknown as Rates;
    t.equal(findRate('USD', 'EUR', { request: table, useHost: true }), null, String(bad));
    t.strictSame(findRate('USD', 'EUR', { request: table, host, useHost: true }), { times: 0.9, over: 1 }, String(bad));
  }
});

t.test('names of Object.prototype are ordinary names', async (t) => {
  const table = JSON.parse('{"__proto__":{"USD":2,"EUR":4},"toString":null,"SEK":7}') as Rates;
  for (const name of ['__proto__', 'constructor', 'toString', 'SEK']) {
    t.equal(findRate(name, 'length', { request: table, useHost: true }), null, name);
  }
  t.strictSame(
    findRate('USD', 'EUR', { request: table, useHost: true }),
    { times: 4, over: 2 },
    '__proto__ is an ordinary base',
  );
});

t.test('a table is searched once per pair of currencies', async (t) => {
  let searches = 0;
  const table: Rates = {
    EUR: { USD: 1.25 },
    get GBP() {
      searches++;
      return {};
    },
  };
  const rateOf = rateFinder({ rates: table }, undefined);
  for (let price = 0; price < 3; price++) {
    t.strictSame(rateOf('USD', 'EUR'), { times: 1, over: 1.25 });
    t.strictSame(rateOf('EUR', 'USD'), { times: 1.25, over: 1 });
    t.equal(rateOf('JPY', 'EUR'), null);
  }
  const afterFirst = searches;
  t.ok(afterFirst > 0);
  t.equal(rateOf('JPY', 'EUR'), null);
  t.equal(rateOf('JPY', 'USD'), null);
  t.equal(searches, 2 * afterFirst, 'another pair is searched anew');
});

t.test('an inverse rate divides exactly', async (t) => {
  const rate = findRate('EUR', 'USD', { host: { USD: { EUR: 3 } }, useHost: true });
  t.equal(multiplyPrice(9, 1, rate!), 3);
  t.equal(multiplyPrice(1, 1, rate!), 0.333333);
});
