/** The arithmetic of `tmax` (decisions, `tmax`). */

import t from 'tap';

import { bidderTmaxMs, clampTmax, fanOutDeadline, putDeadline } from '../../src/auction/deadline.ts';

t.test('tmax is the default when absent or 0, else clamped', async (t) => {
  const bounds = { tmaxDefaultMs: 1000, tmaxMinMs: 50, tmaxMaxMs: 5000 };
  const cases: [number | null, number][] = [
    [null, 1000],
    [0, 1000],
    [1, 50],
    [-1, 50],
    [49, 50],
    [50, 50],
    [700, 700],
    [5000, 5000],
    [5001, 5000],
    [Infinity, 5000],
  ];
  for (const [tmax, expected] of cases) t.equal(clampTmax(tmax, bounds), expected, String(tmax));
});

t.test('the tmax of bidders is the remaining time less the reserves, whole and never negative', async (t) => {
  const reserves = { networkReserveMs: 10, responseReserveMs: 20 };
  t.equal(bidderTmaxMs(500, reserves), 470);
  t.equal(bidderTmaxMs(499.9, reserves), 469);
  t.equal(bidderTmaxMs(30, reserves), 0);
  t.equal(bidderTmaxMs(-5, reserves), 0);
});

t.test('the deadline of bidders leaves time for the response, and for caching', async (t) => {
  const reserves = { responseReserveMs: 20, cacheExpectedMs: 15 };
  t.equal(fanOutDeadline(10_300.5, reserves, false), 10_280.5);
  t.equal(fanOutDeadline(10, reserves, true), -25);
});

t.test('cache puts leave half of the response reserve', async (t) => {
  t.equal(putDeadline(10_300, { responseReserveMs: 20 }), 10_290);
});
