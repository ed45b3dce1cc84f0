/** Fetched rates reach the threads that settle auctions, and new ones replace them (decisions, 'Rates'). */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { startBidders } from '../support/bidders.ts';
import { startService } from '../support/service.ts';
import { startTextServer } from '../support/text-server.ts';

const rates = (rate: number): string => JSON.stringify({ conversions: { EUR: { USD: rate } } });

const request = {
  id: 'r1',
  imp: [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { bidderA: {} } } } }],
  site: { page: 'https://news.example/' },
};

interface Answer {
  readonly seatbid: readonly { readonly bid: readonly { readonly price: number }[] }[];
}

for (const workers of [0, 1]) {
  t.test(`workers: ${workers}`, async (t) => {
    const server = await startTextServer({ text: rates(2) });
    const bidders = await startBidders();
    const bid = { id: 'b1', impid: 'i1', price: 1.5, crid: 'c1' };
    bidders.answer('bidderA', { body: { cur: 'EUR', seatbid: [{ bid: [bid] }] } });
    const service = await startService({
      workers,
      bidders: { bidderA: { endpoint: bidders.endpoint('bidderA') } },
      currency: { ratesUrl: server.url, refreshSeconds: 1 },
    });
    t.teardown(() => Promise.all([service.stop(), bidders.stop(), server.stop()]));
    const price = async (): Promise<number | undefined> => {
      const response = await fetch(`${service.url}/openrtb2/auction`, {
        method: 'POST',
        body: JSON.stringify(request),
      });
      return ((await response.json()) as Answer).seatbid[0]?.bid[0]?.price;
    };
    t.equal(await price(), 3);
    server.answer({ text: rates(4) });
    let last = await price();
    for (let left = 50; left > 0 && last !== 6; left--) {
      await sleep(50);
      last = await price();
    }
    t.equal(last, 6, 'a refresh later');
    server.answer({ status: 500 });
    await sleep(1200);
    t.equal(await price(), 6, 'the last good rates stay');
  });
}
