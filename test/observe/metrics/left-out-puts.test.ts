/** Metrics of the bid cache while it rests after failures: auctions lose their cache keys without a put (issue 7, item 5). */
import t from 'tap';
import { startBidders } from '../../support/bidders.ts';
import { Exposition } from '../../support/exposition.ts';
import { startService } from '../../support/service.ts';

const auctions = 8;

for (const workers of [0, 1]) {
  t.test(
    `values that are not put while the cache rests count as puts and faults, with ${workers} workers`,
    async (t) => {
      const bidders = await startBidders(t);
      bidders.answer('a', { body: { seatbid: [{ bid: [{ id: 'b1', impid: 'i1', price: 1, crid: 'c1' }] }] } });
      const service = await startService(t, {
        workers,
        bidders: { a: { endpoint: bidders.endpoint('a') } },
        cache: { store: 'http', url: 'http://127.0.0.1:1/' },
      });
      const body = JSON.stringify({
        id: 'r1',
        imp: [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { a: {} } } } }],
        site: { page: 'https://news.example/' },
        ext: { svc: { cache: { bids: {} }, targeting: { includewinners: true } } },
      });
      for (let count = 0; count < auctions; count += 1) {
        const answer = await fetch(`${service.url}/openrtb2/auction`, { method: 'POST', body });
        t.match(await answer.json(), {
          ext: { errors: { cache: [{ message: /some or all of its keys are left out/ }] } },
        });
      }
      const read = new Exposition(await (await fetch(`${await service.adminUrl()}/metrics`)).text());
      const faults = (reason: string): number => read.value('gavel_cache_faults_total', { store: 'http', reason });
      t.equal(read.value('gavel_cache_puts_total', { store: 'http' }), auctions);
      t.ok(faults('resting') > 0);
      t.equal(faults('failed') + faults('resting'), auctions);
    },
  );
}
