/** Fetched rates reach the threads that settle auctions, and new ones replace them (decisions, 'Rates'). */
import t from 'tap';
import { postAuction, requestFor } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { startService } from '../support/service.ts';
import { startTextServer } from '../support/text-server.ts';
import { until } from '../support/until.ts';

const rates = (rate: number): string => JSON.stringify({ conversions: { EUR: { USD: rate } } });

interface Answer {
  readonly seatbid: readonly { readonly bid: readonly { readonly price: number }[] }[];
}

// Side by side, as both mostly wait for refreshes.
t.jobs = 2;

for (const workers of [0, 1]) {
  t.test(`rates that change reach auctions with ${workers} threads`, { buffered: true }, async (t) => {
    const server = await startTextServer(t, { text: rates(2) });
    const bidders = await startBidders(t);
    const bid = { id: 'b1', impid: 'i1', price: 1.5, crid: 'c1' };
    bidders.answer('bidderA', { body: { cur: 'EUR', seatbid: [{ bid: [bid] }] } });
    const service = await startService(t, {
      workers,
      bidders: bidders.settings('bidderA'),
      currency: { ratesUrl: server.url, refreshSeconds: 1 },
    });
    const price = async (): Promise<number | undefined> => {
      const response = await postAuction(service.url, requestFor({ bidderA: {} }));
      return ((await response.json()) as Answer).seatbid[0]?.bid[0]?.price;
    };
    t.equal(await price(), 3);
    server.answer({ text: rates(4) });
    t.ok(await until(async () => (await price()) === 6), 'a refresh later');
    server.answer({ status: 500 });
    // A second request after the fault shows that the fault was read.
    const seen = server.asked() + 2;
    t.ok(await until(() => server.asked() >= seen));
    t.equal(await price(), 6, 'the last good rates stay');
  });
}
