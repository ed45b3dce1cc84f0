/** Adform: the first `priceType` among the params applies to the whole request. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { onlyTagId } from '../adapter/steps/imp.ts';
import { firstParam } from '../adapter/steps/params.ts';

/** The bidder and its alias share one sync page. */
const sync = { redirect: 'https://c1.adform.net/cookie?redirect_url={{.RedirectURL}}', userMacro: '$UID' };

export default defineBidder({
  code: 'adf',
  endpoint: 'https://adx.adform.net/adx/openrtb',
  gvlVendorId: 50,
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  sync,
  aliases: [{ code: 'adform', gvlVendorId: 50, sync }],
  params: Type.Object(
    {
      mid: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: '^\\d+$' })])),
      inv: Type.Optional(Type.Integer()),
      mname: Type.Optional(Type.String()),
      priceType: Type.Optional(Type.String({ pattern: 'gross|net' })),
    },
    { anyOf: [{ required: ['mid'] }, { required: ['inv', 'mname'] }] },
  ),
  imp: [onlyTagId((p) => p.mid)],
  body: [
    ({ ext }, { imps }) => {
      const pt = firstParam(imps, (p) => p.priceType);
      return pt === undefined ? null : { ext: { prebid: {}, ...ext, pt } };
    },
  ],
  headers: ['contentType'],
  mediaType: ['ext'],
});
