/** The host's rates come with each message: earlier messages of a thread have no effect (house, 'the same message always gives the same bytes'). */
import t from 'tap';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import type { SharedText } from '../../src/auction/messages.ts';
import { sharedText } from '../../src/stored/refreshed-text.ts';
import { requestFor } from '../support/auction.ts';
import { answerOf, createTestHops, plainTerms, prepareMessage, replying, served } from '../support/hops.ts';

const hops = createTestHops({ bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' } } });

const request = requestFor({ bidderA: {} });

const reply = replying({ cur: 'EUR', seatbid: [{ bid: [{ id: 'b1', impid: 'i1', price: 1.5, crid: 'c' }] }] });

/** The price of the only bid, 'none' without one. */
function price(rates: SharedText | null): number | 'none' {
  const prepared = served(hops.prepare(prepareMessage(request, { rates })));
  const { seatbid } = answerOf(hops.settle(settleMessage(prepared, [reply], { ...plainTerms, rates })));
  return seatbid[0]?.bid[0]?.price ?? 'none';
}

t.test('each message is settled with its own rates', async (t) => {
  const [two, four] = [sharedText('{"EUR":{"USD":2}}'), sharedText('{"EUR":{"USD":4}}')];
  t.equal(price(two), 3);
  t.equal(price(four), 6);
  t.equal(price(two), 3, 'an older version after a newer one');
  t.equal(price(null), 'none', 'no rates after some');
  t.equal(price(four), 6);
});

t.test('equal texts have equal versions, different texts different ones', async (t) => {
  t.equal(sharedText('{"a":1}').version, sharedText('{"a":1}').version);
  t.not(sharedText('{"a":1}').version, sharedText('{"a":2}').version);
  t.equal(Buffer.from(sharedText('ä').bytes).toString(), 'ä');
});
