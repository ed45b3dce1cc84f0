/** Calls of bidders that get a request nearly unchanged, as in their public adapters. No recorded case covers it. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import bigoad from '../../src/bidders/bigoad.ts';
import colossus from '../../src/bidders/colossus.ts';
import mobkoi from '../../src/bidders/mobkoi.ts';
import proxistore from '../../src/bidders/proxistore.ts';
import rediads from '../../src/bidders/rediads.ts';
import tpmn from '../../src/bidders/tpmn.ts';
import videoheroes from '../../src/bidders/videoheroes.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf, type ImpWithParams } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

/** The calls for banners with these members, with ids from `i1`. */
function asked(definition: BidderDefinition, imps: readonly ImpWithParams[], request: Partial<BidRequest> = {}) {
  const banners = imps.map((imp, at) => ({ id: `i${at + 1}`, banner: { w: 300, h: 250 }, ...imp }));
  return callsOf(bidderOf(definition), banners, request);
}

const colossusTag = (params: object) => bodyOf(asked(colossus, [{ tagid: 'own', params }])).imp[0]?.tagid;

t.test('Colossus: tagid is the TagID of the params, or absent', async (t) => {
  t.strictSame([colossusTag({ TagID: 't' }), colossusTag({ groupId: 'g' })], ['t', undefined]);
});

function rediadsCall(imps: readonly ImpWithParams[]) {
  const made = asked(rediads, imps, { site: {} });
  return [made.calls[0]?.uri, bodyOf(made)['site']];
}

t.test('Rediads: the account and the host are those of the last imp', async (t) => {
  const [near, far] = [{ params: { account_id: 'a', endpoint: 'near' } }, { params: { account_id: 'b' } }];
  t.strictSame(rediadsCall([near, far]), ['https://bidding.rediads.com/openrtb2/auction', { publisher: { id: 'b' } }]);
  t.strictSame(rediadsCall([far, near]), ['https://near.rediads.com/openrtb2/auction', { publisher: { id: 'a' } }]);
});

t.test('Mobkoi: only the first imp must name its placement', async (t) => {
  const [named, bare] = [{ params: { placementId: 'p' } }, { params: {} }];
  t.match(asked(mobkoi, [named, bare]), wholeLists({ calls: [{ impids: ['i1', 'i2'] }], problems: [] }));
  t.match(asked(mobkoi, [bare, named]), wholeLists({ calls: [], problems: [{ code: 2, message: /placementId/ }] }));
});

const tpmnImp = (imp: object) => bodyOf(asked(tpmn, [{ ...imp, params: { inventoryId: 1 } }])).imp[0];

t.test('TPMN: a floor is converted to USD, and a floor of 0 has USD too', async (t) => {
  t.match(tpmnImp({ bidfloor: 4, bidfloorcur: 'EUR' }), { bidfloor: 5, bidfloorcur: 'USD' });
  t.match(tpmnImp({ bidfloor: 0, bidfloorcur: 'EUR' }), { bidfloor: 0, bidfloorcur: 'USD' });
  t.match(tpmnImp({ bidfloor: 4, bidfloorcur: 'usd' }), { bidfloor: 4, bidfloorcur: 'USD' });
});

t.test('Proxistore: the header x-prebid-source is server', async (t) => {
  const [call] = asked(proxistore, [{ params: { website: 'w', language: 'fr' } }]).calls;
  t.strictSame(call?.headers, [
    'content-type',
    'application/json',
    'accept',
    'application/json',
    'x-prebid-source',
    'server',
  ]);
});

/** The ext of two imps with these params. */
function extensions(definition: BidderDefinition, params: object) {
  const imps = ['g', 'h'].map((gpid) => ({ ext: { gpid }, params }));
  return bodyOf(asked(definition, imps)).imp.map(({ ext }) => ext);
}

t.test('BIGO Ads and Video Heroes: only the first imp has a changed ext', async (t) => {
  const sspid = { sspid: 's' };
  t.strictSame(extensions(bigoad, sspid), [sspid, { gpid: 'h', bidder: sspid }]);
  const placement = { placementId: 'p' };
  t.strictSame(extensions(videoheroes, placement), [undefined, { gpid: 'h', bidder: placement }]);
});
