/** Invibes: calls and replies beyond the recorded cases. */
import t from 'tap';
import invibes from '../../src/bidders/invibes.ts';
import { bidderOf, bodyOf, callsOf, readingOf } from '../adapter/support.ts';

const banner = { w: 300, h: 250 };

const impsOf = (...all: readonly object[]) => all.map((params, at) => ({ id: `i${at + 1}`, banner, params }));

t.test('the zone gives the host, and a bid has its dealPriority', async (t) => {
  const bidder = bidderOf(invibes);
  const hostOf = (domainId: number) =>
    callsOf(bidder, impsOf({ placementId: 'p', domainId })).calls.map(({ uri }) => new URL(uri).hostname);
  for (const domainId of [-5, 0, 1, 1001]) t.strictSame(hostOf(domainId), ['bid.videostep.com']);
  for (const domainId of [3, 1003]) t.strictSame(hostOf(domainId), ['bid3.videostep.com']);
  t.strictSame(hostOf(1e308), []);
  const bid = { id: 'b', impid: 'i1', price: 1 };
  const body = { currency: 'EUR', typedBids: [{ bid, dealPriority: 4 }, { bid }, { dealPriority: 1 }] };
  const { cur, bids, problems } = readingOf(bidder, { body });
  t.strictSame([cur, bids.map(({ dealpriority }) => dealpriority), problems.length], ['EUR', [4, undefined], 1]);
});

t.test('each zone has its own call, and so has a repeated placement', async (t) => {
  const imps = impsOf(
    { placementId: 'p', domainId: 2 },
    { placementId: 'p', domainId: 3 },
    { placementId: 'p', domainId: 1002 },
    { placementId: 'q', domainId: 2 },
  );
  const { calls } = callsOf(bidderOf(invibes), imps);
  t.strictSame(
    calls.map(({ uri, impids, body }) => {
      const { BidParamsJson } = JSON.parse(body) as { BidParamsJson: string };
      const { PlacementIds } = JSON.parse(BidParamsJson) as { PlacementIds: string[] };
      return [new URL(uri).hostname, impids, PlacementIds];
    }),
    [
      ['bid2.videostep.com', ['i1', 'i4'], ['p', 'q']],
      ['bid2.videostep.com', ['i3'], ['p']],
      ['bid3.videostep.com', ['i2'], ['p']],
    ],
  );
});

t.test('the call is a test if any imp wants one, and the last testBvid is used', async (t) => {
  const tests = [{ testBvid: 'x' }, { testBvid: 'y' }, { testLog: true }];
  const imps = impsOf(...tests.map((debug, at) => ({ placementId: `p${at}`, debug })));
  const body = bodyOf(callsOf(bidderOf(invibes), imps));
  t.match(body, { IsTestBid: true, Bvid: 'y', InvibBVLog: true, VideoAdDebug: true });
});
