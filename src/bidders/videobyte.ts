/** VideoByte: a call for each imp, with publisher, placement and network in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { withQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'videobyte',
  endpoint: 'https://x.videobyte.com/ortbhb',
  gvlVendorId: 1011,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://x.videobyte.com/usync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&cb={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({
    pubId: Type.String(),
    placementId: Type.Optional(Type.String()),
    nid: Type.Optional(Type.String()),
  }),
  batch: 'perImp',
  url: (endpoint, { params: { pubId, placementId, nid } }) =>
    withQuery(endpoint, { source: 'pbs', pid: pubId, placementId: placementId || undefined, nid: nid || undefined }),
  headers: ['json', 'origin', 'ref'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video')],
});
