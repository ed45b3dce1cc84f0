/** Replies of plain bidders, beyond the recorded cases: types of bids, accepted bids and statuses. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import adagio from '../../src/bidders/adagio.ts';
import adverxo from '../../src/bidders/adverxo.ts';
import avocet from '../../src/bidders/avocet.ts';
import bidmatic from '../../src/bidders/bidmatic.ts';
import bidscube from '../../src/bidders/bidscube.ts';
import e_volution from '../../src/bidders/e_volution.ts';
import elementaltv from '../../src/bidders/elementaltv.ts';
import pwbid from '../../src/bidders/pwbid.ts';
import resetdigital from '../../src/bidders/resetdigital.ts';
import sa_lunamedia from '../../src/bidders/sa_lunamedia.ts';
import smilewanted from '../../src/bidders/smilewanted.ts';
import teads from '../../src/bidders/teads.ts';
import type { MediaType } from '../../src/openrtb/media-types.ts';
import { bidderOf, callsOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

/** Reads a reply with one bid for an imp `i1` of these types. */
function readOne(definition: BidderDefinition, bid: object, types: readonly MediaType[] = ['banner']) {
  const body = { cur: 'EUR', seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1.5, ...bid }] }] };
  return readingOf(bidderOf(definition), { body }, [types]);
}

t.test("a bid has the type of the bidder's rule", async (t) => {
  const cases: [BidderDefinition, object, MediaType[], MediaType | 'none'][] = [
    [bidmatic, {}, ['banner', 'video'], 'video'],
    [teads, { ext: { prebid: { meta: { rendererName: 'n', rendererVersion: '1' } } } }, ['banner', 'video'], 'video'],
    [pwbid, {}, ['video', 'native'], 'native'],
    [avocet, { api: 2 }, ['banner', 'video'], 'video'],
    [avocet, { api: 3 }, ['banner', 'video'], 'banner'],
    [elementaltv, {}, ['native'], 'native'],
    [elementaltv, {}, ['audio'], 'audio'],
    [elementaltv, {}, ['video'], 'none'],
    [resetdigital, {}, ['banner', 'video'], 'video'],
    [resetdigital, {}, ['banner', 'native'], 'native'],
    [resetdigital, {}, ['native'], 'native'],
    [resetdigital, { mtype: 1 }, ['video'], 'banner'],
    [bidscube, { ext: { prebid: { type: 'display' } } }, ['video'], 'banner'],
    [bidscube, { ext: {} }, ['video'], 'none'],
  ];
  for (const [definition, bid, types, expected] of cases) {
    const { bids } = readOne(definition, bid, types);
    t.equal(bids[0]?.type ?? 'none', expected, `${definition.code} ${types.join()} ${JSON.stringify(bid)}`);
  }
});

t.test('ElementalTV: a video has its duration and first category', async (t) => {
  const bid = { cat: ['IAB1', 'IAB2'], ext: { ads: { video: { duration: 9 } } } };
  t.match(
    readOne(elementaltv, bid, ['video']),
    wholeLists({ bids: [{ video: { duration: 9, primary_category: 'IAB1' } }] }),
  );
});

t.test('Reset Digital: a reply without a currency is in the first of the request', async (t) => {
  const bidder = bidderOf(resetdigital);
  const imp = { id: 'i1', banner: {}, params: { placement_id: 'p' } };
  const noteFor = (cur: string[]) => callsOf(bidder, [imp], { cur }).calls[0]?.note;
  t.equal(readingOf(bidder, { body: {}, note: noteFor(['CAD', 'EUR']) }).cur, 'CAD');
  t.equal(readingOf(bidder, { body: { cur: 'GBP' }, note: noteFor(['CAD']) }).cur, 'GBP');
  t.equal(readingOf(bidder, { body: {}, isStored: true }).cur, 'USD');
});

t.test('E-volution: status 503 is no bid, and a reply without a seat is a problem, as for SA Lunamedia', async (t) => {
  const { bids, problems } = readingOf(bidderOf(e_volution), { status: 503 });
  t.strictSame([bids, problems], [[], []]);
  for (const definition of [e_volution, sa_lunamedia])
    t.match(
      readingOf(bidderOf(definition), { body: { seatbid: [] } }).problems,
      wholeLists([{ code: 3, message: /SeatBid/i }]),
    );
});

t.test('Smile Wanted: bids are in USD whatever currency the reply states', async (t) => {
  t.equal(readOne(smilewanted, {}).cur, 'USD');
});

/** The markup of a native bid of Adverxo as read. */
const admOf = (adm: string) => readOne(adverxo, { mtype: 4, adm }, ['native']).bids[0]?.bid['adm'];

t.test('Adverxo: native markup is an object, also inside `native`, or the bid is dropped', async (t) => {
  t.strictSame(['{"native":{"a":1}}', '{"a":1}', 'x', '{"native":"x"}'].map(admOf), [
    '{"a":1}',
    '{"a":1}',
    undefined,
    undefined,
  ]);
});

t.test('Adverxo: the price macro is replaced in adm, not in notices', async (t) => {
  const bid = { mtype: 1, adm: '${AUCTION_PRICE}', nurl: '${AUCTION_PRICE}', burl: '${AUCTION_PRICE}' };
  t.match(readOne(adverxo, bid).bids[0]?.bid, { adm: '1.5', nurl: bid.nurl, burl: bid.burl });
});

/** The video details of a bid of Adagio. */
const adagioVideo = (bid: object) => readOne(adagio, bid, ['video']).bids[0]?.video;

t.test('Adagio: video details come from ext.prebid.video, else from the bid', async (t) => {
  const bid = { mtype: 2, dur: 30, cat: ['IAB1'] };
  const ext = { prebid: { video: { duration: 15, primary_category: 'IAB2' } } };
  t.strictSame(adagioVideo({ ...bid, ext }), { duration: 15, primary_category: 'IAB2' });
  t.strictSame(adagioVideo(bid), { duration: 30, primary_category: 'IAB1' });
  t.equal(adagioVideo({ mtype: 1, ext }), undefined);
});
