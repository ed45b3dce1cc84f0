/** Bidders in a wrong place, listed in the 400 of a request without bidders (spec 2.2, 4.1.15; decisions, 'Imps'). */
import t from 'tap';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { findMisplaced } from '../../../src/stages/prepare/find-misplaced.ts';

const nameOf = (name: string): string | undefined => (/^bidder[AB]$/.test(name) ? name : undefined);
const found = (request: object): string[] => findMisplaced(request as BidRequest, 'svc', nameOf);
const fix = ', where bidders are not read: move it to imp[].ext.svc.bidder';

t.test('bidders in common wrong places are found', async (t) => {
  const bidderA = { bidderA: {} };
  const cases: [object, string][] = [
    [{ imp: [{ ext: { svc: bidderA } }] }, 'imp[0].ext.svc has "bidderA"'],
    [{ imp: [{}, { ext: { svc: { bidders: bidderA } } }] }, 'imp[1].ext.svc.bidders has "bidderA"'],
    [{ imp: [{ ext: { bidder: bidderA } }] }, 'imp[0].ext.bidder has "bidderA"'],
    [{ imp: [{ svc: { bidder: bidderA } }] }, 'imp[0].svc.bidder has "bidderA"'],
    [{ imp: [bidderA] }, 'imp[0] has "bidderA"'],
    [{ imp: [{ other: {}, bidderB: {}, bidderA: {} }] }, 'imp[0] has "bidderB"'],
    [{ ext: { svc: { bidder: { bidderB: {} } } } }, 'ext.svc.bidder has "bidderB"'],
  ];
  for (const [request, place] of cases) t.strictSame(found(request), [`${place}${fix}`]);
  const both = { ext: { svc: { bidder: bidderA } }, imp: [{ ext: { svc: bidderA } }, bidderA] };
  t.strictSame(found(both), [`ext.svc.bidder has "bidderA"${fix}`, `imp[0].ext.svc has "bidderA"${fix}`]);
});

t.test('a place without a known bidder is not reported', async (t) => {
  for (const request of [
    {},
    { imp: [] },
    { imp: [{ ext: { svc: { bidders: { other: {} } } } }] },
    { imp: [{ ext: 5 }] },
  ]) {
    t.strictSame(found(request), [], JSON.stringify(request));
  }
});
