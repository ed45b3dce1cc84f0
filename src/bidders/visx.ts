/** YOC (VISX): US dollars unless the request states a currency; `bid.ext` may name the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt } from '../adapter/json.ts';
import { typeOfImp } from '../adapter/media-type.ts';

/** The media types of its bids; for an imp that offers both, the first counts. */
const kinds = ['banner', 'video'] as const;

export default defineBidder({
  code: 'visx',
  endpoint: 'https://t.visx.net/s2s_bid?wrapperType=s2s_prebid_standard:0.1.2',
  gvlVendorId: 154,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://t.visx.net/s2s_sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '${UUID}',
  },
  params: Type.Object({
    uid: Type.Union([Type.Integer(), Type.String({ pattern: '^\\d+$' })]),
    size: Type.Optional(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
  }),
  readsParams: false,
  body: [({ cur }) => (cur?.length ? null : { cur: ['USD'] })],
  headers: ['contentType', 'ip'],
  note: ({ request }) => request.id,
  mediaType: [
    ({ ext }) => kinds.find((kind) => kind === textAt(ext, 'prebid', 'meta', 'mediaType')),
    typeOfImp(...kinds),
  ],
  // A bid without an id gets that of the request; a stored reply has no request, so its bid gets that of the imp.
  bid: [({ id, impid }, { note, isStored }) => (id ? null : { id: isStored ? impid : (note as string) })],
});
