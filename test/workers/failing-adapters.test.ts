/** A bidder's code that throws, or makes no call, costs that bidder alone and is told (decisions, 'Error codes'; spec 7). */
import t from 'tap';
import { Type } from 'typebox';
import { defineBidder, type BidderDefinition } from '../../src/adapter/define-bidder.ts';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import type { Prepared } from '../../src/auction/messages.ts';
import { bidding, createTestHops, prepareMessage } from '../support/hops.ts';

const names = ['noCall', 'failsToAsk', 'failsToRead', 'bidderA'];
const endpoint = 'http://127.0.0.1:1/';

function withAdapter(code: string, adapter: Partial<BidderDefinition['adapter']>): BidderDefinition {
  const definition = defineBidder({ code, params: Type.Object({}) });
  return { ...definition, adapter: { ...definition.adapter, ...adapter } };
}

function fail(): never {
  throw new TypeError('a bug of this bidder');
}

const hops = createTestHops({ bidders: Object.fromEntries(names.map((name) => [name, { endpoint }])) }, [
  withAdapter('noCall', { makeCalls: () => ({ calls: [], problems: [] }) }),
  withAdapter('failsToAsk', { makeCalls: fail }),
  withAdapter('failsToRead', { readReply: fail }),
]);

t.test('three adapters fail beside one that does not', async (t) => {
  const bidder = Object.fromEntries(names.map((name) => [name, {}]));
  const imp = [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder } } }];
  const ext = { svc: { returnallbidstatus: true } };
  const request = { id: 'r1', imp, site: { page: 'https://news.example/', publisher: { id: 'p1' } }, ext };
  const prepared = hops.prepare(prepareMessage(request)) as Prepared;
  t.same(
    prepared.calls.map((call) => call.bidder),
    ['failsToRead', 'bidderA'],
  );
  const outcomes = prepared.calls.map(() => bidding([{ id: 'b1', impid: 'i1', price: 1, crid: 'c1' }]));
  const { bytes } = hops.settle(settleMessage(prepared, outcomes, { rates: null, cacheSeed: '', cached: null }));
  const answer = JSON.parse(Buffer.from(bytes).toString());
  t.match(answer.seatbid, [{ seat: 'bidderA', bid: [{ id: 'b1' }] }]);
  t.equal(answer.seatbid.length, 1);
  t.same(answer.ext.errors, {
    noCall: [{ code: 999, message: 'the adapter built no request' }],
    failsToAsk: [{ code: 999, message: 'the adapter failed to build a request' }],
    failsToRead: [{ code: 3, message: 'the adapter failed to read the reply' }],
  });
  const nonbid = (statuscode: number) => [{ impid: 'i1', statuscode }];
  t.same(answer.ext.seatnonbid, [
    { seat: 'noCall', nonbid: nonbid(100) },
    { seat: 'failsToAsk', nonbid: nonbid(100) },
    { seat: 'failsToRead', nonbid: nonbid(102) },
  ]);
});
