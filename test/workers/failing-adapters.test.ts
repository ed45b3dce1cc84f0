/** An adapter that throws, or leaves out imps, affects only its own bidder and is reported (decisions, 'Error codes'; spec 7). */
import t from 'tap';
import { Type } from 'typebox';
import { defineBidder, type BidderDefinition } from '../../src/adapter/define-bidder.ts';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import { answerOf, bidding, createTestHops, plainTerms, prepareMessage, served } from '../support/hops.ts';
import { wholeLists } from '../support/whole-lists.ts';

const names = ['noCall', 'failsToAsk', 'failsToRead', 'leavesOut', 'bidderA'];
const endpoint = 'http://127.0.0.1:1/';

function withAdapter(code: string, adapter: Partial<BidderDefinition['adapter']>): BidderDefinition {
  const definition = defineBidder({ code, params: Type.Object({}) });
  return { ...definition, adapter: { ...definition.adapter, ...adapter } };
}

function fail(): never {
  throw new TypeError('a bug of this bidder');
}

/** Makes a call for the first imp only, and reports nothing for the others. */
const { adapter } = defineBidder({ code: 'leavesOut', params: Type.Object({}) });
const asksForOne = withAdapter('leavesOut', {
  makeCalls: (request) => adapter.makeCalls({ ...request, imps: request.imps.slice(0, 1) }),
});

const hops = createTestHops({ bidders: Object.fromEntries(names.map((name) => [name, { endpoint }])) }, [
  withAdapter('noCall', { makeCalls: () => ({ calls: [], problems: [] }) }),
  withAdapter('failsToAsk', { makeCalls: fail }),
  withAdapter('failsToRead', { readReply: fail }),
  asksForOne,
]);

/** The answer to `imps`, each offered to `asked`, when every call brings a bid on i1. */
function answerTo(imps: readonly string[], asked: readonly string[]) {
  const bidder = Object.fromEntries(asked.map((name) => [name, {}]));
  const imp = imps.map((id) => ({ id, banner: { w: 300, h: 250 }, ext: { svc: { bidder } } }));
  const ext = { svc: { returnallbidstatus: true } };
  const request = { id: 'r1', imp, site: { page: 'https://news.example/', publisher: { id: 'p1' } }, ext };
  const prepared = served(hops.prepare(prepareMessage(request)));
  const outcomes = prepared.calls.map(() => bidding([{ id: 'b1', impid: 'i1', price: 1, crid: 'c1' }]));
  const settled = hops.settle(settleMessage(prepared, outcomes, plainTerms));
  const called = prepared.calls.map((call) => call.bidder);
  const bugs = [prepared.bugs, settled.bugs];
  return { called, bugs, answer: answerOf(settled) };
}

t.test('adapters that fail do not affect one that works', async (t) => {
  const { called, bugs, answer } = answerTo(['i1'], ['noCall', 'failsToAsk', 'failsToRead', 'bidderA']);
  t.strictSame(called, ['failsToRead', 'bidderA']);
  t.match(answer.seatbid, wholeLists([{ seat: 'bidderA', bid: [{ id: 'b1' }] }]));
  t.equal(answer.seatbid.length, 1);
  t.strictSame(answer.ext.errors, {
    noCall: [{ code: 999, message: 'the adapter built no request' }],
    failsToAsk: [{ code: 999, message: 'the adapter failed to build a request' }],
    failsToRead: [{ code: 3, message: 'the adapter failed to read the reply' }],
  });
  t.strictSame(answer.ext.seatnonbid, [
    { seat: 'noCall', nonbid: [{ impid: 'i1', statuscode: 100 }] },
    { seat: 'failsToAsk', nonbid: [{ impid: 'i1', statuscode: 100 }] },
    { seat: 'failsToRead', nonbid: [{ impid: 'i1', statuscode: 102 }] },
  ]);
  const stack = /^TypeError: a bug of this bidder\n +at .*fail.*failing-adapters\.test\.ts/;
  t.match(
    bugs,
    wholeLists([[{ bidder: 'failsToAsk', stack, auction: 'r1' }], [{ bidder: 'failsToRead', stack, auction: 'r1' }]]),
    'with the stack and the auction for the log',
  );
});

t.test('an imp that an adapter left out of its calls is a non-bid with status 100', async (t) => {
  const { called, bugs, answer } = answerTo(['i1', 'i2'], ['leavesOut']);
  t.strictSame(called, ['leavesOut']);
  t.strictSame(bugs, [undefined, undefined]);
  t.match(answer.seatbid, wholeLists([{ seat: 'leavesOut', bid: [{ impid: 'i1' }] }]));
  t.strictSame(answer.ext.seatnonbid, [{ seat: 'leavesOut', nonbid: [{ impid: 'i2', statuscode: 100 }] }]);
});
