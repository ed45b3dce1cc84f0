/** AdMatic: a call for each imp; the URL names the host that serves the publisher. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { unknownType } from '../adapter/steps/saying.ts';

export default defineBidder({
  code: 'admatic',
  endpoint: 'http://pbs.admatic.com.tr?host={{.Host}}',
  gvlVendorId: 1281,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: { supports: ['iframe'] },
  aliases: [
    { code: 'admaticde', gvlVendorId: 1281 },
    { code: 'adrubi', gvlVendorId: 779 },
    { code: 'adt', gvlVendorId: 779 },
    { code: 'monetixads', gvlVendorId: 1281 },
    { code: 'netaddiction', gvlVendorId: 1281 },
    { code: 'pixad', gvlVendorId: 1281 },
    { code: 'yobee', gvlVendorId: 1281 },
  ],
  params: Type.Object({ host: Type.String(), networkId: Type.Integer() }),
  batch: 'perImp',
  macros: { Host: ({ params }) => params.host },
  headers: ['json', 'ua', 'ip'],
  mediaType: [
    typeOfImp('banner', 'video', 'native'),
    unknownType(({ impid }) => `The impression with ID ${impid} is not present into the request`),
  ],
});
