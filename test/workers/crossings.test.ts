/** The regression gate for the flow of auctions (issue 6, item 6): how often an auction goes to the threads of a running service. */
import t from 'tap';
import { HopBatches } from '../../src/auction/hops/hop-batches.ts';
import { startBidders } from '../support/bidders.ts';
import { startService } from '../support/service.ts';

t.test('an auction of a service with worker threads goes to them twice', async (t) => {
  const bidders = await startBidders(t);
  const service = await startService(t, { workers: 1, bidders: { alpha: { endpoint: bidders.endpoint('alpha') } } });
  const { add } = HopBatches.prototype;
  let crossings = 0;
  HopBatches.prototype.add = function (message: unknown) {
    crossings += 1;
    return add.call(this, message);
  };
  t.teardown(() => Object.assign(HopBatches.prototype, { add }));
  for (let at = 0; at < 3; at += 1) {
    const imp = { id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { alpha: {} } } } };
    const body = JSON.stringify({ id: `r${at}`, imp: [imp], site: { page: 'https://news.example' } });
    t.equal((await fetch(`${service.url}/openrtb2/auction`, { method: 'POST', body })).status, 200);
  }
  t.equal(bidders.received('alpha').length, 3);
  t.equal(crossings, 6);
});
