/** The bids of replies and their media types, beyond the recorded cases. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import adhese from '../../src/bidders/adhese.ts';
import adtrgtme from '../../src/bidders/adtrgtme.ts';
import alkimi from '../../src/bidders/alkimi.ts';
import beop from '../../src/bidders/beop.ts';
import bidtheatre from '../../src/bidders/bidtheatre.ts';
import bliink from '../../src/bidders/bliink.ts';
import bwx from '../../src/bidders/bwx.ts';
import emxDigital from '../../src/bidders/emx_digital.ts';
import gamma from '../../src/bidders/gamma.ts';
import jixie from '../../src/bidders/jixie.ts';
import kidoz from '../../src/bidders/kidoz.ts';
import marsmedia from '../../src/bidders/marsmedia.ts';
import ownadx from '../../src/bidders/ownadx.ts';
import revcontent from '../../src/bidders/revcontent.ts';
import sovrnXsp from '../../src/bidders/sovrnXsp.ts';
import type { MediaType } from '../../src/openrtb/media-types.ts';
import { bidderOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

/** The bids, their types and the problems of a reply for imps `i1`, `i2`, … of these types. */
function read(definition: BidderDefinition, body: unknown, types: readonly (readonly MediaType[])[] = [['banner']]) {
  const { bids, problems } = readingOf(bidderOf(definition), { body }, types);
  return { bids, kinds: bids.map(({ type }) => type), messages: problems.map(({ message }) => message) };
}

t.test('bidders that decline with status 204: a reply without a seat is a problem', async (t) => {
  for (const definition of [adhese, adtrgtme, alkimi, beop, bliink, bwx, ownadx]) {
    for (const body of [{}, { seatbid: [] }])
      t.match(read(definition, body), wholeLists({ kinds: [], messages: [/SeatBid/] }), definition.code);
    t.strictSame(readingOf(bidderOf(definition), { status: 204 }).problems, [], definition.code);
  }
});

t.test('EMX Digital and Jixie: the id of a bid that is an imp id names the imp, unless impid is valid', async (t) => {
  const bid = [
    { id: 'i2', impid: 'x', price: 1 },
    { id: 'i2', price: 1 },
    { id: 'i2', impid: 'i1', price: 1 },
    { id: 'b', impid: 'x', price: 1 },
  ];
  for (const definition of [emxDigital, jixie]) {
    const { bids } = read(definition, { seatbid: [{ bid }] }, [['banner'], ['banner']]);
    t.strictSame(
      bids.map(({ bid }) => bid['impid']),
      ['i2', 'i2', 'i1', 'x'],
    );
  }
});

t.test('Kidoz: status 503 is no bid, as 204', async (t) => {
  const statuses = [204, 503, 500];
  const problemCounts = statuses.map((status) => readingOf(bidderOf(kidoz), { status }).problems.length);
  t.strictSame(problemCounts, [0, 0, 1]);
});

t.test('Revcontent: markup that is not HTML is native', async (t) => {
  const bid = [' <div>', '{"ver":"1.1"}', ' {}', ''].map((adm) => ({ id: 'b', impid: 'i1', price: 1, adm }));
  t.strictSame(read(revcontent, { seatbid: [{ bid }] }).kinds, ['banner', 'native', 'native', 'native']);
});

t.test(
  'Sovrn XSP: a bid whose ext has no creative_type is a banner; one with an unknown type or no ext is dropped',
  async (t) => {
    const exts = [{ creative_type: 1 }, {}, { creative_type: 3 }, undefined];
    const bid = exts.map((ext) => ({ id: 'b', impid: 'i1', price: 1, ext, mtype: ext?.creative_type === 3 ? 1 : 0 }));
    t.match(
      read(sovrnXsp, { seatbid: [{ bid }] }),
      wholeLists({
        kinds: ['video', 'banner'],
        messages: [/unknown creative_type 3/, /no known media type/],
      }),
    );
  },
);

t.test('a bid for an imp of several types: BLIINK drops it, Adhese reads its markup', async (t) => {
  const bid = ['i1', 'i2', 'i3'].map((impid) => ({ id: 'b', impid, price: 1, adm: '<p>' }));
  const types: MediaType[][] = [['video'], ['native'], ['banner', 'video']];
  t.match(
    read(bliink, { seatbid: [{ bid }] }, types),
    wholeLists({ kinds: ['video', 'native'], messages: [/multi-format: i3/] }),
  );
  t.match(
    read(adhese, { seatbid: [{ bid }] }, types),
    wholeLists({ kinds: ['video', 'native', 'banner'], messages: [] }),
  );
});

t.test('Gamma: a bid without the markup of its type is dropped', async (t) => {
  const bid = [
    { impid: 'i1' },
    { impid: 'i1', adm: '<p>' },
    { impid: 'i2', adm: '<p>' },
    { impid: 'i2', vastXml: 'v' },
  ];
  const seatbid = [{ bid: bid.map((one) => ({ id: 'b', price: 1, ...one })) }];
  const { bids, messages } = read(gamma, { seatbid }, [['banner'], ['video']]);
  t.match(bids, wholeLists([{ type: 'banner' }, { type: 'video', bid: { adm: 'v' } }]));
  t.match(messages, wholeLists([/no markup/, /no vastXml/]));
});

t.test('Mars Media: a bid for an imp with banner and video is a video', async (t) => {
  const bid = [{ id: 'b', impid: 'i1', price: 1 }];
  t.strictSame(read(marsmedia, { seatbid: [{ bid }] }, [['banner', 'video']]).kinds, ['video']);
});

t.test('Bidtheatre: the price macro is replaced in adm and nurl, not in burl', async (t) => {
  const text = 'x${AUCTION_PRICE}';
  const ext = { prebid: { type: 'banner' } };
  const bid = [{ id: 'b', impid: 'i1', price: 1.5, adm: text, nurl: text, burl: text, ext }];
  t.match(
    read(bidtheatre, { seatbid: [{ bid }] }).bids,
    wholeLists([{ bid: { adm: 'x1.5', nurl: 'x1.5', burl: text } }]),
  );
});
