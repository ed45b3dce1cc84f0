/** Members of the service's own ext that differ from one that is read only in case (implementation A reads any case). */
import t from 'tap';
import { findMiscased } from '../../../src/stages/prepare/find-miscased.ts';

t.test('a member that differs only in case is named, with the way to write it', async (t) => {
  const svc = { storedAuctionResponse: { id: 's' }, targeting: { includeWinners: true, pricegranularity: 'med' } };
  t.strictSame(findMiscased({ ext: { svc }, imp: [{ id: 'a' }] }, 'svc'), [
    'ext.svc.storedAuctionResponse is not read: write it storedauctionresponse',
    'ext.svc.targeting.includeWinners is not read: write it includewinners',
  ]);
});

t.test('of the imps only the first that has one is named', async (t) => {
  const ext = { prebid: { Bidder: {}, storedRequest: { id: 's' } } };
  t.strictSame(findMiscased({ imp: [{ id: 'a' }, { id: 'b', ext }, { id: 'c', ext }] }, 'prebid'), [
    'imp[1].ext.prebid.Bidder is not read: write it bidder',
    'imp[1].ext.prebid.storedRequest is not read: write it storedrequest',
  ]);
});

t.test('members that are read, unknown, or beside the one that is read are not named', async (t) => {
  const svc = { targeting: {}, 'no-sale': [], Targeting: {}, adUnitCode: 'x', constructor: 1, toString: 2 };
  t.strictSame(findMiscased({ ext: { svc }, imp: [{ ext: { svc: { bidder: {}, adunitcode: 'x' } } }, {}] }, 'svc'), []);
  t.strictSame(findMiscased({}, 'svc'), []);
});

t.test('of a name in many cases the first five are named', async (t) => {
  const cases = Array.from({ length: 512 }, (_, bits) =>
    [...'targeting'].map((letter, at) => (bits & (1 << at) ? letter.toUpperCase() : letter)).join(''),
  ).filter((name) => name !== 'targeting');
  const svc = Object.fromEntries(cases.map((name) => [name, {}]));
  t.equal(findMiscased({ ext: { svc } }, 'svc').length, 5);
});
