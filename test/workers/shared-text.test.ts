/** Texts that a definition copies into every bid of a reply, through both hops: they must not fill the answer. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import type { SettledCall } from '../../src/auction/settled-call.ts';
import criteo from '../../src/bidders/criteo.ts';
import eplanning from '../../src/bidders/eplanning.ts';
import visx from '../../src/bidders/visx.ts';
import { answerOf, bidding, createTestHops, plainTerms, prepareMessage, replying, served } from '../support/hops.ts';
import { wholeLists } from '../support/whole-lists.ts';

const site = { page: 'https://news.example/' };

/** The answer to a request with one imp, whose only bidder sends `reply`; replies may be 100,000 bytes long. */
function answerWith(
  definition: BidderDefinition,
  params: object,
  asked: { id: string; impid: string; reply: SettledCall },
) {
  const { id, impid, reply } = asked;
  const { code } = definition;
  const hops = createTestHops({ auction: { maxReplyBytes: 100_000 }, bidders: { [code]: {} } }, [definition]);
  const imp = [{ id: impid, banner: { w: 300, h: 250 }, ext: { svc: { bidder: { [code]: params } } } }];
  const prepared = served(hops.prepare(prepareMessage({ id, imp, site })));
  return answerOf(hops.settle(settleMessage(prepared, [reply], plainTerms)));
}

t.test('the bids of a reply together are at most eight times as long as a reply may be', async (t) => {
  const bid = Array.from({ length: 300 }, () => ({ impid: 'i1', price: 1, crid: 'c', adm: 'a', w: 300, h: 250 }));
  const asked = { id: 'r'.repeat(10_000), impid: 'i1', reply: bidding(bid) };
  const { seatbid, ext } = answerWith(visx, { uid: 1 }, asked);
  t.equal(seatbid[0].bid.length, 79);
  t.match(ext.errors.visx[0], { code: 3, message: 'the bids of a reply are too large in total' });
});

t.test('the same limit holds where the reply names the imp once for many bids', async (t) => {
  const a = Array.from({ length: 300 }, () => ({ i: 'b', pr: 1, adm: 'a', crid: 'c' }));
  const reply = replying({ sp: [{ k: '300x250', a }] });
  const { seatbid, ext } = answerWith(eplanning, { ci: 'c' }, { id: 'r', impid: 'i'.repeat(10_000), reply });
  t.equal(seatbid[0].bid.length, 79);
  t.match(ext.errors.eplanning[0], { code: 3, message: 'the bids of a reply are too large in total' });
});

t.test('the same limit holds for browser auctions (FLEDGE)', async (t) => {
  const impid = 'i'.repeat(10_000);
  const igs = Array.from({ length: 300 }, () => ({ config: { a: 1 } }));
  const reply = replying({ ext: { igi: [{ impid, igs }] } });
  const { ext } = answerWith(criteo, { zoneId: 1 }, { id: 'r', impid, reply });
  t.equal(ext.svc.fledge.auctionconfigs.length, 80);
  t.match(
    ext.errors.criteo,
    wholeLists([{ code: 3, message: 'the in-browser auctions of a reply are too large in total' }]),
  );
});
