/** Connatix: a call for each imp, if the device has an IP; the URL names the data centre that knows the user. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt } from '../adapter/json.ts';
import { refuse } from '../adapter/refusal.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { addToImpExt, displayManager, dropFromExt } from '../adapter/steps/imp.ts';
import { bannerSize } from '../adapter/steps/size.ts';
import { withQuery } from '../adapter/url.ts';

/** Data centres by the prefix of the user's `buyeruid`. */
const dataCenters: ReadonlyMap<string, string> = new Map([
  ['1-', 'us-east-2'],
  ['2-', 'us-west-2'],
  ['3-', 'eu-west-1'],
]);

export default defineBidder({
  code: 'connatix',
  endpoint: 'https://capi.connatix.com/rtb/ortb',
  endpointCompression: 'gzip',
  gvlVendorId: 143,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://capi.connatix.com/us/pixel?pId=53&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&callback={{.RedirectURL}}',
    redirect:
      'https://capi.connatix.com/us/pixel?pId=52&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&callback={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({
    placementId: Type.String({ minLength: 1 }),
    viewabilityPercentage: Type.Optional(Type.Number()),
  }),
  imp: [
    displayManager({ split: false }),
    floorIn('USD'),
    bannerSize(),
    dropFromExt('bidder'),
    addToImpExt((p) => ({ connatix: p })),
  ],
  together: [(_, { request: { device } }) => (device?.ip || device?.ipv6 ? null : refuse('Device IP is required'))],
  batch: 'perImp',
  url: (endpoint, { request }) =>
    withQuery(endpoint, { dc: dataCenters.get(request.user?.buyeruid?.slice(0, 2) ?? '') }),
  headers: ['jsonPlain', 'ua', 'ip'],
  currency: 'ignored',
  mediaType: [({ ext }) => (textAt(ext, 'connatix', 'mediaType') === 'video' ? 'video' : 'banner')],
});
