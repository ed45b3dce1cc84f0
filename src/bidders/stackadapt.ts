/** StackAdapt: publisher and supply go in the URL, the publisher also in `site` or `app`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { within } from '../adapter/steps/any.ts';
import { priceMacro, unwrapNative } from '../adapter/steps/bid.ts';
import { publisherId } from '../adapter/steps/body.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { requireParams, sameParam } from '../adapter/steps/require.ts';

/** The URL holds one publisher and one supply for all imps. */
const oneSeller = 'all imps must have the same publisherId and supplyId';

export default defineBidder({
  code: 'stackadapt',
  endpoint: 'https://pbs.srv.stackadapt.com/br?publisher_id={{.PublisherID}}&supply_id={{.SupplyId}}',
  endpointCompression: 'gzip',
  gvlVendorId: 238,
  gppSupported: true,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  sync: {
    redirect:
      'https://sync.srv.stackadapt.com/sync?nid=pbs&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({
    publisherId: Type.String({ minLength: 1 }),
    supplyId: Type.String({ minLength: 1 }),
    placementId: Type.Optional(Type.String({ minLength: 1 })),
    banner: Type.Optional(Type.Object({ expdir: Type.Optional(Type.Array(Type.Integer())) })),
    bidfloor: Type.Optional(Type.Number({ minimum: 0 })),
  }),
  imp: [
    requireParams('publisherId', 'supplyId'),
    tagId((p) => p.placementId),
    floorOf((p) => p.bidfloor, { cur: 'USD' }),
    within('banner', (_, { params }) => (params.banner?.expdir?.length ? { expdir: params.banner.expdir } : null)),
  ],
  body: [
    sameParam((p) => p.publisherId, oneSeller),
    sameParam((p) => p.supplyId, oneSeller),
    publisherId(({ params }) => params.publisherId),
  ],
  macros: { PublisherID: ({ params }) => params.publisherId, SupplyId: ({ params }) => params.supplyId },
  headers: ['json'],
  mediaType: ['mtype'],
  bid: [unwrapNative(), priceMacro('adm', 'nurl', 'burl')],
});
