/** Index Exchange: headers and replies, beyond the recorded cases. */
import t from 'tap';
import ix from '../../src/bidders/ix.ts';
import type { MediaType } from '../../src/openrtb/media-types.ts';
import { bidderOf, callsOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

t.test('the headers are content-type and accept', async (t) => {
  const imps = [{ id: 'i1', banner: { w: 300, h: 250 }, params: { siteId: '1' } }];
  const { calls } = callsOf(bidderOf(ix, { endpoint: 'https://bidder.example/' }), imps);
  t.match(calls[0]?.headers.join('|'), /^content-type\|application\/json;charset=utf-8\|accept\|application\/json$/);
});

/** Reads a reply with this bid for an imp of several types. */
const ixRead = (bid: object, types: readonly MediaType[] = ['banner', 'video', 'audio', 'native']) =>
  readingOf(bidderOf(ix), { body: { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1, ...bid }] }] } }, [types]);

t.test('a bid without a type has the first type of its imp', async (t) => {
  t.equal(ixRead({}).bids[0]?.type, 'banner');
  t.equal(ixRead({}, ['video', 'audio', 'native']).bids[0]?.type, 'video');
  t.equal(ixRead({}, ['audio', 'native']).bids[0]?.type, 'native');
  t.match(ixRead({ impid: 'x' }), wholeLists({ bids: [], problems: [{ message: /unmatched impression id/ }] }));
});

t.test('video details come from the bid, else from ext.prebid.video', async (t) => {
  const ext = { prebid: { video: { duration: 15, primary_category: 'IAB2' } } };
  const [named] = ixRead({ mtype: 2, cat: ['IAB1'], dur: 30, ext }).bids;
  t.match(named, wholeLists({ bid: { cat: ['IAB1'] }, video: { duration: 30, primary_category: 'IAB1' } }));
  const [silent] = ixRead({ mtype: 2, ext }).bids;
  t.match(silent, wholeLists({ bid: { cat: ['IAB2'] }, video: { duration: 15, primary_category: 'IAB2' } }));
});

/** The markup of a bid with this native markup. */
const admOf = (adm: object) => JSON.parse(ixRead({ mtype: 4, adm: JSON.stringify(adm) }).bids[0]!.bid['adm'] as string);

t.test('native impression trackers are added, inside a wrapper if there is one', async (t) => {
  const markup = { assets: [], eventtrackers: [{ event: 1, method: 1, url: 'u' }] };
  t.match(admOf(markup), wholeLists({ imptrackers: ['u'] }));
  t.match(admOf({ native: markup }), wholeLists({ native: { imptrackers: ['u'] } }));
  t.strictSame(admOf({ assets: [], eventtrackers: [] }), { assets: [], eventtrackers: [] });
});

t.test('an auction without a configuration is left out', async (t) => {
  const ext = { protectedAudienceAuctionConfigs: [{ bidId: 'i1' }, { bidId: 'i1', config: { a: 1 } }] };
  t.strictSame(readingOf(bidderOf(ix), { body: { ext } }).fledge, [{ impid: 'i1', bidder: '', config: { a: 1 } }]);
});
