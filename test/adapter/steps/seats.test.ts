/** How many seats a reply must have. */
import t from 'tap';
import { Refusal } from '../../../src/adapter/definition.ts';
import { seats } from '../../../src/adapter/steps/seats.ts';

const bid = { id: 'b', impid: 'i1', price: 1 };
const says = (count: number) => `${count} seats`;
const messageOf = (made: unknown) => (made instanceof Refusal ? made.problem?.message : made);

t.test('a number of seats outside the rule voids the reply', async (t) => {
  const one = seats({ least: 1, most: 1, says });
  t.match(one({ seatbid: [{ bid: [bid] }] }), { bids: [{ bid }] });
  for (const [reply, count] of [
    [null, 0],
    [{}, 0],
    [{ seatbid: null }, 0],
    [{ seatbid: [] }, 0],
    [{ seatbid: [{ bid: [bid] }, {}] }, 2],
  ] as const)
    t.equal(messageOf(one(reply)), `${count} seats`, JSON.stringify(reply));
  t.match(seats({ most: 1, says })({}), { bids: [] }, 'none is none too many');
});

t.test('what is no seat is not counted, and costs itself alone', async (t) => {
  const decoded = seats({ least: 1, most: 1, says })({ seatbid: [null, { bid: [bid] }] });
  t.match(decoded, { bids: [{ bid }], problems: [{ message: /a seatbid of the reply is no object/ }] });
  t.equal(messageOf(seats({ least: 1, says })({ seatbid: [null] })), '0 seats');
});

t.test('what cannot be read is told in the bidder’s text, or in ours', async (t) => {
  t.equal(messageOf(seats({ says })([])), 'the reply is not a JSON object');
  t.equal(messageOf(seats({ says, unreadable: 'Bad Server Response' })({ seatbid: 7 })), 'Bad Server Response');
});
