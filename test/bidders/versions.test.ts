/** A host may set another OpenRTB version than a bidder's own: a value then counts in its other place (decisions, 'OpenRTB 2.6 places'). */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import algorix from '../../src/bidders/algorix.ts';
import beachfront from '../../src/bidders/beachfront.ts';
import bidmachine from '../../src/bidders/bidmachine.ts';
import improvedigital from '../../src/bidders/improvedigital.ts';
import openx from '../../src/bidders/openx.ts';
import pangle from '../../src/bidders/pangle.ts';
import rubicon from '../../src/bidders/rubicon.ts';
import { loadBidders } from '../../src/load-bidders.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import { lowerRegs, lowerSource, lowerUser } from '../../src/openrtb/places.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bodyOf, callsOf } from '../adapter/support.ts';
import { completeImp, completeRequests, readyBidder } from './complete-requests.ts';

const schain = { ver: '1.0', complete: 1, nodes: [{ asi: 'seller.example', sid: '1', hp: 1 }] };
const regs = { gdpr: 1, us_privacy: '1YNN' };
const user = { id: 'u', buyeruid: 'b', consent: 'consent', eids: [{ source: 'ids.example', uids: [{ id: 'x' }] }] };
/** The same values in the places of OpenRTB 2.6, and in those of 2.5. */
const places: readonly Partial<BidRequest>[] = [
  { regs, user, source: { schain } },
  { regs: lowerRegs(regs), user: lowerUser(user), source: lowerSource({ schain }) },
];
const rewarded: readonly Partial<Imp>[] = [{ rwdd: 1 }, { ext: { svc: { is_rewarded_inventory: 1 } } }];

const { definitions } = await loadBidders();

t.test('addresses and headers have the same consent, ids and supply chain from either place', async (t) => {
  for (const definition of definitions) {
    for (const request of completeRequests) {
      const imps = [{ ...completeImp, params: definition.example }];
      const [newer, older] = places.map((one) => {
        const { calls } = callsOf(readyBidder(definition), imps, { ...request, ...one });
        return calls.map(({ uri, headers }) => [uri, headers]);
      });
      t.strictSame(older, newer, definition.code);
    }
  }
});

/** The first imp that is sent for a rewarded video. */
function sentFor(definition: BidderDefinition, imp: Partial<Imp>): Imp | undefined {
  const { video = {} } = completeImp;
  const bidder = readyBidder(definition);
  return bodyOf(callsOf(bidder, [{ id: 'i1', video, ...imp, params: definition.example }], completeRequests[1])).imp[0];
}

t.test('a video is rewarded whichever place says so', async (t) => {
  const cases: readonly (readonly [BidderDefinition, object])[] = [
    [algorix, { video: { ext: { rewarded: 1 } } }],
    [bidmachine, { video: { battr: [16] } }],
    [improvedigital, { ext: { is_rewarded_inventory: true } }],
    [openx, { video: { ext: { rewarded: 1 } } }],
    [pangle, { ext: { adtype: 7 } }],
    [rubicon, { video: { ext: { videotype: 'rewarded' } } }],
  ];
  for (const [definition, expected] of cases)
    for (const imp of rewarded) t.match(sentFor(definition, imp), expected, definition.code);
});

t.test('Beachfront: a banner has the supply chain from either place', async (t) => {
  const imps = [{ id: 'i1', banner: { w: 300, h: 250 }, params: { appId: 'a' } }];
  for (const one of places)
    t.strictSame(bodyOf(callsOf(readyBidder(beachfront), imps, { site: {}, ...one }))['schain'], schain);
});
