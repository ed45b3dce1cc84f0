/** Smile Wanted: the first imp's zone is the last path segment; first-price auctions. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { appendSegment } from '../adapter/steps/address.ts';
import { set } from '../adapter/steps/any.ts';

export default defineBidder({
  code: 'smilewanted',
  endpoint: 'https://prebid-server.smilewanted.com/go/',
  gvlVendorId: 639,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://csync.smilewanted.com/getuid?source=prebid-server&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ zoneId: Type.String({ minLength: 1 }) }),
  body: [set({ at: 1 })],
  url: appendSegment((p) => p.zoneId),
  headers: ['json', 'ortb25', () => ['sw-integration-type', 'prebid_server']],
  currency: 'ignored',
  mediaType: [typeOfImp('video', 'banner')],
});
