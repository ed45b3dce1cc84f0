/** OpenX: each video without a banner has its own call, all other imps share one; `ext` holds the delivery domain or platform. */
import { Type } from 'typebox';
import type { ImpContext } from '../adapter/call-steps.ts';
import { defineBidder } from '../adapter/define-bidder.ts';
import { fledgeByImp } from '../adapter/fledge.ts';
import { valueAt, wholeAt } from '../adapter/json.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { within } from '../adapter/steps/any.ts';
import { videoAt } from '../adapter/steps/bid.ts';
import { requestExt } from '../adapter/steps/body.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { addToImpExt, dropFromExt, isRewarded, tagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'openx',
  endpoint: 'http://rtb.openx.net/prebid',
  endpointCompression: 'gzip',
  gvlVendorId: 69,
  ortbVersion: '2.6',
  gppSupported: true,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe: {
      url: 'https://u.openx.net/w/1.0/cm?id=891039ac-a916-42bb-a651-4be9e3b201da&ph=a3aece0c-9e80-4316-8deb-faf804779bd1&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
      userMacro: '{OPENX_ID}',
    },
    redirect: {
      url: 'https://rtb.openx.net/sync/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
      userMacro: '${UID}',
    },
  },
  params: Type.Object(
    {
      unit: Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^[0-9]+$' })]),
      delDomain: Type.Optional(Type.String({ pattern: '\\.[a-zA-Z]{2,3}$', format: 'hostname' })),
      platform: Type.Optional(Type.String({ format: 'uuid' })),
      customFloor: Type.Optional(
        Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' })]),
      ),
      customParams: Type.Optional(Type.Object({})),
    },
    { anyOf: [{ required: ['delDomain'] }, { required: ['platform'] }] },
  ),
  imp: [
    tagId((p) => p.unit),
    floorOf((p) => Number(p.customFloor), { when: 'ifNone' }),
    dropFromExt('bidder'),
    within('video', (_, c: ImpContext, imp) => ({ ext: isRewarded(imp, c) ? { rewarded: 1 } : undefined })),
    dropFromExt('prebid'),
    addToImpExt((p) => ({ customParams: p.customParams })),
  ],
  batch: { by: ({ imp }) => (imp.video && !imp.banner ? undefined : 'others') },
  body: [
    requestExt(({ imps }) => {
      const { delDomain, platform } = imps.at(-1)!.params;
      return { bc: 'hb_pbs_1.0.0', delDomain, platform };
    }),
  ],
  headers: ['json'],
  mediaType: ['mtype', typeOfImp('banner', 'video', 'native'), 'banner'],
  video: videoAt('dur'),
  meta: ({ ext }) => ({
    networkId: wholeAt(ext, 'dsp_id') || undefined,
    advertiserId: wholeAt(ext, 'buyer_id') || undefined,
    brandId: wholeAt(ext, 'brand_id') || undefined,
  }),
  fledge: ({ response, bidder }) => fledgeByImp(valueAt(response, 'ext', 'fledge_auction_configs'), bidder.code),
});
