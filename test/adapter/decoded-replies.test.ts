/** Replies that a definition reads itself: private JSON, headers, auction configurations for the browser. */
import t from 'tap';
import { badReply } from '../../src/adapter/refusal.ts';
import { readingOf } from './support.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { acme, bid, reply } from './acme.ts';

t.test('a reply with __proto__ and constructor keeps them as ordinary members', async (t) => {
  const text = `{"seatbid":[{"bid":[{"id":"b","impid":"i1","__proto__":{"price":9},"constructor":{"x":1}}]}]}`;
  const { bids } = readingOf(acme({ bid: [() => ({ price: 1 })] }), { text });
  t.equal(bids[0]!.bid['price'], 1);
  t.ok(Object.hasOwn(bids[0]!.bid, '__proto__'));
  t.equal(({} as { price?: number }).price, undefined);
});

t.test('an auction configuration nested too deeply to be serialized is left out', async (t) => {
  const bidder = acme({
    mediaType: ['banner'],
    fledge: ({ response }) => ['a', 'b'].map((name) => ({ impid: name, bidder: '', config: response[name] })),
  });
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  t.strictSame(readingOf(bidder, { text: `{"a":${deep},"b":[[1]]}` }).fledge, [
    { impid: 'b', bidder: '', config: [[1]] },
  ]);
});

t.test('a definition reads the reply headers it asked for, and the note of its call', async (t) => {
  const bidder = acme({
    replyHeaders: ['x-type', 'x-other'],
    mediaType: [(_, { header }) => (header('x-type') === 'v' && header('x-none') === '' ? 'video' : undefined)],
    bid: [(_, { note }) => ({ adid: String(note) })],
  });
  const { bids } = readingOf(bidder, { body: reply(bid), headers: ['x-other', 'x-type', 'x-type', 'v'], note: 'n' });
  t.match(bids[0], { type: 'video', bid: { adid: 'n' } });
  t.strictSame(bidder.adapter.replyHeaders, ['x-type', 'x-other']);
});

t.test('a `decode` reads any JSON, and invalid JSON is one problem', async (t) => {
  const bidder = acme({
    decode: (reply, { imps }) =>
      Array.isArray(reply)
        ? { cur: 'PLN', bids: [{ bid: { ...bid, impid: imps[0]!.id }, type: 'native' }] }
        : badReply('not a list'),
  });
  t.match(
    readingOf(bidder, { text: '[1]' }),
    wholeLists({ cur: 'PLN', bids: [{ type: 'native', seat: '' }], problems: [] }),
  );
  t.strictSame(readingOf(bidder, { text: '{}' }).problems, [{ code: 3, message: 'not a list' }]);
  t.equal(readingOf(bidder, { text: 'no' }).problems.length, 1);
});
