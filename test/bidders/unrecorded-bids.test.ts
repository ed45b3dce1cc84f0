/** Bids of replies as in the public adapters. No recorded case covers it. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import adgeneration from '../../src/bidders/adgeneration.ts';
import adagio from '../../src/bidders/adagio.ts';
import adquery from '../../src/bidders/adquery.ts';
import akcelo from '../../src/bidders/akcelo.ts';
import bluesea from '../../src/bidders/bluesea.ts';
import contxtful from '../../src/bidders/contxtful.ts';
import definemedia from '../../src/bidders/definemedia.ts';
import eplanning from '../../src/bidders/eplanning.ts';
import flipp from '../../src/bidders/flipp.ts';
import mabidder from '../../src/bidders/mabidder.ts';
import mediasquare from '../../src/bidders/mediasquare.ts';
import startio from '../../src/bidders/startio.ts';
import stroeerCore from '../../src/bidders/stroeerCore.ts';
import { bidderOf, readingOf, typeRead } from '../adapter/support.ts';

/** The bid of a Flipp decision with these contents. */
function flippBid(contents: readonly object[]) {
  const decision = { adId: 1, creativeId: 2, prebid: { requestId: 'i1', cpm: 3, creative: 'x' }, contents };
  const body = { decisions: { inline: [decision] } };
  return readingOf(bidderOf(flipp), { body, note: { startCompact: false } }).bids[0]?.bid;
}

t.test('Flipp: a bid has the size of its contents, or none', async (t) => {
  const bid = { id: '1', impid: 'i1', price: 3, adm: 'x', crid: '2' };
  t.strictSame(flippBid([{ data: { width: 300 } }]), { ...bid, w: 300, h: 2400 });
  t.strictSame(flippBid([{ data: { customData: { standardHeight: 700 } } }]), { ...bid, h: 700 });
  for (const contents of [[], [{}]]) t.strictSame(flippBid(contents), bid);
});

/** Replies in private protocols with one bid of this width and height. */
const forms: readonly (readonly [BidderDefinition, (w?: number, h?: number) => unknown, unknown?])[] = [
  [adgeneration, (w, h) => ({ locationid: '1', results: [{}], cpm: 1, ad: 'x', w, h }), { id: '1' }],
  [adquery, (width, height) => ({ data: { requestId: 'b', cpm: 1, mediaType: { name: 'banner', width, height } } })],
  [contxtful, (width, height) => [{ requestId: 'i1', cpm: 1, adm: 'x', mediaType: 'banner', width, height }]],
  [eplanning, (w, h) => ({ sp: [{ k: 's', a: [{ i: 'b', pr: '1', w, h }] }] }), [{ name: 's', impid: 'i1' }]],
  [mabidder, (width, height) => ({ Responses: [{ requestId: 'i1', cpm: 1, width, height }] })],
  [mediasquare, (width, height) => ({ responses: [{ id: 'b', bid_id: 'i1', cpm: 1, width, height }] })],
  [stroeerCore, (width, height) => ({ bids: [{ id: 'b', bidId: 'i1', cpm: 1, mtype: 'banner', width, height }] })],
];

t.test('a bid without a stated size and adid has neither, not 0 or an empty text', async (t) => {
  for (const [definition, form, note] of forms) {
    const bidOf = (body: unknown) => readingOf(bidderOf(definition), { body, note }).bids[0]?.bid;
    t.match(bidOf(form(300, 250)), { w: 300, h: 250 }, definition.code);
    for (const bare of [bidOf(form()), bidOf(form(0, 0))]) {
      t.ok(bare, definition.code);
      t.strictSame([bare?.['w'], bare?.['h'], bare?.['adid']], [undefined, undefined, undefined], definition.code);
    }
  }
});

/** The type of a bid with these members; undefined if it is dropped. */
const kindOf = (definition: BidderDefinition, more: object) => typeRead(definition, ['banner'], more);

/** The ext of a bid that states this type. */
const named = (type: string) => ({ ext: { prebid: { type } } });

t.test('Akcelo and Definemedia: a bid of a type that they do not sell is dropped', async (t) => {
  t.strictSame(
    [{ mtype: 1 }, { mtype: 3 }, { mtype: 3, ...named('banner') }, named('video')].map((bid) => kindOf(akcelo, bid)),
    ['banner', undefined, undefined, 'video'],
  );
  t.strictSame(
    ['banner', 'native', 'video', 'audio', ''].map((type) => kindOf(definemedia, named(type))),
    ['banner', 'native', undefined, undefined, undefined],
  );
});

t.test('Adagio, BlueSea and Start.io: an audio bid is dropped', async (t) => {
  const kinds = ['banner', 'video', 'native', 'audio'];
  const sold = ['banner', 'video', 'native', undefined];
  t.strictSame(
    [1, 2, 4, 3].map((mtype) => kindOf(adagio, { mtype })),
    sold,
  );
  t.equal(kindOf(adagio, { mtype: 3, ...named('banner') }), undefined);
  t.strictSame(
    kinds.map((mediatype) => kindOf(bluesea, { ext: { mediatype } })),
    sold,
  );
  t.strictSame(
    kinds.map((type) => kindOf(startio, named(type))),
    sold,
  );
});
