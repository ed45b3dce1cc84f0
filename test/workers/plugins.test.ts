/** What the host's plugins can do in each function, and what happens to one that fails (src/plugins). */
import t from 'tap';
import { textAt } from '../../src/auction/byte-range.ts';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import type { Prepared, Unasked } from '../../src/auction/messages.ts';
import type { Plugin } from '../../src/plugins/contract.ts';
import {
  answerOf,
  bidding,
  callTexts,
  createTestHops,
  plainTerms,
  prepareMessage,
  served,
  type MessageFacts,
} from '../support/hops.ts';

const endpoint = 'http://127.0.0.1:1/';
const bidders = { bidderA: { endpoint }, bidderB: { endpoint, ortbVersion: '2.6' } };

/** The hops of a host with these plugins; `settings` are by plugin name. */
function hopsWith(plugins: { readonly [name: string]: Plugin }, settings: { readonly [name: string]: object } = {}) {
  const stated = Object.keys(plugins).map((name) => [name, { file: `${name}.ts`, ...settings[name] }]);
  return createTestHops({ bidders, plugins: Object.fromEntries(stated) }, [], new Map(Object.entries(plugins)));
}

const ext = { svc: { bidder: { bidderA: { zone: 1 }, bidderB: { zone: 2 } } } };
const request = {
  id: 'r1',
  imp: [
    { id: 'i1', banner: { w: 300, h: 250 }, ext },
    { id: 'i2', banner: { w: 728, h: 90 }, ext },
  ],
  site: { page: 'https://news.example/', publisher: { id: 'p1' } },
  user: { data: [{ id: 'd', segment: [{ id: '1' }] }] },
  tmax: 700,
  ext: { svc: { targeting: { includewinners: true }, returnallbidstatus: true } },
};
const bid = { id: 'b1', impid: 'i1', price: 2, crid: 'c', adm: '<p>', w: 300, h: 250, cat: ['IAB1'] };

/** Runs both hops, with `replies` by bidder; gives the calls, their bodies, the answer and the reported bugs. */
function auction(
  hops: ReturnType<typeof hopsWith>,
  replies: { readonly [bidder: string]: readonly object[] } = {},
  { body = request, ...facts }: MessageFacts & { readonly body?: object } = {},
) {
  const prepared = served(hops.prepare(prepareMessage(body, facts)));
  const calls = prepared.calls.map((call) => call.bidder);
  const bodies = callTexts(prepared);
  const settled = calls.map((name) => bidding(replies[name] ?? []));
  const result = hops.settle(settleMessage(prepared, settled, plainTerms));
  const asked = (name: string) => JSON.parse(bodies.get(name)![0]!);
  return { calls, asked, answer: answerOf(result), bugs: [...faults(prepared), ...faults(result)] };
}

function faults({ bugs = [] }: Pick<Prepared, 'bugs'>): string[] {
  return bugs.map((bug) => ('plugin' in bug ? `${bug.plugin}: ${bug.stack.split('\n')[0]}` : bug.bidder));
}

t.test('auctionRequest changes the request for all bidders, one plugin after the other', async (t) => {
  const hops = hopsWith({
    first: { auctionRequest: (request) => ({ ...request, badv: ['a.example'] }) },
    second: { auctionRequest: (request) => ({ ...request, badv: [...request.badv!, 'b.example'] }) },
    silent: { auctionRequest: () => undefined },
  });
  const { asked, bugs } = auction(hops);
  for (const name of ['bidderA', 'bidderB']) t.strictSame(asked(name).badv, ['a.example', 'b.example'], name);
  t.strictSame(bugs, []);
});

t.test(
  'facts are the account, the namespace and the settings, with those of the account merged over those of the host',
  async (t) => {
    const seen: unknown[] = [];
    const hops = hopsWith(
      {
        it: {
          auctionRequest: (_, facts) => void seen.push(facts),
          bidderRequest: (_, { bidder, core, settings }) => void seen.push([bidder, core, settings]),
          bid: (_, { bidder, type, settings }) => void seen.push([bidder, type, settings]),
          auctionResponse: (_, { account }) => void seen.push(account),
        },
      },
      { it: { settings: { a: 1, b: { c: 2 } } } },
    );
    const account = JSON.stringify({ plugins: { it: { settings: { b: { d: 3 } } } } });
    auction(hops, { bidderA: [bid] }, { account });
    const settings = { a: 1, b: { c: 2, d: 3 } };
    t.strictSame(seen, [
      { account: 'p1', namespace: 'svc', settings },
      ['bidderA', 'bidderA', settings],
      ['bidderB', 'bidderB', settings],
      ['bidderA', 'banner', settings],
      'p1',
    ]);
  },
);

