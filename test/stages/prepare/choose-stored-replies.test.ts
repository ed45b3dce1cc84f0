/** The stored responses that replace bidders on an imp (spec 4.1.6; decisions, 'Stored responses'). */
import t from 'tap';
import { chooseStoredReplies } from '../../../src/stages/prepare/choose-stored-replies.ts';
import { wholeLists } from '../../support/whole-lists.ts';

const rules = {
  namespace: 'svc',
  path: 'imp[0].ext.svc',
  nameOf: (name: string) => (name.toLowerCase() === 'biddera' ? 'bidderA' : undefined),
  mostCharacters: 10_000,
};

function choose(svc: object, texts: { [id: string]: string } = {}, id = 'i1') {
  return chooseStoredReplies({ id, ext: { svc } }, { ...rules, texts: new Map(Object.entries(texts)) });
}

t.test('an imp without stored responses has none', async (t) => {
  const none = { isAuction: false, replies: [], faults: [], warnings: [] };
  t.strictSame(chooseStoredReplies({ id: 'i1' }, { ...rules, texts: new Map() }), none);
  t.strictSame(choose({ storedbidresponse: [] }), none);
});

t.test('the impid of an OpenRTB reply is replaced, a reply in another protocol is kept', async (t) => {
  const entry = { bidder: 'BIDDERA', id: 'b1' };
  const textOf = (text: string, more: object = {}): string | undefined =>
    choose({ storedbidresponse: [{ ...entry, ...more }] }, { b1: text }).replies[0]?.text;
  const cases: [string, string, object?][] = [
    ['{"seatbid":[{"bid":[{"impid":"x"},7]},"odd",{}]}', '{"seatbid":[{"bid":[{"impid":"i1"},7]},"odd",{}]}'],
    ['{"seatbid":[{"bid":[{"impid":"x"}]}]}', '{"seatbid":[{"bid":[{"impid":"x"}]}]}', { replaceimpid: false }],
    [
      '{"seatbid":[{"bid":[{"impid":"##PBSIMPID##"}]}]}',
      '{"seatbid":[{"bid":[{"impid":"i1"}]}]}',
      { replaceimpid: false },
    ],
    ['<ad imp="##PBSIMPID##"/>', '<ad imp="i1"/>'],
    ['', ''],
    ['null', 'null'],
    ['{"bids":[{"impid":"x"}]}', '{"bids":[{"impid":"x"}]}'],
  ];
  for (const [text, want, more] of cases) t.equal(textOf(text, more), want, text);
});

t.test('a price of very many digits stays on its side of a shorter one', async (t) => {
  const seatbid = '[{"seat":"s","bid":[{"id":"b","price":0.29999999999999999999}]}]';
  const bidText = choose({ storedbidresponse: [{ bidder: 'bidderA', id: 'b1' }] }, { b1: `{"seatbid":${seatbid}}` });
  const auctionText = choose({ storedauctionresponse: { id: 'a1' } }, { a1: seatbid });
  for (const { replies } of [bidText, auctionText]) {
    const { price } = JSON.parse(replies[0]?.text ?? '').seatbid[0].bid[0];
    t.ok(price < 0.3, String(price));
  }
});

t.test('an imp id with special characters is escaped in the reply', async (t) => {
  const id = '"}]}$&\\u0000\u{1F600}';
  const stored = {
    a1: '[{"seat":"s","bid":[{"impid":"##PBSIMPID##"}]}]',
    b1: '{"seatbid":[{"bid":[{"impid":"##PBSIMPID##"}]}]}',
  };
  const auction = choose({ storedauctionresponse: { id: 'a1' } }, stored, id).replies[0]?.text ?? '';
  t.equal(JSON.parse(auction).seatbid[0].bid[0].impid, id);
  const kept = { storedbidresponse: [{ bidder: 'bidderA', id: 'b1', replaceimpid: false }] };
  t.equal(JSON.parse(choose(kept, stored, id).replies[0]?.text ?? '').seatbid[0].bid[0].impid, id);
});

