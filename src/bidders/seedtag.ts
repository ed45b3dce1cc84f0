/** Seedtag: asks for US dollars only; `bid.mtype` gives the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { set } from '../adapter/steps/any.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'seedtag',
  endpoint: 'https://s.seedtag.com/c/openrtb?partner=prebidserver',
  endpointCompression: 'gzip',
  gvlVendorId: 157,
  capabilities: { site: ['video', 'banner'] },
  sync: {
    iframe:
      'https://s.seedtag.com/cs/cookiesync/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&usp_consent={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object(
    {
      adUnitId: Type.Optional(Type.String({ minLength: 1 })),
      publisherId: Type.Optional(Type.String({ minLength: 1 })),
      integrationType: Type.Optional(Type.String({ enum: ['ronId'] })),
    },
    { oneOf: [{ required: ['adUnitId'] }, { required: ['publisherId', 'integrationType'] }] },
  ),
  imp: [
    (imp, c) => requireParams<typeof c.params>(c.params.integrationType ? 'publisherId' : 'adUnitId')(imp, c),
    floorIn('USD'),
  ],
  body: [set({ cur: ['USD'] })],
  headers: ['json'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video')],
});
