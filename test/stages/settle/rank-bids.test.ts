/** The winner of each imp, the bids kept per bidder, and the code of each bid (decisions 'Winner', 'Multibid'). */
import t from 'tap';
import { rankBids, type Placing, type RankedBid, type RankRules } from '../../../src/stages/settle/rank-bids.ts';

const rules: RankRules = { preferdeals: false, defaultBidLimit: 0, multibid: new Map(), bidders: [['a', 'b', 'c']] };

function bid(bidder: string, price: number, more: { imp?: number; dealid?: string } = {}): RankedBid {
  return { imp: 0, bidder, price, ...more };
}

/** Each bid as 'place code', '*' for the winner. */
function shown(bids: readonly RankedBid[], more: Partial<RankRules> = {}): string[] {
  return rankBids(bids, { ...rules, ...more }).map(
    ({ place, winner, code }: Placing) => `${place}${code === '' ? '' : ` ${code}`}${winner ? ' *' : ''}`,
  );
}

/** The placing of each bid with preferdeals, sorted. */
function ranked(list: readonly RankedBid[]): string[] {
  const places = shown(list, { preferdeals: true });
  return list.map((one, index) => `${one.imp} ${one.bidder} ${one.price}: ${places[index]}`).sort();
}

t.test('without bids there are no placings', async (t) => {
  t.strictSame(rankBids([], rules), []);
});

t.test('the highest price wins on each imp', async (t) => {
  const bids = [bid('a', 1), bid('b', 2), bid('a', 3), bid('c', 0.5, { imp: 4 }), bid('b', 0.7, { imp: 4 })];
  t.strictSame(shown(bids), ['1', '0 b', '0 a *', '0 c', '0 b *']);
});

t.test("a tie goes to the first bidder in the imp's order, then to the first bid", async (t) => {
  t.strictSame(shown([bid('c', 1), bid('b', 1), bid('b', 1)]), ['0 c', '0 b *', '1']);
  t.strictSame(shown([bid('c', 1), bid('b', 1)], { bidders: [['c', 'b']] }), ['0 c *', '0 b']);
  t.strictSame(shown([bid('x', 1), bid('c', 1)]), ['0 x', '0 c *'], 'a bidder that is not listed comes last');
  t.strictSame(shown([bid('x', 1), bid('y', 1)]), ['0 x *', '0 y']);
  t.strictSame(shown([bid('x', 1), bid('y', 1)], { bidders: [] }), ['0 x *', '0 y']);
  t.strictSame(shown([bid('a', 1), bid('b', 1, { dealid: 'd' })]), ['0 a *', '0 b'], 'a deal does not break a tie');
});

t.test('a tie of 40 bidders follows the same order', async (t) => {
  const many = Array.from({ length: 40 }, (_, at) => `s${at}`);
  const bids = [...many.toReversed(), 'x'].map((bidder) => bid(bidder, 1));
  t.equal(shown(bids, { bidders: [many] }).indexOf('0 s0 *'), 39);
  t.equal(shown(bids, { bidders: [many.toReversed()] }).indexOf('0 s39 *'), 0);
  t.equal(shown([bid('x', 1), bid('s39', 1)], { bidders: [many] })[1], '0 s39 *');
});

t.test('with preferdeals a deal wins over a higher price, and an empty dealid is no deal', async (t) => {
  const bids = [bid('a', 9, { dealid: '' }), bid('b', 1, { dealid: 'd' }), bid('b', 5), bid('c', 2, { dealid: 'e' })];
  t.strictSame(shown(bids), ['0 a *', '1', '0 b', '0 c']);
  t.strictSame(shown(bids, { preferdeals: true }), ['0 a', '0 b', '1', '0 c *']);
});

t.test('with tellsRank the kept bids have a rank', async (t) => {
  const bids = [bid('a', 1), bid('b', 2), bid('a', 3), bid('c', 0.5, { imp: 4 })];
  const ranks = (more: Partial<RankRules>) => rankBids(bids, { ...rules, ...more }).map((placing) => placing.rank);
  t.strictSame(ranks({ tellsRank: true }), [3, 2, 1, 1]);
  t.strictSame(ranks({ tellsRank: true, defaultBidLimit: 1 }), [undefined, 2, 1, 1]);
  t.strictSame(ranks({}), [undefined, undefined, undefined, undefined]);
});

