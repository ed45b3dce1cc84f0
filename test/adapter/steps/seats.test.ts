/** How many seats a reply must have. */
import t from 'tap';
import { Refusal } from '../../../src/adapter/refusal.ts';
import { aBid, aSeat, oneSeat, seats } from '../../../src/adapter/steps/seats.ts';
import { wholeLists } from '../../support/whole-lists.ts';

const bid = { id: 'b', impid: 'i1', price: 1 };
const messageOf = (made: unknown) => (made instanceof Refusal ? made.problem?.message : made);

t.test('a reply with a wrong number of seats is refused', async (t) => {
  t.match(oneSeat({ seatbid: [{ bid: [bid] }] }), wholeLists({ bids: [{ bid }] }));
  for (const [reply, count] of [
    [null, 0],
    [{}, 0],
    [{ seatbid: null }, 0],
    [{ seatbid: [] }, 0],
    [{ seatbid: [{ bid: [bid] }, {}] }, 2],
  ] as const)
    t.equal(messageOf(oneSeat(reply)), `Invalid SeatBids count: ${count}`, JSON.stringify(reply));
  const atMostOne = seats(
    (count) => count <= 1,
    (count) => `${count} seats`,
  );
  t.match(atMostOne({}), wholeLists({ bids: [] }), 'no seat is allowed');
  t.equal(messageOf(atMostOne({ seatbid: [{}, {}] })), '2 seats');
});

t.test('an entry that is no seat is not counted and is one problem', async (t) => {
  const decoded = oneSeat({ seatbid: [null, { bid: [bid] }] });
  t.match(
    decoded,
    wholeLists({
      bids: [{ bid }],
      problems: [{ message: /a seatbid of the reply is not an object with a list of bids/ }],
    }),
  );
  t.equal(messageOf(aSeat('no seat')({ seatbid: [null] })), 'no seat');
});

t.test('a seat that its bidder writes as a whole number is a text', async (t) => {
  const decoded = oneSeat({ seatbid: [{ seat: 77, bid: [bid] }] });
  t.strictSame(decoded instanceof Refusal || decoded.bids[0]?.seatbid?.['seat'], '77');
});

t.test("an unreadable reply has the bidder's message, else the default one", async (t) => {
  t.equal(messageOf(aSeat('no seat')([])), 'the reply is not a JSON object');
  t.equal(messageOf(aSeat('no seat', 'Bad Server Response')({ seatbid: 7 })), 'Bad Server Response');
});

t.test('a reply without bids is refused, one whose bids are all invalid is not', async (t) => {
  const some = aBid('no bid');
  t.match(some({ seatbid: [{ bid: [bid] }] }), wholeLists({ bids: [{ bid }] }));
  t.match(some({ seatbid: [{ bid: [7] }] }), wholeLists({ bids: [], problems: [{}] }));
  for (const reply of [null, {}, { seatbid: [{ bid: [] }] }]) t.equal(messageOf(some(reply)), 'no bid');
  t.equal(messageOf(aBid('no bid', aSeat('no seat'))({})), 'no seat');
});
