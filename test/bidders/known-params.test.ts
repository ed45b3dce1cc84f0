/** The params that bidders require and receive, as in their public adapters. No recorded case covers it. */
import t from 'tap';
import exco from '../../src/bidders/exco.ts';
import frvradn from '../../src/bidders/frvradn.ts';
import unicorn from '../../src/bidders/unicorn.ts';
import zeta from '../../src/bidders/zeta_global_ssp.ts';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

/** The calls for a banner with each of these params, with ids from `i1`. */
function asked(definition: BidderDefinition, params: readonly object[], request: Partial<BidRequest> = {}) {
  const imps = params.map((one, at) => ({ id: `i${at + 1}`, banner: { w: 300, h: 250 }, params: one }));
  return callsOf(bidderOf(definition), imps, request);
}

t.test('EX.CO: the publisher is that of the last imp, and each imp has its own tag', async (t) => {
  const imps = [
    { accountId: 'a', publisherId: 'p', tagId: 't' },
    { accountId: 'a', publisherId: 'q', tagId: 'u' },
  ];
  t.match(
    bodyOf(asked(exco, imps, { site: {} })),
    wholeLists({
      site: { publisher: { id: 'q' } },
      imp: [{ tagid: 't' }, { tagid: 'u' }],
    }),
  );
  for (const lacking of [{ publisherId: 'p' }, { tagId: 't' }])
    t.match(
      asked(exco, [lacking]),
      wholeLists({ calls: [], problems: [{ code: 2, message: /"i1": the params lack/ }] }),
    );
});

t.test('FRVR: publisher_id and ad_unit_id are required, and the only params sent', async (t) => {
  const params = { publisher_id: 'p', ad_unit_id: 'u' };
  t.strictSame(bodyOf(asked(frvradn, [{ ...params, other: 1 }])).imp[0]?.ext, params);
  for (const lacking of [
    { ...params, publisher_id: '' },
    { ...params, ad_unit_id: '' },
  ])
    t.match(
      asked(frvradn, [lacking]),
      wholeLists({ calls: [], problems: [{ code: 2, message: /"i1": the params lack/ }] }),
    );
});

t.test('UNICORN: only known params and context.data are sent', async (t) => {
  const params = { accountId: 1, placementId: 'p', publisherId: '', other: 2 };
  const context = { data: { a: ['b'] }, other: 3 };
  const imp = { id: 'i1', banner: { w: 300, h: 250 }, ext: { context }, params };
  t.strictSame(bodyOf(callsOf(bidderOf(unicorn), [imp], { app: {} })).imp[0]?.ext, {
    bidder: { accountId: 1, placementId: 'p' },
    context: { data: { a: ['b'] } },
  });
});

t.test('UNICORN: the first imp must name the account', async (t) => {
  const [without, named] = [{ placementId: 'p' }, { placementId: 'p', accountId: 1 }];
  for (const params of [without, { ...without, accountId: 0 }])
    t.match(
      asked(unicorn, [params, named], { app: {} }),
      wholeLists({
        calls: [],
        problems: [{ code: 2, message: /accountId/ }],
      }),
    );
  t.match(bodyOf(asked(unicorn, [named, without], { app: {} }))['ext'], { accountId: 1 });
});

t.test('Zeta Global: a missing sid is 0', async (t) => {
  const uris = [{ sid: 7 }, {}].map((params) => asked(zeta, [params]).calls[0]?.uri);
  t.match(uris, wholeLists([/\?sid=7$/, /\?sid=0$/]));
});
