/** A plugin's result is copied as plain JSON: its values cannot affect later steps, and an unusable result is ignored (src/plugins). */
import t from 'tap';
import { Type } from 'typebox';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import type { Plugin } from '../../src/plugins/contract.ts';
import { answerOf, bidding, callTexts, createTestHops, plainTerms, prepareMessage, served } from '../support/hops.ts';

const settings = { it: { file: 'it.ts' }, next: { file: 'next.ts' } };

const endpoint = 'http://127.0.0.1:1/';
const coded = defineBidder({
  code: 'coded',
  params: Type.Object({}),
  body: [(request) => ({ test: request.test ?? 0 })],
});
const bidders = { bidderA: { endpoint, capabilities: { site: ['banner'] } }, coded: { endpoint } };
const request = {
  id: 'r1',
  imp: [
    {
      id: 'i1',
      banner: { w: 300, h: 250 },
      video: { mimes: ['video/mp4'] },
      ext: { svc: { bidder: { bidderA: {}, coded: {} } } },
    },
  ],
  site: { page: 'https://news.example/' },
};
const bid = { id: 'b1', impid: 'i1', price: 2, crid: 'c', adm: '<p>', w: 300, h: 250, dealid: 'd' };

/** An auction in which `coded` bids, with two plugins. */
function auction(it: Plugin, next: Plugin = {}) {
  const code = new Map(Object.entries({ it, next }));
  const hops = createTestHops({ bidders, plugins: settings }, [coded], code);
  const prepared = served(hops.prepare(prepareMessage(request)));
  const calls = prepared.calls.map(({ bidder }) => bidding(bidder === 'coded' ? [bid] : []));
  const settled = hops.settle(settleMessage(prepared, calls, plainTerms));
  const bodies = [...callTexts(prepared).values()].flat().map((text) => JSON.parse(text));
  const bugs = [...(prepared.bugs ?? []), ...(settled.bugs ?? [])].map(
    (bug) => `${'plugin' in bug ? bug.plugin : bug.bidder}: ${bug.stack.split('\n')[0]}`,
  );
  return { bodies, answer: answerOf(settled), bugs };
}

t.test(
  "a value that a plugin returns is copied: later changes to it have no effect, and the plugin's own is not frozen",
  async (t) => {
    const blocked = ['a.example'];
    const { bodies, bugs } = auction(
      {
        auctionRequest: (request) => ({ ...request, badv: blocked }),
        bidderRequest: (request) => {
          blocked.push('later.example');
          return { ...request, bcat: blocked };
        },
        bid: (bid) => ({ ...bid, cat: blocked }),
        auctionResponse: () => void blocked.push('last.example'),
      },
      { auctionRequest: () => undefined, bidderRequest: () => undefined, bid: () => undefined },
    );
    t.strictSame(bugs, []);
    t.strictSame(
      bodies.map(({ badv, bcat }) => [badv, bcat.length]),
      [
        [['a.example'], 2],
        [['a.example'], 3],
      ],
    );
    t.equal(blocked.length, 4, 'it was not frozen');
  },
);

t.test('a value that is not JSON is left out, and fails neither the auction nor a later plugin', async (t) => {
  const ext = { bytes: new Uint8Array(2), call: () => 1, gone: undefined };
  const { bodies, answer, bugs } = auction(
    {
      bidderRequest: (request) => ({ ...request, user: undefined, ext }) as never,
      bid: ({ dealid: _, ...bid }) =>
        ({ ...bid, cid: null, w: undefined, ext: { at: new Date(0), call: () => 1 } }) as never,
      auctionResponse: (response) => ({ ...response, bidid: undefined, customdata: { toJSON: () => 'x' } }),
    },
    { bidderRequest: () => undefined, bid: () => undefined, auctionResponse: () => undefined },
  );
  t.strictSame(bugs, []);
  t.strictSame(
    bodies.map(({ ext }) => ext),
    [{ bytes: { 0: 0, 1: 0 } }, { bytes: { 0: 0, 1: 0 } }],
  );
  t.match(answer, { customdata: 'x', seatbid: [{ bid: [{ id: 'b1', ext: { at: '1970-01-01T00:00:00.000Z' } }] }] });
  for (const name of ['dealid', 'cid', 'w']) t.notOk(name in answer.seatbid[0].bid[0], name);
});

