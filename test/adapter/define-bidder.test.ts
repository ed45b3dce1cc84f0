/** From a definition to a bidder: `ready` reads the settings, and steps must not change their input (bidders, 'Steps'). */
import t from 'tap';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import type { BodyStep } from '../../src/adapter/call-steps.ts';
import type { BidStep, TypedBidContext } from '../../src/adapter/reply-steps.ts';
import { openrtbBidder } from '../../src/adapter/openrtb.ts';
import { dropExt } from '../../src/adapter/steps/imp.ts';
import { bidderOf, bodyOf, callsOf, contextOf } from './support.ts';
import { acme, banner, endpoint, params } from './acme.ts';

t.test('a step that changes its input throws, and a definition with functions has code', async (t) => {
  const rude = acme({
    body: [
      ({ site }) => {
        site!.page = 'changed';
        return null;
      },
    ],
  });
  t.throws(() => callsOf(rude, [{ id: 'i1' }], { site: { page: 'p' } }), /read only/);
  t.equal(rude.adapter.hasCode, true);
  const together = acme({ together: [() => null] });
  t.equal(together.adapter.hasCode, true, '`together` is code');
  t.equal(acme({ headers: ['json', () => []] }).adapter.hasCode, true, 'a header function is code');
  t.equal(acme({ batch: { by: () => 1 } }).adapter.hasCode, true);
  t.equal(acme({ headers: ['json'], batch: 'perImp' }).adapter.hasCode, false);
  t.equal(bidderOf(openrtbBidder).adapter.hasCode, false);
});

// @ts-expect-error: an imp step in the place of a body step
const misplaced: BodyStep<unknown> = dropExt();

const rudeBody: BodyStep<unknown> = (request) => {
  // @ts-expect-error: likewise
  request.tmax = 1;
  return null;
};

const rudeBid: BidStep = (bid) => {
  // @ts-expect-error: likewise
  bid.price = 0;
  return null;
};

t.test('the types reject a step that changes its input, and a step in the place of another kind', async (t) => {
  const bidder = bidderOf(
    defineBidder({
      code: 'rude',
      endpoint,
      params,
      imp: [
        (imp) => {
          // @ts-expect-error: a step returns its changes
          imp.tagid = 'lost';
          return null;
        },
      ],
    }),
  );
  t.strictSame(bodyOf(callsOf(bidder, [{ id: 'i1', banner }])).imp, [{ id: 'i1', banner, ext: { bidder: {} } }]);
  t.strictSame(misplaced({ id: 'r1', ext: {} }, contextOf({})), { ext: undefined });
  t.throws(() => rudeBody(Object.freeze({ id: 'r1' }), contextOf({})), /not extensible/);
  t.throws(() => rudeBid(Object.freeze({ id: 'b1', price: 1 }), {} as TypedBidContext), /read only/);
});

t.test('`ready` reads the settings once, and its error names the bidder', async (t) => {
  let reads = 0;
  const definition = defineBidder({
    code: 'acme',
    endpoint,
    params,
    ready: ({ extraInfo }) => {
      reads += 1;
      return JSON.parse(extraInfo) as { readonly key: string };
    },
    url: (endpoint, { ready }) => `${endpoint}?key=${ready.key}`,
  });
  const bidder = bidderOf(definition, { extraInfo: '{"key":"k"}' });
  t.equal(callsOf(bidder, [{ id: 'i1' }]).calls[0]!.uri, `${endpoint}?key=k`);
  callsOf(bidder, [{ id: 'i1' }]);
  t.equal(reads, 1);
  t.throws(() => bidderOf(definition, { extraInfo: 'no JSON' }), /^bidders\.acme: /);
});