/** A plugin that puts a word into the request. */
const mark = (word: string): Plugin => ({ auctionRequest: (request) => ({ ...request, badv: [word] }) });

t.test('an account switches plugins on and off', async (t) => {
  const hops = hopsWith({ usual: mark('usual'), Rare: mark('rare') }, { Rare: { enabled: false } });
  const badvOf = (plugins: object) => auction(hops, {}, { account: JSON.stringify({ plugins }) }).asked('bidderA').badv;
  t.strictSame(badvOf({}), ['usual']);
  t.strictSame(badvOf({ rare: { enabled: true } }), ['rare'], 'the later plugin wins');
  t.strictSame(badvOf({ usual: { enabled: false } }), undefined);
  t.strictSame(badvOf({ Usual: { enabled: false } }), undefined, 'in any case');
  t.strictSame(badvOf({ Usual: { enabled: false }, usual: {} }), ['usual'], 'its exact name comes first');
});

t.test('a refusal ends the auction: no bids, the nbr, and the message as a warning', async (t) => {
  const hops = hopsWith({ bots: { auctionRequest: () => ({ refuse: { nbr: 3, message: 'a crawler' } }) } });
  const refused = hops.prepare(prepareMessage(request)) as Unasked;
  const answer = JSON.parse(textAt(refused.bytes, refused.answer));
  t.strictSame(answer.seatbid, []);
  t.match(answer, {
    id: 'r1',
    nbr: 3,
    ext: { tmaxrequest: 700, warnings: { general: [{ message: 'a crawler (plugin bots of the host)' }] } },
  });
});

t.test('bidderRequest changes the request for one bidder only', async (t) => {
  const hops = hopsWith({
    it: {
      bidderRequest(request, { bidder }) {
        if (bidder === 'bidderA') return undefined;
        const [first] = request.imp!;
        return { ...request, test: 1, user: {}, imp: [{ ...first!, bidfloor: 1.5 }] };
      },
    },
  });
  const { asked, answer } = auction(hops, { bidderB: [{ ...bid, impid: 'i2' }] });
  t.match(asked('bidderA'), { imp: [{ id: 'i1' }, { id: 'i2' }], user: { data: [{ id: 'd' }] } });
  t.equal(asked('bidderA').imp[0].bidfloor, undefined);
  t.match(asked('bidderB'), { test: 1, user: {}, imp: [{ id: 'i1', bidfloor: 1.5, ext: { bidder: { zone: 2 } } }] });
  t.strictSame([asked('bidderB').imp.length, asked('bidderB').user], [1, {}]);
  t.match(answer.ext.errors.bidderB, [{ code: 3 }], 'a bid for an imp that was left out');
  const { seat, nonbid } = answer.ext.seatnonbid[1];
  t.strictSame([seat, ...nonbid], ['bidderB', { impid: 'i1', statuscode: 0 }, { impid: 'i2', statuscode: 200 }]);
});

t.test('an imp that a plugin returns without ext is sent with its bidder params only', async (t) => {
  const hops = hopsWith({
    bare: {
      bidderRequest: (request) => ({
        ...request,
        imp: request.imp!.map(({ id, banner }) => ({ id: id!, banner: banner! })),
      }),
    },
  });
  const { asked, bugs } = auction(
    hops,
    {},
    { body: { ...request, imp: [{ ...request.imp[0], ext: { ...ext, data: { a: 1 }, tid: 't' } }] } },
  );
  t.strictSame(bugs, []);
  t.strictSame(asked('bidderB').imp, [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { bidder: { zone: 2 } } }]);
});

function lost(): never {
  throw new Error('lost');
}

t.test('bugs of plugins are reported for a refused request, too', async (t) => {
  const spoils: Plugin = { auctionRequest: (request) => ({ ...request, imp: [] }) };
  const refused = hopsWith({ throws: { auctionRequest: lost }, spoils }).prepare(prepareMessage(request));
  t.match(refused, { ok: false, status: 400 });
  t.strictSame(faults(refused), ['throws: Error: lost']);
});

