/** Opti Digital: the request unchanged; banners only. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';

export default defineBidder({
  code: 'optidigital',
  endpoint: 'https://pbs.optidigital.com/bidder/openrtb2',
  endpointCompression: 'gzip',
  gvlVendorId: 915,
  ortbVersion: '2.6',
  capabilities: { app: ['banner'], site: ['banner'], dooh: ['banner'] },
  sync: {
    iframe:
      'https://scripts.opti-digital.com/js/presyncs2s.html?endpoint=optidigital&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
    userMacro: '$UID',
    supports: ['iframe'],
  },
  params: Type.Object({
    publisherId: Type.String({ minLength: 2 }),
    placementId: Type.String({ minLength: 1 }),
    divId: Type.Optional(Type.String()),
    pageTemplate: Type.Optional(Type.String()),
  }),
  readsParams: false,
  headers: ['json'],
  mediaType: ['banner'],
});
