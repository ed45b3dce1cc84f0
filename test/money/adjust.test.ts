/** The factor that adjusts a bidder's price (spec 4.1.2, decisions 'Factors'). */
import t from 'tap';
import { compileFactors, factorType } from '../../src/money/adjust.ts';

t.test('the factor is the first found for type and seat, seat, type and core, core; else 1', async (t) => {
  const mediatypes = { banner: { alias: 0.1, bidderA: 0.3 } };
  const cases: [unknown, number][] = [
    [{ alias: 0.2, bidderA: 0.4, mediatypes }, 0.1],
    [{ alias: 0.2, bidderA: 0.4, mediatypes: { banner: { bidderA: 0.3 } } }, 0.2],
    [{ bidderA: 0.4, mediatypes: { banner: { bidderA: 0.3 } } }, 0.3],
    [{ bidderA: 0.4, mediatypes: { video: { bidderA: 0.3 } } }, 0.4],
    [{ bidderB: 0.4, mediatypes: { video: { bidderA: 0.3 } } }, 1],
    [{}, 1],
    [undefined, 1],
    [[0.5], 1],
  ];
  for (const [factors, want] of cases) {
    t.equal(compileFactors(factors)('banner', 'alias', 'bidderA'), want, JSON.stringify(factors) ?? 'none');
  }
});

t.test('outstream falls back to video, video never to outstream', async (t) => {
  const both = compileFactors({
    bidderA: 0.9,
    mediatypes: { video: { bidderA: 0.5 }, 'video-outstream': { bidderA: 0.7 } },
  });
  t.equal(both('video-outstream', 'bidderA', 'bidderA'), 0.7);
  t.equal(both('video', 'bidderA', 'bidderA'), 0.5);
  const video = compileFactors({ bidderA: 0.9, mediatypes: { video: { bidderA: 0.5 } } });
  t.equal(video('video-outstream', 'bidderA', 'bidderA'), 0.5);
  const outstream = compileFactors({ bidderA: 0.9, mediatypes: { 'video-outstream': { bidderA: 0.7 } } });
  t.equal(outstream('video', 'bidderA', 'bidderA'), 0.9);
});

t.test('only a video bid can be outstream', async (t) => {
  t.equal(factorType('video', true), 'video-outstream');
  t.equal(factorType('video', false), 'video');
  t.equal(factorType('banner', true), 'banner');
});

t.test('names match in any case, the first match is used', async (t) => {
  const factor = compileFactors({ BidderA: 0.5, bidderA: 0.6, mediatypes: { Banner: { BIDDERB: 0.7 } } });
  t.equal(factor('banner', 'bidderA', 'bidderA'), 0.5);
  t.equal(factor('banner', 'bidderb', 'bidderb'), 0.7);
});

t.test('an invalid factor is ignored', async (t) => {
  for (const bad of [0, -1, Infinity, '0.5', null, {}]) {
    const factor = compileFactors({ bidderA: bad, mediatypes: { banner: { bidderA: bad }, video: bad } });
    t.equal(factor('banner', 'bidderA', 'bidderA'), 1, String(bad));
  }
});

t.test('names of Object.prototype are ordinary names', async (t) => {
  const factor = compileFactors(JSON.parse('{"__proto__":0.5,"mediatypes":{"__proto__":{"bidderA":0.1}}}'));
  t.equal(factor('banner', 'bidderA', 'constructor'), 1);
  t.equal(factor('constructor', 'toString', 'valueOf'), 1);
  t.equal(factor('banner', '__proto__', '__proto__'), 0.5);
  t.equal(factor('__proto__', 'bidderA', 'bidderA'), 0.1);
});
