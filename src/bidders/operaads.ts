/** Opera Ads: a call for each imp and media type; a suffix of the imp id gives the media type of a bid. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuse } from '../adapter/refusal.ts';
import { onlyType, requireType, tagId, wrapNative } from '../adapter/steps/imp.ts';
import { bannerSize, requireBannerSize } from '../adapter/steps/size.ts';
import { orWithout } from '../adapter/steps/require.ts';
import type { MediaType } from '../openrtb/media-types.ts';

const types = ['banner', 'video', 'native'] as const;

export default defineBidder({
  code: 'operaads',
  endpoint: 'https://s.adx.opera.com/ortb/v2/{{.PublisherID}}?ep={{.AccountID}}',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://t.adx.opera.com/pbs/sync?gdpr={{.GDPR}}&us_privacy={{.USPrivacy}}&gdpr_consent={{.GDPRConsent}}&r={{.RedirectURL}}',
    userMacro: '${UID}',
  },
  params: Type.Object({
    placementId: Type.String({ minLength: 1 }),
    endpointId: Type.String({ minLength: 1 }),
    publisherId: Type.String({ minLength: 1 }),
  }),
  imp: [
    requireType(...types),
    orWithout('banner', requireBannerSize()),
    tagId((p) => p.placementId),
    bannerSize(),
    wrapNative(),
  ],
  split: (imp) =>
    types
      .filter((type) => imp[type] !== undefined)
      .map((type) => ({ ...onlyType(imp, type), id: `${imp.id ?? ''}${suffixOf(type)}` })),
  together: [(_, { request }) => (request.device?.os ? null : refuse('the request lacks device.os'))],
  batch: 'perImp',
  macros: { PublisherID: ({ params }) => params.publisherId, AccountID: ({ params }) => params.endpointId },
  headers: ['json'],
  currency: 'ignored',
  mediaType: [({ impid = '' }) => types.find((type) => impid.endsWith(suffixOf(type)))],
  bid: [
    ({ impid = '' }, { type }) =>
      impid.endsWith(suffixOf(type)) ? { impid: impid.slice(0, -suffixOf(type).length) } : null,
  ],
});

/** The suffix that is appended to the id of the imp. */
function suffixOf(type: MediaType): string {
  return `:opa:${type}`;
}
