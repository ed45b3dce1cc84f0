/** Which prices the metrics include (issue 7, item 5). */
import t from 'tap';
import { postAuction } from '../../support/auction.ts';
import { startBidders } from '../../support/bidders.ts';
import { Exposition } from '../../support/exposition.ts';
import { startService } from '../../support/service.ts';

const bidders = await startBidders(t);

const bidOf = (price: number) => ({ id: 'b1', impid: 'i1', price, crid: 'c1' });

t.test('absurd prices, which a request may state itself, are not in the price histogram', async (t) => {
  const service = await startService(t, { bidders: bidders.settings('bidderA') });
  bidders.answer('bidderA', { body: { seatbid: [{ bid: [bidOf(1_000_000), bidOf(1_000_001)] }] } });
  const stated = { storedauctionresponse: { seatbidobj: { seat: 'bidderA', bid: [bidOf(1e308)] } } };
  for (const svc of [{ bidder: { bidderA: {} } }, stated]) {
    const imp = [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc } }];
    const answer = await postAuction(service.url, { id: 'r1', imp, site: { page: 'https://news.example/' } });
    t.equal(answer.status, 200);
    await answer.arrayBuffer();
  }
  const read = new Exposition(await service.metrics());
  t.equal(read.value('gavel_bidder_bids_total', { bidder: 'bidderA' }), 3);
  t.equal(read.value('gavel_bidder_bid_price_usd_count', { bidder: 'bidderA' }), 1);
  t.equal(read.value('gavel_bidder_bid_price_usd_sum', { bidder: 'bidderA' }), 1_000_000);
});
