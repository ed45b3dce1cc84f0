/** Synapse HX: the tenant of the first imp stands in the URL; bids are banners and videos, by number or by name. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { statedType } from '../adapter/media-type.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { withQuery } from '../adapter/url.ts';

/** What it sells. */
const kinds = ['banner', 'video'] as const;

export default defineBidder({
  code: 'synapseHX',
  endpoint: 'https://rtb.hx.compasonline.com/pbs',
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://sync.hx.compasonline.com/pbserver/iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    redirect:
      'https://sync.hx.compasonline.com/pbserver/image?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    userMacro: '${VISITOR_ID}',
  },
  params: Type.Object({ tenantId: Type.String({ minLength: 1 }) }),
  url: (endpoint, { params }) => withQuery(endpoint, { pid: params.tenantId }),
  headers: ['json', 'ortb26'],
  currency: 'ignored',
  mediaType: [
    mtypeOf(...kinds),
    ({ ext }, { namespace }) => kinds.find((kind) => kind === statedType(ext, namespace).toLowerCase()),
  ],
});
