/** Proxistore: the request unchanged; a header names the caller. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';

export default defineBidder({
  code: 'proxistore',
  endpoint: 'https://api.proxistore.com/v3/rtb/openrtb',
  endpointCompression: 'gzip',
  gvlVendorId: 418,
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  sync: {
    iframe:
      'https://abs.proxistore.com/v3/rtb/sync/prebid-server/iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redirect={{.RedirectURL}}',
    redirect:
      'https://abs.proxistore.com/v3/rtb/sync/prebid-server/redirect?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ website: Type.String({ minLength: 1 }), language: Type.String({ minLength: 1 }) }),
  readsParams: false,
  headers: ['jsonPlain', () => ['x-prebid-source', 'server']],
  mediaType: ['mtype'],
});
