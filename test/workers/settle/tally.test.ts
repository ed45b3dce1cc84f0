/** What metrics learn of one auction: how imps ended where a bidder makes several calls, and prices in USD (auction/tally). */
import t from 'tap';
import { Type } from 'typebox';
import { defineBidder } from '../../../src/adapter/define-bidder.ts';
import { settleMessage } from '../../../src/auction/hop-bytes.ts';
import { settledWithout } from '../../../src/auction/settled-call.ts';
import { impEnds, tallied } from '../../../src/auction/tally.ts';
import { mediaTypes } from '../../../src/openrtb/media-types.ts';
import { sharedText } from '../../../src/stored/refreshed-text.ts';
import { requestFor } from '../../support/auction.ts';
import { createTestHops, plainTerms, prepareMessage, replying, served } from '../../support/hops.ts';

const definition = defineBidder({ code: 'twice', params: Type.Object({}) });
const { makeCalls } = definition.adapter;
const asksTwice: typeof makeCalls = (request) => {
  const { calls, problems } = makeCalls(request);
  return { calls: [...calls, ...calls], problems };
};
const hops = createTestHops({ bidders: { twice: { endpoint: 'http://127.0.0.1:1/' } } }, [
  { ...definition, adapter: { ...definition.adapter, makeCalls: asksTwice } },
]);

const request = requestFor({ twice: {} }, { cur: ['EUR'] });

/** How the only imp ended, when the bidder's two calls for it ended like this. */
function endAfter(...kinds: readonly ('busy' | 'unreachable' | 'cancelled')[]): string | undefined {
  const prepared = served(hops.prepare(prepareMessage(request)));
  const outcomes = kinds.map((kind) => settledWithout(kind, '', 1));
  const { tally } = hops.settle(settleMessage(prepared, outcomes, plainTerms));
  const ends = impEnds.filter((_, at) => tally.some((what, place) => place % 3 === 1 && what === tallied.imp + at));
  return ends.join();
}

t.test('the first call for an imp decides how it ended', async (t) => {
  t.equal(endAfter('unreachable', 'busy'), 'unreachable');
  t.equal(endAfter('busy', 'unreachable'), 'busy');
  t.equal(endAfter('cancelled', 'busy'), 'cancelled');
});

t.test("prices are in USD by the host's rates", async (t) => {
  const rates = sharedText('{"EUR":{"USD":2}}');
  const prepared = served(hops.prepare(prepareMessage(request, { rates })));
  const reply = replying({ cur: 'EUR', seatbid: [{ bid: [{ id: 'b1', impid: 'i1', price: 1.5, crid: 'c' }] }] });
  const { tally } = hops.settle(settleMessage(prepared, [reply, reply], { ...plainTerms, rates }));
  const bid = tallied.bid + mediaTypes.indexOf('banner');
  t.strictSame(
    tally.filter((_, place) => place % 3 === 2 && tally[place - 1] === bid),
    [3, 3],
  );
});
