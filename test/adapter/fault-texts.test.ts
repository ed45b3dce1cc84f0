/** Fault messages that a definition words itself, and checks of all imps together. */
import t from 'tap';
import { Type } from 'typebox';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import { Refusal, refuse } from '../../src/adapter/refusal.ts';
import { mtypeAmong } from '../../src/adapter/steps/bid-type.ts';
import { bidderOf, callsOf, readingOf } from './support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };
const params = Type.Object({ a: Type.Optional(Type.String()) });

const telling = bidderOf(
  defineBidder({
    code: 'acme',
    params,
    imp: [({ id }) => (id === 'silent' ? new Refusal(undefined) : null)],
    faultHeader: 'x-fault',
    says: {
      params: (imp, at) => `imp ${imp.id} (#${at}) is wrong`,
      empty: 'nothing asked',
      noImps: 'nothing left',
      status: (status, stated) => `status ${status}: ${stated}`,
      reply: 'unreadable',
    },
  }),
);

/** The problems of imps with these ids and params. */
const impProblems = (imps: readonly (readonly [id: string, params: unknown])[]) =>
  callsOf(
    telling,
    imps.map(([id, one]) => ({ id, banner, params: one })),
  ).problems.map(({ message }) => message);

t.test('the problem of a refused imp names its id and index', async (t) => {
  t.strictSame(impProblems([]), ['nothing asked']);
  t.strictSame(impProblems([['i1', 7]]), ['imp i1 (#0) is wrong', 'nothing left']);
  const mixed = [
    ['i1', {}],
    ['i2', []],
  ] as const;
  t.strictSame(impProblems(mixed), ['imp i2 (#1) is wrong'], 'the other imp is sent');
  t.strictSame(impProblems([['silent', {}]]), ['nothing left']);
});

/** The problems of a reply. */
const replyProblems = (reply: object) => readingOf(telling, reply).problems.map(({ message }) => message);

t.test("the problem of an unusable reply has its status and the bidder's own message", async (t) => {
  t.strictSame(replyProblems({ status: 400, headers: ['x-fault', 'no such tag'] }), ['status 400: no such tag']);
  t.strictSame(replyProblems({ status: 204 }), []);
  t.strictSame(replyProblems({ text: '{' }), ['unreadable']);
  for (const body of [[], 7, { seatbid: {} }, { cur: 5 }]) t.strictSame(replyProblems({ body }), ['unreadable']);
});

t.test('a silent refusal drops one imp even where a refusal aborts', async (t) => {
  const only = bidderOf(
    defineBidder({
      code: 'acme',
      params,
      imp: [(imp) => (imp.id === 'i1' ? new Refusal(undefined) : null)],
      onImpError: 'abort',
    }),
  );
  const { calls, problems } = callsOf(only, [
    { id: 'i1', banner },
    { id: 'i2', banner },
  ]);
  t.strictSame([calls.map(({ impids }) => impids), problems], [[['i2']], []]);
});

t.test('a `together` check runs once for all imps, and its fault stops every call', async (t) => {
  const seen: number[] = [];
  const agreed = bidderOf(
    defineBidder({
      code: 'acme',
      params,
      together: [
        (imps) => {
          seen.push(imps.length);
          return imps.some(({ params: p }) => p.a === 'x') ? refuse('an x') : null;
        },
      ],
      batch: 'perImp',
    }),
  );
  const ask = (all: readonly string[]) =>
    callsOf(
      agreed,
      all.map((a, at) => ({ id: `i${at}`, banner, params: { a } })),
    );
  t.equal(ask(['a', 'b']).calls.length, 2);
  t.match(ask(['a', 'x', 'x']), wholeLists({ calls: [], problems: [{ code: 2, message: 'an x' }] }));
  t.equal(ask([]).problems.length, 0, 'no imp, no check');
  t.strictSame(seen, [2, 3]);
});

/** The problem of one bid read by these rules. */
const bidProblem = (mediaType: Parameters<typeof defineBidder>[0]['mediaType'], bid: object) => {
  const bidder = bidderOf(defineBidder({ code: 'acme', params, ...(mediaType && { mediaType }) }));
  const body = { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1, ...bid }] }] };
  return readingOf(bidder, { body }).problems[0]?.message;
};

t.test('a bid without a known media type has the problem that its last rule words', async (t) => {
  t.equal(bidProblem(['mtype', 'ext'], {}), 'Failed to parse impression "i1" mediatype');
  t.equal(bidProblem(['ext'], { ext: { prebid: { type: 'x' } } }), 'invalid BidType: x');
  t.equal(bidProblem(['imp'], { impid: 'other' }), 'Failed to find impression "other"');
  t.equal(bidProblem(['mtype'], {}), 'bid "b" is of no known media type');
  const long = 'x'.repeat(101);
  t.match(bidProblem(['mtype'], { id: long }), /^bid "x{100}" is of no known media type$/, 'a long id is cut');
  t.match(bidProblem(['imp'], { impid: long }), /^Failed to find impression "x{100}"$/);
  const among = mtypeAmong(['banner'], ({ mtype = 0 }) => `mtype ${mtype}`);
  t.equal(bidProblem([among], { mtype: 2 }), 'mtype 2');
  t.equal(bidProblem([among], {}), 'mtype 0');
  t.equal(bidProblem([among], { mtype: 1 }), undefined);
});
