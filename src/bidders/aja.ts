/** AJA: a call for each ad slot, which is the `tagid`; imps are sent without `ext`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { dropExt, tagId } from '../adapter/steps/imp.ts';
import { unknownType } from '../adapter/steps/saying.ts';

export default defineBidder({
  code: 'aja',
  endpoint: 'https://ad.as.amanad.adtdp.com/v1/bid/4',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://ad.as.amanad.adtdp.com/v1/sync/ssp?ssp=4&gdpr={{.GDPR}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '%s',
  },
  params: Type.Object({ asi: Type.String() }),
  imp: [tagId((p) => p.asi), dropExt()],
  batch: { by: ({ params }) => params.asi },
  mediaType: [
    typeOfImp('banner', 'video'),
    unknownType(({ id }) => `Response received for unexpected type of bid bidID: ${id}`),
  ],
});