t.test('bidderRequest can keep a bidder out', async (t) => {
  const hops = hopsWith({ no: { bidderRequest: (_, { bidder }) => (bidder === 'bidderB' ? false : undefined) } });
  const { calls, answer } = auction(hops, { bidderA: [bid] });
  t.strictSame(calls, ['bidderA']);
  t.match(answer.ext.warnings.bidderB, [
    { message: "the bidder is excluded from this auction by the host's plugin no" },
  ]);
  t.match(answer.ext.seatnonbid, [{}, { seat: 'bidderB', nonbid: [{ statuscode: 200 }, { statuscode: 200 }] }]);
});

t.test('bid changes or drops a bid before it is priced', async (t) => {
  const hops = hopsWith({
    it: {
      bid(bid) {
        if (bid.cat?.includes('IAB25')) return false;
        return { ...bid, price: bid.price! / 2, adm: `${bid.adm}!` };
      },
    },
  });
  const bids = [bid, { ...bid, id: 'b2', impid: 'i2', cat: ['IAB25'] }];
  const { answer } = auction(hops, { bidderA: bids });
  t.match(answer.seatbid, [{ seat: 'bidderA', bid: [{ id: 'b1', price: 1, adm: '<p>!' }] }]);
  t.equal(answer.seatbid[0].bid.length, 1);
  t.match(answer.ext.warnings.bidderA, [{ message: "bids were dropped by the host's plugin it" }]);
  t.match(answer.ext.seatnonbid[0], { seat: 'bidderA', nonbid: [{ impid: 'i2', statuscode: 300 }] });
});

t.test('auctionResponse changes the response', async (t) => {
  const hops = hopsWith({
    one: { auctionResponse: (response) => ({ ...response, bidid: 'x' }) },
    two: { auctionResponse: (response) => ({ ...response, customdata: `${String(response['bidid'])}y` }) },
  });
  const { answer } = auction(hops, { bidderA: [bid] });
  t.match(answer, { id: 'r1', bidid: 'x', customdata: 'xy', seatbid: [{ bid: [{ price: 2 }] }] });
});

t.test('a plugin that fails does not affect the auction, and is reported once per hop', async (t) => {
  const cyclic: { self?: object } = {};
  cyclic.self = cyclic;
  const wrong: { readonly [name: string]: Plugin } = {
    throws: { auctionRequest: lost },
    promises: { bidderRequest: (() => Promise.reject(new Error('late'))) as never },
    changes: {
      auctionRequest: (request) => void (request.imp![0]!.bidfloor = 9),
      bid: (bid) => void ((bid as { price?: number }).price = 9),
    },
    types: { auctionRequest: (request) => ({ ...request, tmax: 'soon' }) as never },
    moves: { auctionRequest: (request) => ({ ...request, site: { publisher: { id: 'other' } } }) },
    endless: { auctionRequest: (request) => ({ ...request, ext: cyclic }), bid: (bid) => ({ ...bid, ext: cyclic }) },
    adds: { bidderRequest: (request) => ({ ...request, imp: [...request.imp!, { id: 'i9' }] }) },
    odd: { bid: () => 7 as never, auctionResponse: () => 'text' as never },
    writes: { auctionResponse: (response) => ({ ...response, cyclic }) },
  };
  const { asked, answer, bugs } = auction(hopsWith(wrong), { bidderA: [bid, { ...bid, id: 'b2', impid: 'i2' }] });
  t.equal(asked('bidderA').imp[0].bidfloor, undefined);
  t.match(answer, { seatbid: [{ bid: [{ price: 2 }, { price: 2 }] }], ext: { tmaxrequest: 700 } });
  const lines = bugs.map((one) =>
    one.replaceAll(/(?<=Cannot add property bidfloor|assign to read only property 'price').*/g, '…'),
  );
  t.strictSame(lines, [
    'throws: Error: lost',
    'changes: TypeError: Cannot add property bidfloor…',
    'types: TypeError: it made an invalid request: tmax must be an integer, not a string',
    'moves: TypeError: it made an invalid request: account must stay: it has been read before',
    'endless: TypeError: its result is nested too deeply',
    'promises: TypeError: it returned a promise: it must answer at once',
    'adds: TypeError: it made an invalid request: imp "i9" is not one that the bidder is offered',
    "changes: TypeError: Cannot assign to read only property 'price'…",
    'endless: TypeError: its result is nested too deeply',
    'odd: TypeError: it made no OpenRTB bid',
    'writes: TypeError: its result is nested too deeply',
  ]);
});
