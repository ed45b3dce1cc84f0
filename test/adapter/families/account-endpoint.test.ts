/** Platforms whose endpoint names the account. */
import t from 'tap';
import { Type } from 'typebox';
import { accountEndpoint } from '../../../src/adapter/families/account-endpoint.ts';
import { bidderOf, bodyOf, callsOf, readingOf } from '../support.ts';
import { wholeLists } from '../../support/whole-lists.ts';

const definition = accountEndpoint({
  code: 'acme',
  endpoint: 'https://acme.example/?a={{.AccountID}}',
  params: Type.Object({ a: Type.String() }),
  macros: { AccountID: ({ params }) => params.a },
});
const bidder = bidderOf(definition);

t.test("the URL names the first imp's account, and that imp loses its ext", async (t) => {
  const imps = ['x y', 'z'].map((a, at) => ({ id: `i${at + 1}`, banner: {}, ext: { gpid: 'g' }, params: { a } }));
  const made = callsOf(bidder, imps, { device: { ua: 'u', ip: '192.0.2.1' } });
  t.equal(made.calls[0]?.uri, 'https://acme.example/?a=x+y');
  t.strictSame(bodyOf(made).imp, [
    { id: 'i1', banner: {} },
    { id: 'i2', banner: {}, ext: { gpid: 'g', bidder: { a: 'z' } } },
  ]);
  t.match(made.calls[0]?.headers.join(), /user-agent,u,x-forwarded-for,192\.0\.2\.1/);
});

t.test('a reply without a seat is a problem, a seat without bids is none', async (t) => {
  for (const body of [null, {}, { seatbid: null }, { seatbid: [] }]) {
    const { bids, problems } = readingOf(bidder, { body });
    t.strictSame(bids, [], JSON.stringify(body));
    t.match(problems, wholeLists([{ code: 3, message: 'Empty SeatBid array' }]), JSON.stringify(body));
  }
  t.match(readingOf(bidder, { body: { seatbid: [{ bid: [] }] } }).problems, wholeLists([]));
  t.match(readingOf(bidder, { status: 204 }).problems, wholeLists([]));
  t.match(
    readingOf(bidder, { body: { seatbid: {} } }).problems,
    wholeLists([{ code: 3, message: 'Bad Server Response' }]),
  );
});

t.test('a bid has the type of its imp; a bid for an unknown imp is a banner', async (t) => {
  const bid = ['i1', 'i2', 'other'].map((impid) => ({ id: 'b', impid, price: 1 }));
  const { bids } = readingOf(bidder, { body: { cur: 'EUR', seatbid: [{ bid }] } }, [['native'], ['video']]);
  t.strictSame(
    bids.map(({ type }) => type),
    ['native', 'video', 'banner'],
  );
});
