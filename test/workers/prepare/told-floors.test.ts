/** The cost of computing floors for bidders when every number in them is as long as possible (Prebid Server, 'Price Floors'; decisions, 'Price arithmetic'). */
import t from 'tap';
import { callTexts, createTestHops, prepareMessage, served } from '../../support/hops.ts';
import { processorMs } from '../../support/processor-time.ts';

const codes = Array.from({ length: 60 }, (_, at) => `b${at}`);
const hops = createTestHops({
  bidders: Object.fromEntries(codes.map((code) => [code, { endpoint: 'http://127.0.0.1:1/' }])),
});
const tiny = 1.234567890123456e-300;
const imp = Array.from({ length: 100 }, (_, at) => ({
  id: `i${at}`,
  banner: { w: 300, h: 250 },
  video: { mimes: ['video/mp4'] },
  audio: { mimes: ['audio/mp4'] },
  bidfloor: tiny * (1 + at / 100),
  ext: { svc: { bidder: Object.fromEntries(codes.map((code) => [code, {}])) } },
}));
const times = { adjtype: 'multiplier', value: tiny };
const less = { adjtype: 'cpm', value: tiny, currency: 'EUR' };

t.test('many long bid adjustments and factors are computed within a second', async (t) => {
  const cases = [
    ['multipliers', Array.from({ length: 10 }, () => times)],
    ['multipliers and amounts', Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? times : less))],
  ] as const;
  for (const [name, steps] of cases) {
    const svc = {
      bidadjustmentfactors: Object.fromEntries(codes.map((code, at) => [code, tiny * (1 + at / 100)])),
      bidadjustments: { mediatype: { '*': { '*': { '*': steps } } } },
      currency: { rates: { USD: { EUR: tiny } } },
    };
    const request = { id: 'r1', imp, site: { page: 'https://news.example/' }, ext: { svc } };
    const message = prepareMessage(request, { account: JSON.stringify({ priceFloors: { enabled: true } }) });
    const tookMs = processorMs(() => t.equal(callTexts(served(hops.prepare(message))).size, codes.length));
    t.ok(tookMs < 1000, `${name}: ${tookMs} ms`);
  }
});
