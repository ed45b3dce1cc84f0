/** Metrics of the bid cache while it rests after failures: auctions lose their cache keys without a put (issue 7, item 5). */
import t from 'tap';
import { postAuction, requestFor } from '../../support/auction.ts';
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
        bidders: bidders.settings('a'),
        cache: { store: 'http', url: 'http://127.0.0.1:1/' },
      });
      const ext = { svc: { cache: { bids: {} }, targeting: { includewinners: true } } };
      for (let count = 0; count < auctions; count += 1) {
        const answer = await postAuction(service.url, requestFor({ a: {} }, { ext }));
        t.match(await answer.json(), {
          ext: { errors: { cache: [{ message: /some or all of its keys are left out/ }] } },
        });
      }
      const read = new Exposition(await service.metrics());
      const faults = (reason: string): number => read.value('gavel_cache_faults_total', { store: 'http', reason });
      t.equal(read.value('gavel_cache_puts_total', { store: 'http' }), auctions);
      t.ok(faults('resting') > 0);
      t.equal(faults('failed') + faults('resting'), auctions);
    },
  );
}
