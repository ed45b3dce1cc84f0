/** The order of a seat's bids (decisions, 'Multibid'; implementation B 2). */
import t from 'tap';
import { orderBids } from '../../../src/stages/settle/order-bids.ts';

t.test(
  'the bids of a multibid bidder are sorted within their positions, best first per imp; others stay',
  async (t) => {
    const bids = [
      { imp: 0, bidder: 1, place: 2 },
      { imp: 1, bidder: 1, place: 1 },
      { imp: 0, bidder: 2, place: 1 },
      { imp: 0, bidder: 1, place: 0 },
      { imp: 0, bidder: 2, place: 0 },
      { imp: 0, bidder: 1, place: 1 },
      { imp: 1, bidder: 1, place: 0 },
    ];
    t.strictSame(orderBids(bids, new Set([1])), [3, 6, 2, 5, 4, 0, 1]);
    t.strictSame(orderBids(bids, new Set()), [0, 1, 2, 3, 4, 5, 6]);
    t.strictSame(orderBids([], new Set([1])), []);
  },
);
