/** Synapse HX: the first imp's tenant goes in the URL; `bid.mtype` or `bid.ext` tells banners from videos. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { statedType } from '../adapter/media-type.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { withQuery } from '../adapter/url.ts';

/** The media types of its bids. */
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