t.test('an imp without the media types that its bidder does not support is accepted from a plugin', async (t) => {
  const { bodies, bugs } = auction({
    bidderRequest: (request) => ({ ...request, imp: request.imp!.map((imp) => ({ ...imp, bidfloor: 1 })) }),
  });
  t.strictSame(bugs, []);
  t.strictSame(
    bodies.map(({ imp: [imp] }) => [imp.bidfloor, 'banner' in imp, 'video' in imp]),
    [
      [1, true, false],
      [1, true, true],
    ],
  );
});

t.test('values that a plugin puts in places of OpenRTB 2.5 are found', async (t) => {
  const { bodies } = auction({
    auctionRequest: (request) => ({
      ...request,
      regs: { ext: { us_privacy: '1YYN' } },
      user: { id: 'u1', ext: { consent: 'x' } },
    }),
  });
  const found = ['1YYN', undefined];
  t.strictSame(
    bodies.map(({ regs, user }) => [regs.ext.us_privacy, user.id]),
    [found, found],
    'the US privacy signal applies',
  );
});

t.test('unusable results of a plugin are ignored and reported', async (t) => {
  // oxlint-disable-next-line no-thenable -- what promises of other libraries are
  const thenable = { then: () => undefined };
  const whole = { bodies: [{}, {}], answer: { seatbid: [{ bid: [{ id: 'b1', price: 2 }] }] } };
  const bugsOf = (plugin: object): readonly string[] => {
    const found = auction(plugin as Plugin);
    t.match(found, whole);
    return found.bugs;
  };
  const late = 'it: TypeError: it returned a promise: it must answer at once';
  const noRequest = 'it: TypeError: it made an invalid request: it is not an object with a list imp';
  t.strictSame(bugsOf({ auctionRequest: () => thenable, bid: () => thenable }), [late, late]);
  t.strictSame(bugsOf({ auctionRequest: () => ({}), bid: () => '' }), [
    noRequest,
    'it: TypeError: it made no OpenRTB bid',
  ]);
  t.strictSame(bugsOf({ bidderRequest: () => ({ refuse: { nbr: 1 } }), bid: () => 0 }), [
    noRequest,
    'it: TypeError: it made no OpenRTB bid',
  ]);
  t.strictSame(bugsOf({ auctionRequest: () => ({ refuse: { nbr: '3' } }) }), [
    'it: TypeError: its refusal must have an integer nbr',
  ]);
  t.strictSame(bugsOf({ auctionRequest: () => ({ refuse: { nbr: 3, message: 3 } }) }), [
    'it: TypeError: its refusal has a message that is not a string',
  ]);
  t.strictSame(
    bugsOf({
      bidderRequest: ({ imp: [imp], ...request }: { imp: { id: string }[] }) => ({
        ...request,
        imp: [{ id: imp!.id }],
      }),
    }),
    ['it: TypeError: it made an invalid request: imp "i1" has no media type: leave it out'],
  );
  t.strictSame(bugsOf({ bid: (bid: object) => ({ ...bid, price: '3' }) }), [
    'it: TypeError: it made no OpenRTB bid: price has a value of the wrong type',
  ]);
  const nothing = {
    auctionRequest: () => null,
    bidderRequest: () => null,
    bid: () => null,
    auctionResponse: () => null,
  };
  t.strictSame(bugsOf(nothing), [], 'null is no change');
});

t.test('the functions of a plugin can use `this`', async (t) => {
  const { bugs, answer } = auction({
    auctionRequest() {
      return this.bid === undefined ? { refuse: { nbr: 1 } } : undefined;
    },
    bid: (bid) => ({ ...bid, price: 3 }),
    auctionResponse(response) {
      return this.bid === undefined ? undefined : { ...response, bidid: 'x' };
    },
  });
  t.strictSame(bugs, []);
  t.match(answer, { bidid: 'x', seatbid: [{ bid: [{ price: 3 }] }] });
});

t.test('whatever a plugin throws is reported, and does not affect the auction', async (t) => {
  const odd = Object.assign(new Error('x'), { stack: 5 });
  const evil = Object.defineProperty(new Error('x'), 'message', {
    get: () => {
      throw odd;
    },
  });
  const noText = 'it: something was thrown whose text cannot be read';
  const bare: object = Object.create(null);
  for (const [thrown, reported] of [
    [undefined, 'it: undefined'],
    [Symbol('s'), 'it: Symbol(s)'],
    [odd, 'it: 5'],
    [bare, noText],
    [evil, noText],
  ] as const) {
    const { answer, bugs } = auction({
      bid() {
        throw thrown;
      },
    });
    t.strictSame(bugs, [reported]);
    t.match(answer, { seatbid: [{ bid: [{ id: 'b1' }] }] });
  }
});
