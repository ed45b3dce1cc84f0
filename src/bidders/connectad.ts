/** ConnectAd: banners only; the site is the `tagid`, and `imp.secure` follows the page. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { dropExt, requireType, tagId } from '../adapter/steps/imp.ts';
import { secureByPage } from '../adapter/steps/place.ts';
import { requireNumbers } from '../adapter/steps/require.ts';
import { requireBannerSize, takeFirstFormat } from '../adapter/steps/size.ts';

export default defineBidder({
  code: 'connectad',
  endpoint: 'http://bidder.connectad.io/API?src=pbs',
  endpointCompression: 'gzip',
  gvlVendorId: 138,
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: {
    iframe:
      'https://sync.connectad.io/iFrameSyncer?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&cb={{.RedirectURL}}',
    redirect:
      'https://sync.connectad.io/ImageSyncer?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&cb={{.RedirectURL}}',
  },
  params: Type.Object({
    networkId: Type.Union([Type.Integer(), Type.String()]),
    siteId: Type.Union([Type.Integer(), Type.String()]),
    bidfloor: Type.Optional(Type.Number()),
  }),
  imp: [
    requireType('banner'),
    requireBannerSize(),
    requireNumbers('siteId'),
    tagId((p) => p.siteId),
    floorOf((p) => p.bidfloor, { cur: 'USD' }),
    takeFirstFormat(),
    secureByPage(),
    dropExt(),
  ],
  headers: [
    'json',
    'ua',
    'language',
    'ipOrIpv6',
    ({ device }) => ['dnt', device === undefined ? '' : String(device.dnt ?? 0)],
  ],
  currency: 'ignored',
  mediaType: ['banner'],
});
