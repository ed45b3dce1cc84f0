/** Gamoshi: the supply partner goes in the path; a bid for a multi-format imp is a video. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { Refusal, refuseCall } from '../adapter/refusal.ts';
import { bannerSize } from '../adapter/steps/size.ts';
import { pathSegment } from '../adapter/url.ts';

export default defineBidder({
  code: 'gamoshi',
  endpoint: 'https://rtb.gamoshi.io',
  gvlVendorId: 644,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://rtb.gamoshi.io/user_sync_prebid?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&rurl={{.RedirectURL}}',
    userMacro: '[gusr]',
  },
  params: Type.Object({ supplyPartnerId: Type.String(), favoredMediaType: Type.Optional(Type.String()) }),
  imp: [({ banner, video }) => (banner || video ? null : new Refusal(undefined)), bannerSize()],
  url: (endpoint, c) => {
    const { supplyPartnerId } = c.params;
    const seller = supplyPartnerId ? pathSegment(supplyPartnerId) : undefined;
    if (seller === undefined) return refuseCall(c, 'the param supplyPartnerId of the first imp names no seller');
    return `${endpoint}/r/${seller}/bidr?bidder=prebid-server`;
  },
  headers: ['json', () => ['x-openrtb-version', '2.4'], 'ua', 'ipv4', 'language', 'dnt'],
  currency: 'ignored',
  mediaType: [typeOfImp('video', 'banner')],
});
