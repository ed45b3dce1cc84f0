/** The random choice in bid rounding comes from the seed of the message (house, 'the same message always gives the same bytes'; implementations A 2.3, B 3, 'bid rounding'). */
import t from 'tap';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import { answerOf, createTestHops, plainTerms, prepareMessage, replying, served } from '../support/hops.ts';

const hops = createTestHops({ bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' } } });

const imp = (id: string) => ({ id, banner: { w: 300, h: 250 }, ext: { svc: { bidder: { bidderA: {} } } } });
const request = {
  id: 'r1',
  imp: [imp('i1'), imp('i2')],
  site: { page: 'https://news.example/' },
  ext: { svc: { targeting: { includewinners: true } } },
};

const bids = ['i1', 'i2'].map((impid) => ({ id: impid, impid, price: 1.23, crid: 'c' }));
const account = JSON.stringify({ bidRounding: 'timesplit' });

interface TargetedBid {
  readonly ext: { readonly svc: { readonly targeting: { readonly hb_pb: string } } };
}

/** The price buckets of both bids in an auction with this seed. */
function buckets(seed: string): unknown[] {
  const prepared = served(hops.prepare({ ...prepareMessage(request), account, seed }));
  const { seatbid } = answerOf(
    hops.settle(settleMessage(prepared, [replying({ seatbid: [{ bid: bids }] })], plainTerms)),
  );
  return (seatbid[0]!.bid as readonly TargetedBid[]).map(({ ext }) => ext.svc.targeting.hb_pb);
}

t.test('timesplit: the seed decides whether all bids of an auction are rounded up or down', async (t) => {
  const seen = new Set<string>();
  for (let digit = 0; digit < 16; digit++) {
    const seed = `0123456789abcde${digit.toString(16)}`.repeat(2);
    const [one, other] = buckets(seed);
    t.equal(one, other);
    t.strictSame(buckets(seed), [one, other], 'the same message, the same bytes');
    seen.add(String(one));
  }
  t.strictSame(seen, new Set(['1.20', '1.30']));
});
