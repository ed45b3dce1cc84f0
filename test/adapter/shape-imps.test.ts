/** How a bidder's imps are shaped: steps, overrides, splits and refusals (bidders, 'Steps', 'Overrides, not copies'). */
import t from 'tap';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import { Refusal } from '../../src/adapter/refusal.ts';
import { set } from '../../src/adapter/steps/any.ts';
import { requireType, tagId, typesApart } from '../../src/adapter/steps/imp.ts';
import { bidderOf, bodyOf, callsOf, requestOf } from './support.ts';
import { acme, banner, endpoint, params } from './acme.ts';

t.test('each step sees the result of the one before; undefined removes a member', async (t) => {
  const bidder = acme({
    imp: [
      tagId((p) => p.tag),
      ({ tagid }) => ({ displaymanager: `dm-${tagid}` }),
      () => null,
      () => ({ banner: undefined, ext: { only: 1 } }),
    ],
    body: [set({ site: undefined, cur: ['EUR'] }), ({ cur }) => ({ bcat: cur })],
  });
  t.strictSame(bodyOf(callsOf(bidder, [{ id: 'i1', banner, params: { tag: 'a' } }], { site: {}, tmax: 5 })), {
    id: 'r1',
    tmax: 5,
    cur: ['EUR'],
    bcat: ['EUR'],
    imp: [{ id: 'i1', tagid: 'a', displaymanager: 'dm-a', ext: { only: 1 } }],
  });
});

t.test("the core's overrides for one bidder are sent and seen by its steps", async (t) => {
  const seen: unknown[] = [];
  const bidder = acme({
    imp: [(imp) => (seen.push(imp.ext, imp.video), null)],
    body: [(request) => (seen.push(request.user), null)],
  });
  const request = requestOf(bidder, [{ id: 'i1', banner, video: {}, ext: { shared: 1 } }], { user: { id: 'u' } });
  const imps = [{ ...request.imps[0]!, own: { video: undefined, ext: { own: 1 } } as object }];
  const made = bidder.adapter.makeCalls({ ...request, imps, own: { user: { id: 'mine' } } });
  t.strictSame(bodyOf(made), {
    id: 'r1',
    user: { id: 'mine' },
    imp: [{ id: 'i1', banner, ext: { own: 1, bidder: {} } }],
  });
  t.strictSame(seen, [{ own: 1, bidder: {} }, undefined, { id: 'mine' }]);
});

t.test('a refused imp is dropped alone, or with all others where the definition says so', async (t) => {
  const words = { code: 'acme', endpoint, params, imp: [requireType('video')] } as const;
  const imps = [
    { id: 'i1', banner },
    { id: 'i2', video: {} },
  ];
  const dropped = callsOf(bidderOf(defineBidder(words)), imps);
  t.strictSame(
    dropped.calls.map((call) => call.imps),
    [[1]],
  );
  t.strictSame(dropped.problems, [{ code: 2, message: 'imp "i1" offers none of video' }]);
  const aborted = callsOf(bidderOf(defineBidder({ ...words, onImpError: 'abort' })), imps);
  t.strictSame([aborted.calls.length, aborted.problems.length], [0, 1]);
  const silent = defineBidder({ code: 'acme', endpoint, params, imp: [() => new Refusal(undefined)] });
  t.strictSame(callsOf(bidderOf(silent), imps), { calls: [], problems: [] });
});

t.test('an imp whose params have the wrong types is refused', async (t) => {
  const bidder = acme();
  for (const odd of ['text', 7, null, [], { tag: 1 }, { group: 'x' }, { group: 1.5 }, { tag: {} }]) {
    const { calls, problems } = callsOf(bidder, [{ id: 'i1', params: odd }]);
    t.strictSame([calls.length, problems.length, problems[0]?.code], [0, 1, 2], JSON.stringify(odd));
  }
  for (const fine of [{}, { tag: null }, { tag: 'x', other: 1 }]) {
    t.equal(callsOf(bidder, [{ id: 'i1', params: fine }]).calls.length, 1, JSON.stringify(fine));
  }
});

t.test('a call lists a split imp once by index, and by every id that is sent', async (t) => {
  const bidder = acme({ split: typesApart({ video: '-v' }) });
  const made = callsOf(bidder, [{ id: 'i1', banner, video: {} }]);
  t.strictSame([made.calls[0]!.imps, made.calls[0]!.impids], [[0], ['i1', 'i1-v']]);
  t.strictSame(bodyOf(made).imp, [
    { id: 'i1', banner, ext: { bidder: {} } },
    { id: 'i1-v', video: {}, ext: { bidder: {} } },
  ]);
});
