/** What Index Exchange's replies mean where no recorded case shows it. */
import t from 'tap';
import ix from '../../src/bidders/ix.ts';
import type { MediaType } from '../../src/openrtb/media-types.ts';
import { bidderOf, callsOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

t.test('Index Exchange is told that a call is JSON', async (t) => {
  const imps = [{ id: 'i1', banner: { w: 300, h: 250 }, params: { siteId: '1' } }];
  const { calls } = callsOf(bidderOf(ix, { endpoint: 'https://bidder.example/' }), imps);
  t.match(calls[0]?.headers.join('|'), /^content-type\|application\/json;charset=utf-8\|accept\|application\/json$/);
});

/** What is read of a reply of Index Exchange with this bid to an imp of several kinds. */
const ixRead = (bid: object, types: readonly MediaType[] = ['banner', 'video', 'audio', 'native']) =>
  readingOf(bidderOf(ix), { body: { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1, ...bid }] }] } }, [types]);

t.test('Index Exchange: a bid that does not tell its kind is of the first that its imp offers', async (t) => {
  t.equal(ixRead({}).bids[0]?.type, 'banner');
  t.equal(ixRead({}, ['video', 'audio', 'native']).bids[0]?.type, 'video');
  t.equal(ixRead({}, ['audio', 'native']).bids[0]?.type, 'native');
  t.match(ixRead({ impid: 'x' }), wholeLists({ bids: [], problems: [{ message: /unmatched impression id/ }] }));
});

t.test('Index Exchange: what its extension says of a video counts where the bid is silent', async (t) => {
  const ext = { prebid: { video: { duration: 15, primary_category: 'IAB2' } } };
  const [named] = ixRead({ mtype: 2, cat: ['IAB1'], dur: 30, ext }).bids;
  t.match(named, wholeLists({ bid: { cat: ['IAB1'] }, video: { duration: 30, primary_category: 'IAB1' } }));
  const [silent] = ixRead({ mtype: 2, ext }).bids;
  t.match(silent, wholeLists({ bid: { cat: ['IAB2'] }, video: { duration: 15, primary_category: 'IAB2' } }));
});

/** The markup that comes of this one. */
const admOf = (adm: object) => JSON.parse(ixRead({ mtype: 4, adm: JSON.stringify(adm) }).bids[0]!.bid['adm'] as string);

t.test('Index Exchange: native markup stays wrapped, or as it is without event trackers', async (t) => {
  const markup = { assets: [], eventtrackers: [{ event: 1, method: 1, url: 'u' }] };
  t.match(admOf(markup), wholeLists({ imptrackers: ['u'] }));
  t.match(admOf({ native: markup }), wholeLists({ native: { imptrackers: ['u'] } }));
  t.strictSame(admOf({ assets: [], eventtrackers: [] }), { assets: [], eventtrackers: [] });
});

t.test('Index Exchange: an auction without a configuration is none', async (t) => {
  const ext = { protectedAudienceAuctionConfigs: [{ bidId: 'i1' }, { bidId: 'i1', config: { a: 1 } }] };
  t.strictSame(readingOf(bidderOf(ix), { body: { ext } }).fledge, [{ impid: 'i1', bidder: '', config: { a: 1 } }]);
});
