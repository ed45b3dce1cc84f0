/** FeedAd: the request unchanged, with the adapter's version in a header; banners only. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';

export default defineBidder({
  code: 'feedad',
  endpoint: 'https://ortb.feedad.com/1/prebid/requests',
  endpointCompression: 'gzip',
  gvlVendorId: 781,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: {
    iframe:
      'https://ortb.feedad.com/1/usersyncs/supply?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({
    clientToken: Type.String({ minLength: 1 }),
    decoration: Type.Optional(Type.String()),
    placementId: Type.String({ minLength: 1, pattern: '^[a-z0-9]+([-_][a-z0-9]+)*[-_]?$' }),
    sdkOptions: Type.Optional(
      Type.Union([
        Type.Object({
          advertising_id: Type.Optional(Type.String()),
          app_name: Type.Optional(Type.String()),
          bundle_id: Type.Optional(Type.String()),
          hybrid_app: Type.Optional(Type.Boolean()),
          hybrid_platform: Type.Optional(Type.String({ enum: ['', 'android', 'ios', 'windows'] })),
          limit_ad_tracking: Type.Optional(Type.Boolean()),
        }),
        Type.Null(),
      ]),
    ),
  }),
  readsParams: false,
  headers: ['json', 'ortb25', 'ip', () => ['x-fa-pbs-adapter-version', '1.0.0']],
  mediaType: ['banner'],
});
