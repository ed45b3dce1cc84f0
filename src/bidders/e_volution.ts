/** E-volution: the request unchanged; a bid that names no media type is a banner. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeAt } from '../adapter/steps/bid-type.ts';
import { aSeat } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'e_volution',
  endpoint: 'http://service.e-volution.ai/pbserver',
  gvlVendorId: 957,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://sync.e-volution.ai/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&pbserverUrl={{.RedirectURL}}',
    redirect:
      'https://sync.e-volution.ai/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({ key: Type.String() }),
  readsParams: false,
  headers: ['json'],
  status: { 503: 'empty' },
  decode: aSeat('Empty seatbid'),
  currency: 'ignored',
  mediaType: [typeAt('ext', 'mediaType'), 'banner'],
});