function deep(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

t.test('a too deeply nested auction response is a fault, a bid response is kept', async (t) => {
  const auction = (levels: number) =>
    choose({ storedauctionresponse: { id: 'a1' } }, { a1: `[{"seat":"s","ext":${deep(levels)},"bid":[]}]` });
  t.strictSame([auction(510).faults, auction(510).replies.length], [[], 1]);
  for (const levels of [511, 20_000])
    t.strictSame(auction(levels).faults, [
      'Stored response with ID="a1" is nested deeper than 512 levels: correct the stored text',
    ]);
  const text = `{"seatbid":[{"bid":[{"impid":"x","ext":${deep(20_000)}}]}]}`;
  const { replies } = choose({ storedbidresponse: [{ bidder: 'bidderA', id: 'b1' }] }, { b1: text });
  t.ok(replies[0]?.text === text, 'the reader of replies refuses its bids');
});

t.test('an auction response behind a byte order mark, which nobody sees, is a fault that says so', async (t) => {
  t.strictSame(choose({ storedauctionresponse: { id: 'a1' } }, { a1: '\ufeff[]' }).faults, [
    'Stored response with ID="a1" starts with a byte order mark: remove it',
  ]);
});

t.test('a missing bid response is a reply without text, and an unknown bidder has no reply', async (t) => {
  const entries = [
    { bidder: 'bidderA', id: 'gone' },
    { bidder: 'nobody', id: 'b1' },
  ];
  t.strictSame(choose({ storedbidresponse: entries }, { b1: '{}' }).replies, [
    { name: 'bidderA', id: 'gone', text: undefined, isAuction: false, replaceimpid: true },
  ]);
});

t.test('a stored text may be used twice', async (t) => {
  const texts = { a1: '[{"seat":"s","cur":"EUR","bid":[{"id":"1","impid":"x"}]},{"seat":"s","bid":[]}]' };
  const svc = { storedauctionresponse: { id: 'a1' }, storedbidresponse: [{ bidder: 'bidderA', id: 'gone' }] };
  const first = choose(svc, texts);
  t.strictSame(choose(svc, texts), first);
  t.ok(first.isAuction);
  t.strictSame(
    first.replies.map(({ text }) => JSON.parse(text ?? '')),
    [
      {
        cur: 'EUR',
        seatbid: [
          { seat: 's', cur: 'EUR', bid: [{ id: '1', impid: 'i1' }] },
          { seat: 's', bid: [] },
        ],
      },
    ],
  );
});

function seatIn(cur: string | undefined, ...bid: object[]): object {
  return { seat: 's', cur, bid };
}

function storedAuction(...seats: object[]) {
  return choose({ storedauctionresponse: { id: 'a1' } }, { a1: JSON.stringify(seats) });
}

t.test('two entries of one seat must have the same currency', async (t) => {
  const several = ['Stored response with ID="a1" prices seat "s" in several currencies: give it one cur'];
  t.strictSame(storedAuction(seatIn('EUR', { id: '1' }), seatIn('JPY', { id: '2' })).faults, several);
  t.strictSame(
    storedAuction(seatIn(undefined, { id: '1' }), seatIn('JPY', { id: '2' })).faults,
    several,
    'no cur is USD',
  );
  const { replies } = storedAuction(seatIn(undefined), seatIn('JPY', { id: '2' }), seatIn('JPY', { id: '3' }));
  t.match(JSON.parse(replies[0]?.text ?? ''), { cur: 'JPY' }, 'an entry without bids does not count');
});

const emptyBids = (count: number) => Array.from({ length: count }, () => ({}));

/** Stored responses with this many places for an imp's id. */
function textsWith(count: number) {
  return {
    a1: JSON.stringify([{ seat: 's', bid: emptyBids(count) }]),
    b1: JSON.stringify({ seatbid: [{ bid: emptyBids(count) }] }),
    m1: '##PBSIMPID##'.repeat(count),
  };
}

t.test('the imp id is written into no more bids and macros than there is room for', async (t) => {
  const ways = [
    { storedauctionresponse: { id: 'a1' } },
    { storedbidresponse: [{ bidder: 'bidderA', id: 'b1' }] },
    { storedbidresponse: [{ bidder: 'bidderA', id: 'm1', replaceimpid: false }] },
    { storedauctionresponse: { seatbidobj: { seat: 's', bid: emptyBids(10_000) } } },
  ];
  const id = 'i'.repeat(100);
  for (const svc of ways.slice(0, 3)) {
    t.match(choose(svc, textsWith(50), id), { replies: [{ text: new RegExp(id) }], isTooLong: undefined });
    t.match(choose(svc, textsWith(101), id), wholeLists({ replies: [], isTooLong: true }));
  }
  for (const svc of ways) {
    // Written out, these would be longer than any text can be.
    const { replies, isTooLong } = choose(svc, textsWith(10_000), 'i'.repeat(100_000));
    t.strictSame([replies, isTooLong], [[], true]);
  }
});
