/** A text that a definition puts into every bid of a reply, through both hops: it must not fill the answer. */
import t from 'tap';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import visx from '../../src/bidders/visx.ts';
import { bidding, createTestHops, prepareMessage } from '../support/hops.ts';

t.test('the bids of a reply hold eight times as much as it may be long, and no more', async (t) => {
  const hops = createTestHops({ auction: { maxReplyBytes: 100_000 }, bidders: { visx: {} } }, [visx]);
  const svc = { bidder: { visx: { uid: 1 } } };
  const imp = [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc } }];
  const request = { id: 'r'.repeat(10_000), imp, site: { page: 'https://news.example/' } };
  const prepared = hops.prepare(prepareMessage(request));
  if (!prepared.ok) throw new Error(prepared.faults.join('\n'));
  const bid = Array.from({ length: 300 }, () => ({ impid: 'i1', price: 1, crid: 'c', adm: 'a', w: 300, h: 250 }));
  const settled = hops.settle(settleMessage(prepared, [bidding(bid)], { rates: null, cacheSeed: '', cached: null }));
  const { start, end } = settled.answer;
  const { seatbid, ext } = JSON.parse(Buffer.from(settled.bytes, start, end - start).toString());
  t.equal(seatbid[0].bid.length, 79);
  t.match(ext.errors.visx[0], { code: 3, message: 'the bids of a reply are too long together' });
});
