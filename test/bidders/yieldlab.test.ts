/** Yieldlab: replies, beyond the recorded cases. */
import t from 'tap';
import yieldlab from '../../src/bidders/yieldlab.ts';
import { bidderOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

t.test('imps that share a slot get one bid each, and further bids for it are dropped', async (t) => {
  const note = { slots: ['i1', 'i2'].map((impid) => ({ impid, adslotId: '7', supplyId: 's' })) };
  const one = { id: 7, adsize: '300x250', price: 100 };
  const reply = { body: [{ id: 7 }, one, one, one], note };
  const { bids, problems } = readingOf(bidderOf(yieldlab), reply, [['banner'], ['banner']]);
  t.match([bids.length, bids], wholeLists([2, [{ bid: { impid: 'i1' } }, { bid: { impid: 'i2' } }]]));
  t.match(
    problems,
    wholeLists([{ message: /slot 7 has no adsize/ }, { message: /slot 7, which was not asked for so often/ }]),
  );
});

t.test('a bid has its pid as dealid, and its price in euros is exact', async (t) => {
  const note = { slots: [{ impid: 'i1', adslotId: '7', supplyId: 's' }] };
  const bidOf = (more: object) =>
    readingOf(bidderOf(yieldlab), { body: [{ id: 7, adsize: '1x1', price: 33.3, ...more }], note }).bids[0]?.bid ?? {};
  t.strictSame([bidOf({})['dealid'], bidOf({ pid: 5 })['dealid']], [undefined, '5']);
  t.equal(bidOf({})['price'], 0.333);
});

t.test('a bid whose URL is longer than servers take is dropped', async (t) => {
  const body = [{ id: 7, adsize: '1x1', price: 33.3 }];
  const readWith = (length: number) => {
    const note = {
      query: { gdpr_consent: 'C'.repeat(length) },
      slots: [{ impid: 'i1', adslotId: '7', supplyId: 's' }],
    };
    return readingOf(bidderOf(yieldlab), { body, note });
  };
  t.match(readWith(16_000), { bids: { length: 1 }, problems: { length: 0 } });
  const { bids, problems } = readWith(16_384);
  t.strictSame(bids, []);
  t.match(problems, wholeLists([{ message: 'the URL of the ad for the ad slot 7 is too long' }]));
});
