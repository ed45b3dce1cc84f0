/** Stored responses in the two hops: texts that the JSON cases cannot express (spec 4.1.6). */
import t from 'tap';
import type { AuctionContext } from '../../src/auction/context.ts';
import type { Seat } from '../../src/stages/settle/build-response.ts';
import { seatsOf } from '../../workers/settle/answer-bids.ts';
import type { PlacedBid } from '../../workers/settle/place-bids.ts';
import { processorMs } from '../support/processor-time.ts';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import { answerOf, createTestHops, plainTerms, prepareMessage, served } from '../support/hops.ts';
import { wholeLists } from '../support/whole-lists.ts';

/** The answer to a request of `imps` imps, each with the stored text as the reply of the only bidder. */
function answerWith(text: string, imps: number, asked: object) {
  const hops = createTestHops({ bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' } } });
  const svc = { bidder: { bidderA: {} }, storedbidresponse: [{ bidder: 'bidderA', id: 'e' }] };
  const request = {
    id: 'r1',
    imp: Array.from({ length: imps }, (_, at) => ({ id: `i${at}`, banner: { w: 300, h: 250 }, ext: { svc } })),
    site: { page: 'https://news.example/' },
    ext: { svc: asked },
  };
  const stored = [{ kind: 'responses', id: 'e', text: new TextEncoder().encode(text) } as const];
  const prepared = served(hops.prepare(prepareMessage(request, { stored })));
  return answerOf(hops.settle(settleMessage(prepared, [], plainTerms)));
}

t.test('an empty stored bid response is no bid and no error', async (t) => {
  const { seatbid, ext } = answerWith('', 1, { returnallbidstatus: true });
  t.strictSame(seatbid, []);
  t.strictSame(ext.errors, undefined);
  t.strictSame(ext.seatnonbid, [{ seat: 'bidderA', nonbid: [{ impid: 'i0', statuscode: 0 }] }]);
});

t.test('debug output shows the stored bid response of every imp', async (t) => {
  const { httpcalls } = answerWith('{}', 3, { debug: true }).ext.debug;
  const shown = { responsebody: '{}' };
  t.match(httpcalls.bidderA, wholeLists([shown, shown, shown]));
});

t.test('a long stored bid response on many imps does not fill debug output', async (t) => {
  const text = JSON.stringify({ ext: 'x'.repeat(300_000) });
  const { httpcalls } = answerWith(text, 50, { debug: true }).ext.debug;
  t.equal(httpcalls.bidderA[0].responsebody.length, text.length);
  t.ok(JSON.stringify(httpcalls).length < 5_000_000);
});

t.test('a request that multiplies a stored response by many aliases and imps is refused above a limit', async (t) => {
  const hops = createTestHops({ bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' } } });
  const text = new TextEncoder().encode(JSON.stringify({ seatbid: [{ bid: [{ adm: 'x'.repeat(20_000) }] }] }));
  const stored = [{ kind: 'responses', id: 'e', text } as const];
  const names = Array.from({ length: 100 }, (_, at) => `alias${at}`);
  const aliases = Object.fromEntries(names.map((name) => [name, 'bidderA']));
  const prepare = (imps: number) => {
    const storedbidresponse = names.map((bidder) => ({ bidder, id: 'e' }));
    const imp = Array.from({ length: imps }, (_, at) => ({
      id: `i${at}`,
      banner: { w: 300, h: 250 },
      ext: { svc: { storedbidresponse } },
    }));
    const request = { id: 'r1', imp, site: { page: 'https://news.example/' }, ext: { svc: { aliases } } };
    return hops.prepare(prepareMessage(request, { stored }));
  };
  t.ok(prepare(8).ok, 'two million characters per imp');
  t.match(
    prepare(9),
    wholeLists({
      ok: false,
      status: 400,
      faults: [/^the stored responses that the imps name have over 16777216 characters in total: name shorter ones/],
    }),
  );
});

t.test('the 100,000 seats of a stored auction are put together within two seconds', async (t) => {
  const count = 100_000;
  const bidders = Array.from({ length: count }, (_, at) => ({ name: `s${at}` }));
  const stored = bidders.map((_, bidder) => (bidder < count - 1 ? { bidder } : { bidder, seatExt: { e: 1 } }));
  const bids = bidders.map((_, at) => ({ id: `b${at}` }));
  const placed = bidders.map((_, bidder) => ({ priced: { bidder } })) as unknown as PlacedBid[];
  const context = { bidders, stored } as unknown as AuctionContext;
  let seats: Seat[] = [];
  const tookMs = processorMs(() => (seats = seatsOf(placed, bids, context)));
  t.match(seats.at(-1), { seat: 's99999', bid: [{ id: 'b99999' }], ext: { e: 1 } });
  t.ok(tookMs < 2000, `${tookMs} ms`);
});

t.test(
  'a request that multiplies a long imp id by the bids of its own stored response is refused above a limit',
  async (t) => {
    const hops = createTestHops({ bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' } } });
    const prepare = (bids: number) => {
      const seatbidobj = { seat: 'bidderA', bid: Array.from({ length: bids }, () => ({})) };
      const svc = { bidder: { bidderA: {} }, storedauctionresponse: { seatbidobj } };
      const imp = [{ id: 'i'.repeat(100_000), banner: { w: 300, h: 250 }, ext: { svc } }];
      return hops.prepare(prepareMessage({ id: 'r1', imp, site: { page: 'https://news.example/' } }));
    };
    t.ok(prepare(100).ok);
    const faults = [
      /^the stored responses that the imps name have over 16777216 characters in total: name shorter ones/,
    ];
    // Written out, the ids of the second would be longer than any text can be.
    for (const bids of [200, 40_000]) t.match(prepare(bids), wholeLists({ ok: false, status: 400, faults }));
  },
);
