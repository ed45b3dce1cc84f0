/** Metrics of bids whose creatives fail a check (implementations A 2.1, B 9). */
import t from 'tap';
import { postAuction } from '../../support/auction.ts';
import { startBidders } from '../../support/bidders.ts';
import { Exposition } from '../../support/exposition.ts';
import { startService } from '../../support/service.ts';

const bidders = await startBidders(t);

t.test('a bid that fails a creative check counts as dropped, or as a bid and as warned', async (t) => {
  const service = await startService(t, {
    bidders: bidders.settings('bidderA', 'bidderB'),
    validation: { bannerSize: 'warn', secureMarkup: 'enforce' },
  });
  const sizeless = { id: 'b1', impid: 'i1', price: 1, crid: 'c1' };
  const insecure = { ...sizeless, w: 300, h: 250, adm: '<img src="http://ads.example/i.png">' };
  bidders.answer('bidderA', { body: { seatbid: [{ bid: [{ ...insecure, w: 970 }] }] } });
  bidders.answer('bidderB', { body: { seatbid: [{ bid: [sizeless, sizeless, insecure] }] } });
  const bidder = { bidderA: {}, bidderB: {} };
  const imp = [{ id: 'i1', banner: { w: 300, h: 250 }, secure: 1, ext: { svc: { bidder } } }];
  const answer = await postAuction(service.url, { id: 'r1', imp, site: { page: 'https://news.example/' } });
  t.equal(answer.status, 200);
  await answer.arrayBuffer();

  const read = new Exposition(await service.metrics());
  const count = (what: string, by: Record<string, string> = {}) => read.value(`gavel_bidder_${what}_total`, by);
  t.equal(count('bids_dropped', { bidder: 'bidderA', reason: 'insecure' }), 1);
  t.equal(count('bids_dropped', { bidder: 'bidderB', reason: 'insecure' }), 1);
  t.equal(count('bids_dropped'), 2);
  t.equal(count('bids_warned', { bidder: 'bidderB', reason: 'size' }), 2);
  t.equal(count('bids_warned'), 2);
  t.equal(count('bids', { bidder: 'bidderB' }), 2);
  t.equal(count('imps', { bidder: 'bidderA', outcome: 'insecure' }), 1);
  t.equal(count('imps', { bidder: 'bidderB', outcome: 'bid' }), 1);
});
