/** Prices with more digits than a double keeps are compared and rounded as written, also in an auction. */
import t from 'tap';
import { parsedReply } from '../../src/adapter/reply-json.ts';
import { multiplyPrice } from '../../src/money/decimal.ts';
import { postAuction } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { processorMs } from '../support/processor-time.ts';
import { startService } from '../support/service.ts';

const priceOf = (text: string): unknown =>
  (parsedReply(`{"a":[{"price" :\n${text}}]}`) as { a: { price: unknown }[] }).a[0]!.price;

t.test('a long price stays on its own side of every shorter decimal', async (t) => {
  const nines = `0.2${'9'.repeat(40)}`;
  t.equal(Number(nines), 0.3, 'the nearest double is not below 0.3');
  t.equal(priceOf(nines), 0.29999999999999993);
  t.equal(priceOf(`0.3${'0'.repeat(40)}1`), 0.30000000000000004);
  t.equal(priceOf(`0.3${'0'.repeat(40)}`), 0.3);
  t.equal(priceOf('0.99999999999999999999'), 0.9999999999999999);
  t.equal(priceOf('2999999999999999999999999999999e-31'), 0.29999999999999993);
  t.equal(priceOf('300000000000000000000000000000e-30'), 0.3);
  t.equal(
    priceOf('1.234567890123456789012345678901'),
    1.2345678901234567,
    'away from a short decimal the nearest double is used',
  );
  t.equal(priceOf('0.30000000000000004'), 0.30000000000000004, "a double's shortest text is that double");
  t.equal(multiplyPrice(priceOf('1.00000050000000000000000000001') as number, 1, { times: 1, over: 2 }), 0.5);
  t.equal(
    multiplyPrice(priceOf('2.00000100000000000000000000001') as number, 1, { times: 1, over: 2 }),
    1.000001,
    'above a tie: rounded up',
  );
  t.equal(
    multiplyPrice(Number('2.00000100000000000000000000001'), 1, { times: 1, over: 2 }),
    1,
    'the nearest double is a tie: rounded to even',
  );
});

t.test('anything but a long positive price is read as by JSON.parse, in linear time', async (t) => {
  const nearest = `-0.2${'9'.repeat(40)}`;
  t.equal(priceOf(nearest), Number(nearest), 'a negative price');
  t.equal(priceOf(`-0.${'0'.repeat(40)}`), -0);
  t.equal(priceOf(`0.${'0'.repeat(400)}1`), 5e-324, 'above 0');
  t.equal(priceOf('1e00000000000000000400'), Infinity);
  t.equal(priceOf(`"0.2${'9'.repeat(40)}"`), `0.2${'9'.repeat(40)}`);
  t.strictSame(parsedReply(`{"bidfloor":0.2${'9'.repeat(40)}}`), { bidfloor: 0.3 });
  const guarded = parsedReply('{"__proto__":{"price":1.99999999999999999999},"price":1}') as object;
  t.ok(Object.hasOwn(guarded, '__proto__') && !('polluted' in {}));
  for (const text of ['', '{"price":', `{"price":0.${'1'.repeat(40)}`, `{"price":0.1.${'1'.repeat(40)}}`]) {
    t.equal(parsedReply(text), undefined, text.slice(0, 30));
  }
  const tookMs = processorMs(() => {
    priceOf(`0.${'0123456789'.repeat(100_000)}`);
    parsedReply(`${'['.repeat(100_000)}{"price":0.${'1'.repeat(40)}}`);
  });
  t.ok(tookMs < 2000, `${tookMs} ms for long texts`);
});

const bid = (price: string) =>
  `{"id":"x","seatbid":[{"bid":[{"id":"b","impid":"i1","crid":"c","w":1,"h":1,"price":${price}}]}]}`;

t.test('in an auction the price bucket is rounded down, and the higher bid wins by any margin', async (t) => {
  const bidders = await startBidders(t);
  bidders.answer('bidderA', { body: bid(`0.3`) });
  bidders.answer('bidderB', { body: bid(`0.3${'0'.repeat(30)}1`) });
  bidders.answer('bidderC', { body: bid(`0.2${'9'.repeat(30)}`) });
  const codes = ['bidderA', 'bidderB', 'bidderC'];
  const service = await startService(t, {
    bidders: bidders.settings(...codes),
  });
  const body = JSON.stringify({
    id: 'r1',
    imp: [
      {
        id: 'i1',
        banner: { w: 1, h: 1 },
        ext: { svc: { bidder: Object.fromEntries(codes.map((code) => [code, {}])) } },
      },
    ],
    site: { id: 's1' },
    ext: { svc: { targeting: { includewinners: true, includebidderkeys: true } } },
  });
  const answer = await postAuction(service.url, body);
  const { seatbid } = (await answer.json()) as {
    seatbid: { seat: string; bid: { ext: { svc: { targeting: Record<string, string> } } }[] }[];
  };
  const keys = Object.fromEntries(seatbid.map(({ seat, bid: [one] }) => [seat, one!.ext.svc.targeting]));
  t.equal(keys['bidderA']!['hb_pb_bidderA'], '0.30');
  t.equal(keys['bidderC']!['hb_pb_bidderC'], '0.20');
  t.equal(keys['bidderB']!['hb_bidder'], 'bidderB', 'more by 1e-31 wins');
});
