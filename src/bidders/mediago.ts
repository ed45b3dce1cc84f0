/** MediaGo: the first imp's token goes in the URL, its region too if the host's endpoint has the macro. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { bannerSize } from '../adapter/steps/size.ts';

/** The names of regions in the URL, by region of the params; `us` by default. */
const regions: ReadonlyMap<string, string> = new Map([
  ['EU', 'eu'],
  ['APAC', 'jp'],
]);

export default defineBidder({
  code: 'mediago',
  endpointCompression: 'gzip',
  gvlVendorId: 1020,
  capabilities: { site: ['banner', 'native'] },
  sync: {
    redirect:
      'https://trace.mediago.io/ju/cs/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  aliases: [
    {
      code: 'mgtechnology',
      endpoint: 'https://gbid.mediagotechnology.com/api/bid?tn={{.AccountID}}',
      gvlVendorId: 1575,
      sync: {
        redirect:
          'https://go.mediagotechnology.com/ju/cs/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
        userMacro: '$UID',
      },
    },
  ],
  params: Type.Object({
    token: Type.String({ minLength: 1 }),
    region: Type.Optional(Type.String({ enum: ['US', 'EU', 'APAC'] })),
    placementId: Type.Optional(Type.String({ minLength: 1 })),
  }),
  imp: [bannerSize()],
  macros: {
    AccountID: ({ params }) => params.token,
    Host: ({ params: { region = '' } }) => regions.get(region) ?? 'us',
  },
  headers: ['json', 'ortb25'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'native'), typeOfImp('banner', 'native')],
});
