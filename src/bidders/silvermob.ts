/** SilverMob: a call for each imp to its zone; the params name the first label of the host. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'silvermob',
  endpoint: 'http://{{.Host}}.silvermob.com/marketplace/api/dsp/bid/{{.ZoneID}}',
  capabilities: { app: ['banner', 'video', 'native'] },
  params: Type.Object({ zoneid: Type.String(), host: Type.String() }),
  batch: 'perImp',
  macros: { Host: ({ params }) => params.host, ZoneID: ({ params }) => params.zoneid },
  headers: ['json', 'ortb25', 'ua', 'ip'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
