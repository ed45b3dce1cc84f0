/** AdTonos: mostly audio; the supplier is the last path segment. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'adtonos',
  endpoint: 'https://exchange.adtonos.com/bid/{{.PublisherID}}',
  gvlVendorId: 682,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['audio', 'video'], site: ['audio'], dooh: ['audio'] },
  sync: { redirect: 'https://play.adtonos.com/redir?to={{.RedirectURL}}', userMacro: '@UUID@' },
  params: Type.Object({ supplierId: Type.String() }),
  macros: { PublisherID: ({ params }) => params.supplierId },
  headers: ['json'],
  mediaType: [mtypeOf('audio', 'video'), typeOfImp('audio', 'video')],
});
