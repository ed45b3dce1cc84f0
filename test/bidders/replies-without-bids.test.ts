/** Replies that hold no bid: which of them say that a bidder does not bid, and which are broken. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import infytv from '../../src/bidders/infytv.ts';
import lmKiviads from '../../src/bidders/lm_kiviads.ts';
import logicad from '../../src/bidders/logicad.ts';
import smartx from '../../src/bidders/smartx.ts';
import xeworks from '../../src/bidders/xeworks.ts';
import { bidderOf, readingOf } from '../adapter/support.ts';

t.test('bidders that say by a status that they do not bid owe a seat otherwise', async (t) => {
  const cases: [BidderDefinition, string][] = [
    [infytv, 'Empty seatbid'],
    [lmKiviads, 'Array SeatBid cannot be empty'],
    [logicad, 'Invalid SeatBids count: 0'],
    [smartx, 'no bidders found in JSON response'],
    [xeworks, 'Array SeatBid cannot be empty'],
  ];
  for (const [definition, message] of cases) {
    const told = (seatbid: object[]) => readingOf(bidderOf(definition), { body: { seatbid } }).problems;
    t.same(told([]), [{ code: 3, message }], definition.code);
    t.same(told([{ bid: [] }]), [], definition.code);
    t.same(readingOf(bidderOf(definition), { status: 204 }).problems, [], definition.code);
  }
});

t.test('Logicad has one seat', async (t) => {
  const { bids, problems } = readingOf(bidderOf(logicad), { body: { seatbid: [{ bid: [] }, { bid: [] }] } });
  t.match([bids, problems], [[], [{ code: 3, message: 'Invalid SeatBids count: 2' }]]);
});

t.test('InfyTV does not bid when it is not available', async (t) => {
  t.same(readingOf(bidderOf(infytv), { status: 503 }).problems, []);
  t.match(readingOf(bidderOf(infytv), { status: 500 }).problems, [{ code: 3 }]);
});
