/** The event of an auction whose client left before the answer: status 499, and no bid has won. */
import t from 'tap';
import { leaveAuction } from '../support/auction.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { auction, bidders, imp, request, deliveredLines } from './delivered-lines.ts';

/** How often each bidder was called. */
const callCounts = (): number[] => ['bidderA', 'bidderB'].map((code) => bidders.received(code).length);

t.test('an auction whose client left is reported with status 499, no winner, and all other members', async (t) => {
  bidders.answer('bidderB', { status: 204, delayMs: 30_000 });
  for (const workers of [0, 1]) {
    const settings = { workers, auction: { tmaxMaxMs: 60_000 } };
    const { file } = await deliveredLines(t, settings, async (url) => {
      const quick = { ...imp, ext: { svc: { bidder: { bidderA: {} } } } };
      const another = async () => t.equal((await auction(url, { ...request, imp: [quick] })).status, 200);
      const before = callCounts();
      await leaveAuction(url, { ...request, tmax: 20_000 }, async () => {
        t.ok(await until(() => callCounts().every((count, at) => count > before[at]!)));
        // bidderA answers in order: once another auction has its bid, so has this one.
        await another();
      });
      // Meanwhile the first auction ends and is reported.
      await another();
    });
    // Lines may overtake each other.
    const [heard, , unheard] = file.slice(-3).toSorted((a, b) => Number(a['status']) - Number(b['status']));
    t.match(
      unheard,
      wholeLists({
        kind: 'auction',
        status: 499,
        account: 'p1',
        bids: [{ bidder: 'bidderA', impid: 'i1', price: 1.5, won: false }],
        seatnonbid: [{ seat: 'bidderB', nonbid: [{ impid: 'i1', statuscode: 103 }] }],
      }),
    );
    t.strictSame(Object.keys(unheard!), Object.keys(heard!));
    t.match(unheard!['request'], { id: 'r1', site: { page: 'https://news.example/' } });
    t.match(heard, wholeLists({ status: 200, bids: [{ won: true }] }));
  }
});
