/** Consumable: a path for sites and another for apps; the URL of apps carries the placement. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { wholeAt } from '../adapter/json.ts';
import { refuseCall } from '../adapter/refusal.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { queryValue } from '../adapter/url.ts';

export default defineBidder({
  code: 'consumable',
  endpoint: 'https://e.serverbid.com',
  endpointCompression: 'gzip',
  gvlVendorId: 591,
  gppSupported: true,
  capabilities: { app: ['banner', 'video', 'audio'], site: ['banner'] },
  sync: {
    redirect:
      'https://e.serverbid.com/udb/9969/match?gdpr={{.GDPR}}&euconsent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
  },
  params: Type.Object(
    {
      siteId: Type.Optional(Type.Number()),
      networkId: Type.Optional(Type.Number()),
      unitId: Type.Optional(Type.Number()),
      unitName: Type.Optional(Type.String({ pattern: '^-?[_a-zA-Z][_a-zA-Z0-9-]*$' })),
      placementId: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9]+$' })),
    },
    { oneOf: [{ required: ['siteId', 'networkId', 'unitId'] }, { required: ['placementId'] }] },
  ),
  url: (endpoint, c) => {
    const { siteId, networkId, unitId, placementId } = c.params;
    if (c.request.site !== undefined)
      return siteId || networkId || unitId
        ? `${endpoint}/sb/rtb`
        : refuseCall(c, 'the params of an imp of a site lack siteId, networkId and unitId');
    return placementId
      ? `${endpoint}/rtb/bid?s=${queryValue(placementId)}`
      : refuseCall(c, 'the params lack placementId');
  },
  headers: ['jsonPlain'],
  mediaType: [mtypeOf('banner', 'video', 'audio')],
  video: (bid) => ({ duration: wholeAt(bid, 'dur') }),
});
