/** Platforms whose endpoint names the publisher. */
import t from 'tap';
import { Type } from 'typebox';
import { publisherAccount } from '../../../src/adapter/families/publisher-account.ts';
import { bidderOf, bodyOf, callsOf, readingOf } from '../support.ts';
import { wholeLists } from '../../support/whole-lists.ts';

const bidder = bidderOf(
  publisherAccount({
    code: 'acme',
    endpoint: 'https://acme.example/?p={{.PublisherID}}',
    params: Type.Object({ p: Type.Integer() }),
    macros: { PublisherID: ({ params }) => params.p },
  }),
);
const format = [
  { w: 300, h: 250 },
  { w: 320, h: 50 },
];

t.test('each publisher has its own call and is named only in the URL', async (t) => {
  const imps = [1, 2, 1].map((p, at) => ({ id: `i${at + 1}`, banner: { format }, params: { p } }));
  const { calls } = callsOf(bidder, imps, { site: { page: 'x', domain: 'd', publisher: { id: '9' } } });
  t.strictSame(
    calls.map(({ uri, impids }) => [uri, impids]),
    [
      ['https://acme.example/?p=1', ['i1', 'i3']],
      ['https://acme.example/?p=2', ['i2']],
    ],
  );
  const body = JSON.parse(calls[1]!.body) as object;
  const banner = { w: 300, h: 250, format: format.slice(1) };
  t.strictSame(body, { id: 'r1', site: { page: 'x' }, imp: [{ id: 'i2', banner }] });
});

t.test('an app keeps its domain', async (t) => {
  const app = { domain: 'd', publisher: { id: '9' } };
  t.strictSame(bodyOf(callsOf(bidder, [{ id: 'i1', video: {}, params: { p: 1 } }], { app }))['app'], { domain: 'd' });
});

t.test('an imp whose banner has no size is refused', async (t) => {
  const { calls, problems } = callsOf(bidder, [{ id: 'i1', banner: {}, params: { p: 1 } }]);
  t.strictSame([calls.length, problems.length], [0, 1]);
});

t.test('an imp may have a banner and a video; a native imp is refused', async (t) => {
  const imp = { id: 'i1', banner: { w: 1, h: 2 }, video: {} };
  t.strictSame(bodyOf(callsOf(bidder, [{ ...imp, params: { p: 1 } }])).imp, [imp]);
  const { calls, problems } = callsOf(bidder, [{ id: 'i1', native: {}, params: { p: 1 } }]);
  t.strictSame([calls.length, problems.length], [0, 1]);
});

t.test('a reply is read in USD; one without a seat, or with status 503, is a problem', async (t) => {
  const bid = { id: 'b', impid: 'i1', price: 1 };
  t.match(
    readingOf(bidder, { body: { cur: 'EUR', seatbid: [{ bid: [bid] }] } }),
    wholeLists({
      cur: 'USD',
      bids: [{ type: 'banner' }],
    }),
  );
  t.match(readingOf(bidder, { body: {} }).problems, wholeLists([{ code: 3, message: 'Invalid SeatBids count: 0' }]));
  t.match(
    readingOf(bidder, { status: 503 }).problems,
    wholeLists([{ code: 3, message: 'Unexpected http status code: 503' }]),
  );
});
