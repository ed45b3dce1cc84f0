/** Between: banners only; the last imp's region and publisher go in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { secureByPage } from '../adapter/steps/place.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { requireBannerSize, takeFirstFormat } from '../adapter/steps/size.ts';

export default defineBidder({
  code: 'between',
  endpoint: 'http://{{.Host}}.betweendigital.com/openrtb_bid?sspId={{.PublisherID}}',
  gvlVendorId: 724,
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: {
    redirect:
      'https://ads.betweendigital.com/match?bidder_id=pbs&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&callback_url={{.RedirectURL}}',
    userMacro: '${USER_ID}',
  },
  params: Type.Object({
    host: Type.String({ enum: ['lbs-eu1.ads', 'lbs-ru1.ads', 'lbs-us-east1.ads', 'lbs-asia1.ads'] }),
    publisher_id: Type.String(),
  }),
  imp: [
    requireType('banner'),
    requireBannerSize(),
    requireParams('host', 'publisher_id'),
    takeFirstFormat(),
    secureByPage(),
  ],
  macros: {
    Host: ({ imps }) => imps.at(-1)!.params.host,
    PublisherID: ({ imps }) => imps.at(-1)!.params.publisher_id,
  },
  headers: ['json', 'ua', 'ipv4', 'language', 'dnt', 'referer'],
  currency: 'ignored',
  mediaType: ['banner'],
});
