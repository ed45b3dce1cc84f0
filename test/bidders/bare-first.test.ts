/** Bidders that are called by the first imp's params remove its ext, as both known servers do, and keep the others'. */
import t from 'tap';
import aceex from '../../src/bidders/aceex.ts';
import acuityads from '../../src/bidders/acuityads.ts';
import adelement from '../../src/bidders/adelement.ts';
import brave from '../../src/bidders/brave.ts';
import escalax from '../../src/bidders/escalax.ts';
import intenze from '../../src/bidders/intenze.ts';
import kayzen from '../../src/bidders/kayzen.ts';
import krushmedia from '../../src/bidders/krushmedia.ts';
import motorik from '../../src/bidders/motorik.ts';
import videoheroes from '../../src/bidders/videoheroes.ts';
import zeta from '../../src/bidders/zeta_global_ssp.ts';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import { bidderOf, bodyOf, callsOf } from '../adapter/support.ts';

const all: [BidderDefinition, object][] = [
  [aceex, { accountid: 'a' }],
  [acuityads, { host: 'ep1', accountid: 'a' }],
  [adelement, { supply_id: 's' }],
  [brave, { placementId: 'p' }],
  [escalax, { sourceId: 's', accountId: 'a' }],
  [intenze, { accountId: 'a' }],
  [kayzen, { zone: 'z', exchange: 'e' }],
  [krushmedia, { key: 'k' }],
  [motorik, { accountId: 'a', placementId: 'p' }],
  [videoheroes, { placementId: 'p' }],
  [zeta, { sid: 1 }],
];

for (const [definition, params] of all) {
  t.test(`${definition.code}: only the first imp has no ext`, async (t) => {
    const imps = ['i1', 'i2'].map((id) => ({ id, banner: { w: 300, h: 250 }, ext: { gpid: id }, params }));
    const { imp } = bodyOf(callsOf(bidderOf(definition), imps));
    const exts = imp.map(({ ext }) => ext);
    t.strictSame(exts, [undefined, { gpid: 'i2', bidder: params }]);
  });
}
