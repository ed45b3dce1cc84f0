/** OneTag: the publisher is the last path segment, so all imps must name the same one. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { requireParams, sameParam } from '../adapter/steps/require.ts';
import { saying, unknownType } from '../adapter/steps/saying.ts';

export default defineBidder({
  code: 'onetag',
  endpoint: 'https://prebid-server.onetag-sys.com/prebid-server/{{.PublisherID}}',
  endpointCompression: 'gzip',
  gvlVendorId: 241,
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://onetag-sys.com/usync/?redir={{.RedirectURL}}&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}',
    redirect:
      'https://onetag-sys.com/usync/?tag=img&redir={{.RedirectURL}}&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}',
    userMacro: '${USER_TOKEN}',
  },
  params: Type.Object({ pubId: Type.String({ minLength: 1 }), ext: Type.Optional(Type.Object({})) }),
  imp: [saying('The publisher ID must not be empty', requireParams('pubId'))],
  onImpError: 'abort',
  body: [sameParam((p) => p.pubId, 'There must be only one publisher ID')],
  macros: { PublisherID: ({ params }) => params.pubId },
  says: { params: 'Error while unmarshaling bidder extension' },
  mediaType: [
    typeOfImp('banner', 'video', 'native'),
    unknownType(({ impid }) => `The impression with ID ${impid} is not present into the request`),
  ],
});
