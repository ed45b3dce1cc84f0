/** The regression gate for the flow of auctions (issue 6, item 6): how often an auction goes to the threads of a running service. */
import t from 'tap';
import { HopBatches } from '../../src/auction/hops/hop-batches.ts';
import { postAuction, requestFor } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { startService } from '../support/service.ts';

t.test('an auction of a service with worker threads goes to them twice', async (t) => {
  const bidders = await startBidders(t);
  const service = await startService(t, { workers: 1, bidders: bidders.settings('alpha') });
  const { add } = HopBatches.prototype;
  let crossings = 0;
  HopBatches.prototype.add = function (message: unknown) {
    crossings += 1;
    return add.call(this, message);
  };
  t.teardown(() => Object.assign(HopBatches.prototype, { add }));
  for (let count = 0; count < 3; count += 1)
    t.equal((await postAuction(service.url, requestFor({ alpha: {} }))).status, 200);
  t.equal(bidders.received('alpha').length, 3);
  t.equal(crossings, 6);
});
