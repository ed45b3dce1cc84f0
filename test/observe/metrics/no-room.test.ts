/** Imps of calls beyond this host's connection limit (decisions, 'One outcome per (imp, bidder)'). */
import t from 'tap';
import { postAuction } from '../../support/auction.ts';
import { startBidders } from '../../support/bidders.ts';
import { Exposition } from '../../support/exposition.ts';
import { startService } from '../../support/service.ts';

const bidders = await startBidders(t);

const imp = { banner: { w: 300, h: 250 }, ext: { svc: { bidder: { slow: {} } } } };
const request = {
  id: 'r1',
  imp: ['i1', 'i2'].map((id) => ({ id, ...imp })),
  site: { page: 'https://news.example/' },
  ext: { svc: { returnallbidstatus: true } },
};

t.test('imps of calls beyond the connection limit count as busy, not as unreachable', async (t) => {
  const auction = { connectionsPerBidder: 1, queuePerBidder: 0, tmaxDefaultMs: 4000 };
  const service = await startService(t, { bidders: bidders.settings('slow'), auction });
  bidders.answer('slow', { status: 204, delayMs: 1500 });
  const answers = await Promise.all(
    [1, 2].map(async () => {
      const response = await postAuction(service.url, request);
      const { ext } = (await response.json()) as { ext: { seatnonbid: { nonbid: { statuscode: number }[] }[] } };
      return ext.seatnonbid[0]!.nonbid.map(({ statuscode }) => statuscode);
    }),
  );
  t.strictSame(answers.toSorted(), [
    [0, 0],
    [103, 103],
  ]);
  const read = new Exposition(await service.metrics());
  const imps = (outcome: string) => read.value('gavel_bidder_imps_total', { bidder: 'slow', outcome });
  t.strictSame([imps('busy'), imps('no_bid'), imps('unreachable')], [2, 2, 0]);
});