t.test("without a multibid entry only the account's limit applies", async (t) => {
  const bids = [bid('a', 1), bid('a', 3), bid('a', 2), bid('b', 1), bid('b', 1)];
  t.strictSame(shown(bids), ['2', '0 a *', '1', '0 b', '1']);
  t.strictSame(shown(bids, { defaultBidLimit: 2 }), ['-1', '0 a *', '1', '0 b', '1']);
  t.strictSame(shown(bids, { defaultBidLimit: 1 }), ['-1', '0 a *', '-1', '0 b', '-1']);
});

t.test('a multibid entry limits the bids and gives codes to the further ones', async (t) => {
  const bids = [bid('a', 1), bid('a', 3), bid('a', 2), bid('a', 4), bid('b', 9), bid('b', 8)];
  const multibid = new Map([['a', { maxbids: 3, targetbiddercodeprefix: 'PFX' }]]);
  t.strictSame(shown(bids, { multibid }), ['-1', '1 PFX2', '2 PFX3', '0 a', '0 b *', '1']);
  t.strictSame(
    shown(bids, { multibid, defaultBidLimit: 1 }),
    ['-1', '1 PFX2', '2 PFX3', '0 a', '0 b *', '-1'],
    "the entry takes precedence over the account's limit",
  );
  const bare = new Map([['a', { maxbids: 2, targetbiddercodeprefix: '' }]]);
  t.strictSame(shown(bids, { multibid: bare }), ['-1', '1', '-1', '0 a', '0 b *', '1']);
});

t.test('a limit applies per imp and to the name in any case', async (t) => {
  const multibid = new Map([['bidder', { maxbids: 1, targetbiddercodeprefix: 'P' }]]);
  const bids = [bid('Bidder', 1), bid('Bidder', 2), bid('Bidder', 3, { imp: 1 })];
  t.strictSame(shown(bids, { multibid }), ['-1', '0 Bidder *', '0 Bidder *']);
});

t.test('a bidder with several kept bids has a targetbiddercode on each coded bid', async (t) => {
  const multibid = new Map([['a', { maxbids: 2, targetbiddercodeprefix: 'P' }]]);
  const codes = (bids: RankedBid[]): string[] =>
    rankBids(bids, { ...rules, multibid }).map((placing) => placing.targetbiddercode);
  t.strictSame(codes([bid('a', 3), bid('a', 2), bid('a', 1), bid('b', 1)]), ['a', 'P2', '', '']);
  t.strictSame(codes([bid('a', 3), bid('a', 2, { imp: 1 })]), ['', '']);
  t.strictSame(codes([bid('b', 3), bid('b', 2)]), ['b', '']);
  const one = new Map([['a', { maxbids: 1, targetbiddercodeprefix: 'P' }]]);
  const cut = rankBids([bid('a', 3), bid('a', 2)], { ...rules, multibid: one });
  t.strictSame(
    cut.map((placing) => placing.targetbiddercode),
    ['', ''],
  );
});

t.test('the bids are not changed', async (t) => {
  const bids = [bid('b', 1), bid('a', 2), bid('a', 3)].map((one) => Object.freeze(one));
  t.strictSame(shown(Object.freeze(bids) as RankedBid[]), ['0 b', '1', '0 a *']);
});

t.test('names of Object.prototype are ordinary names', async (t) => {
  const bidders = [['__proto__', 'constructor']];
  t.strictSame(shown([bid('constructor', 1), bid('__proto__', 1)], { bidders }), ['0 constructor', '0 __proto__ *']);
});

t.test('any order of distinct bids gives the same ranking', async (t) => {
  const bids = [
    bid('a', 1),
    bid('b', 2),
    bid('c', 2),
    bid('a', 4),
    bid('b', 3, { imp: 1 }),
    bid('c', 5, { dealid: 'd' }),
  ];
  const want = ranked(bids);
  for (let shift = 1; shift < bids.length; shift++) {
    const turned = [...bids.slice(shift), ...bids.slice(0, shift)];
    t.strictSame(ranked(turned), want, `turned by ${shift}`);
    t.strictSame(ranked(turned.reverse()), want, `turned by ${shift} and reversed`);
  }
});
