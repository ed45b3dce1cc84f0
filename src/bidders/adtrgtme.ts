/** Adtarget.me: a call for each imp, without `imp.ext`; the site goes in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { dropExt } from '../adapter/steps/imp.ts';
import { aSeat } from '../adapter/steps/seats.ts';
import { queryValue } from '../adapter/url.ts';

export default defineBidder({
  code: 'adtrgtme',
  endpoint: 'https://z.cdn.adtarget.market/ssp',
  capabilities: { app: ['banner'], site: ['banner'] },
  params: Type.Object({ site_id: Type.Integer() }),
  imp: [dropExt()],
  batch: 'perImp',
  url: (endpoint, { params }) => `${endpoint}?s=${queryValue(params.site_id ?? 0)}&prebid`,
  headers: ['json', 'ortb25', 'ua', 'ip'],
  decode: aSeat('Empty SeatBid array', 'Bad Server Response'),
  mediaType: [typeOfImp('banner')],
});
