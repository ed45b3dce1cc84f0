/** Invibes: a private protocol, a call for the banners of each zone, which the params name; the reply ranks its deals. */
import { Type, type Static } from 'typebox';
import { decodeOpenrtb } from '../adapter/decode-openrtb.ts';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { ShapedImp } from '../adapter/call-steps.ts';
import { textAt, wholeAt } from '../adapter/json.ts';
import { badReply, Refusal } from '../adapter/refusal.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { apart, objectReply, readEach } from '../adapter/steps/object-reply.ts';
import { lastParam } from '../adapter/steps/params.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { bannerSizes } from '../adapter/steps/size.ts';
import { raiseRegs, raiseUser } from '../openrtb/places.ts';

const Params = Type.Object({
  placementId: Type.String({ minLength: 1 }),
  domainId: Type.Optional(Type.Integer()),
  debug: Type.Optional(Type.Object({ testBvid: Type.Optional(Type.String()), testLog: Type.Optional(Type.Boolean()) })),
});

export default defineBidder({
  code: 'invibes',
  endpoint: 'https://{{.ZoneID}}.videostep.com/bid/ServerBidAdContent',
  endpointCompression: 'gzip',
  gvlVendorId: 436,
  capabilities: { site: ['banner'] },
  sync: { supports: ['iframe'] },
  params: Params,
  imp: [requireType('banner'), requireParams('placementId')],
  // A call maps placements to imps, so a placement occurs only once in it.
  batch: { by: ({ params: { domainId = 0 } }) => zoneOf(domainId), apart: ({ params }) => params.placementId },
  macros: { ZoneID: ({ params: { domainId = 0 } }) => zoneOf(domainId) },
  encode: ({ site, user, device, regs }, { imps, auction }) => {
    const testBvid = lastParam(imps, (p) => p.debug?.testBvid) ?? '';
    const testLog = imps.at(-1)?.params.debug?.testLog ?? false;
    const { consent = '', buyeruid = '' } = raiseUser(user ?? {});
    return {
      BidParamsJson: JSON.stringify(slotsOf(imps)),
      Location: site?.page ?? '',
      Lid: buyeruid,
      IsTestBid: testBvid !== '',
      Kw: site?.keywords ?? '',
      IsAmp: auction.entryPoint === 'amp',
      Width: device?.w ? String(device.w) : '',
      Height: device?.h ? String(device.h) : '',
      GdprConsent: consent,
      Gdpr: raiseRegs(regs ?? {}).gdpr !== 0,
      Bvid: testBvid,
      InvibBVLog: testLog,
      VideoAdDebug: testLog,
    };
  },
  headers: ['json', 'ua', 'ipOrIpv6', 'referer', () => ['aver', 'prebid_1.0.0']],
  // Each entry is a bid and its rank: it is read as a seat with one bid.
  decode: objectReply((reply) => {
    const error = textAt(reply, 'error').slice(0, 200);
    if (error !== '') return badReply(`Server error: ${error}.`);
    const { good, problems } = apart(
      readEach(reply['typedBids'], 'typedBids', (one) => ({ ...one, bid: [one['bid']] })),
    );
    const decoded = decodeOpenrtb({ cur: reply['currency'], seatbid: good });
    return decoded instanceof Refusal ? decoded : { ...decoded, problems: [...problems, ...(decoded.problems ?? [])] };
  }),
  mediaType: ['banner'],
  dealpriority: (_, { seatbid }) => wholeAt(seatbid, 'dealPriority'),
});

/** The first host label of a domain. The first zone has no number; domains count from 1 or from 1001. */
function zoneOf(domainId: number): string {
  const zone = domainId > 1000 ? domainId - 1000 : domainId;
  return zone > 1 ? `bid${zone}` : 'bid';
}

/** The placements to ask for, each with its sizes and its imp. */
function slotsOf(imps: readonly ShapedImp<Static<typeof Params>>[]): object {
  const slots = imps.map(
    ({ imp, params }) => [params.placementId, { Formats: bannerSizes(imp.banner), ImpId: imp.id ?? '' }] as const,
  );
  return { PlacementIds: slots.map(([id]) => id), BidVersion: '4', Properties: Object.fromEntries(slots) };
}
