/** The URLs that register events, as implementation B writes them. */
import t from 'tap';
import { canHaveEvents, eventUrl, integrationFault } from '../../../src/stages/settle/event-url.ts';

const facts = {
  externalUrl: 'https://host.example/x',
  account: 'p1',
  auctionId: 'r1',
  timestampMs: 1700000000000,
  integration: 'web-1',
};
const event = { type: 'win', bidId: 'b1', bidder: 'bidderA', format: 'i', counts: true } as const;

t.test('an event URL has every known part and no other', async (t) => {
  t.equal(
    eventUrl(event, facts),
    'https://host.example/x/event?t=win&b=b1&a=p1&aid=r1&ts=1700000000000&bidder=bidderA&f=i&int=web-1',
  );
  t.equal(
    eventUrl(
      { ...event, type: 'imp', bidder: '', format: 'b', counts: false },
      { ...facts, auctionId: '', timestampMs: null, integration: '' },
    ),
    'https://host.example/x/event?t=imp&b=b1&a=p1&f=b&int=&x=0',
  );
});

t.test('foreign text is encoded once and cannot add parameters', async (t) => {
  const url = new URL(
    eventUrl(
      { ...event, bidId: 'a&t=imp#"\'<>]]>\r\n\ud800ä%2B+', bidder: 'x y&x=0' },
      { ...facts, account: 'p&a=q', auctionId: 'r/1?&' },
    ),
  );
  t.equal(url.searchParams.get('b'), 'a&t=imp#"\'<>]]>\r\n\ufffdä%2B+');
  t.equal(url.searchParams.get('bidder'), 'x y&x=0');
  t.strictSame(url.searchParams.getAll('a'), ['p&a=q']);
  t.equal(url.searchParams.get('aid'), 'r/1?&');
  t.notMatch(url.href, /[<>"\r\n]/);
  t.equal(url.searchParams.get('x'), null);
});

t.test('a value that the event endpoint would refuse is left out', async (t) => {
  t.match(eventUrl(event, { ...facts, integration: 'a b' }), /&int=$/);
  t.match(eventUrl(event, { ...facts, integration: 'x'.repeat(65) }), /&int=$/);
  t.notMatch(eventUrl(event, { ...facts, auctionId: 'r'.repeat(257) }), /&aid=/);
  t.notMatch(eventUrl({ ...event, bidder: 'r'.repeat(257) }, facts), /&bidder=/);
  const longest = 'r'.repeat(256);
  t.match(eventUrl({ ...event, bidder: longest }, { ...facts, auctionId: longest }), /&aid=r{256}&.*&bidder=r{256}&/);
  for (const timestampMs of [1e15, 1_700_000_000_000_000, 1e22])
    t.notMatch(eventUrl(event, { ...facts, timestampMs }), /&ts=/, 'not milliseconds');
  t.match(eventUrl(event, { ...facts, timestampMs: 999_999_999_999_999 }), /&ts=9{15}&/);
  for (const good of ['', 'a', 'A-9_', 'x'.repeat(64)]) t.equal(integrationFault(good), undefined);
  for (const bad of ['ä', 'a.b', 'a\n', 'x'.repeat(65)]) t.match(integrationFault(bad), 'at most 64', bad);
});

t.test('events need an account and a bid id of at most 256 characters', async (t) => {
  t.ok(canHaveEvents('p1', 'b1'));
  t.ok(canHaveEvents('p'.repeat(256), 'b'.repeat(256)), 'the longest ids');
  t.notOk(canHaveEvents('', 'b1'), 'no account');
  t.notOk(canHaveEvents('p1', ' '), 'a blank id');
  t.notOk(canHaveEvents('p'.repeat(257), 'b1'));
  t.notOk(canHaveEvents('p1', 'b'.repeat(257)));
});
