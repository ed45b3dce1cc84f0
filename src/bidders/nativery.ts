/** Nativery: a call for each imp, with its widget in the request's `ext`; a header may say why there is no bid. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt, wholeAt } from '../adapter/json.ts';
import { addToExt } from '../adapter/steps/body.ts';
import { unknownType } from '../adapter/steps/saying.ts';
import type { MediaType } from '../openrtb/media-types.ts';

/** Media types by `bid_ad_media_type`. */
const types: ReadonlyMap<string, MediaType> = new Map([
  ['display', 'banner'],
  ['banner', 'banner'],
  ['rich_media', 'banner'],
  ['native', 'native'],
  ['video', 'video'],
]);

export default defineBidder({
  code: 'nativery',
  endpoint: 'https://hb.nativery.com/openrtb2/auction',
  gvlVendorId: 1133,
  ortbVersion: '2.6',
  capabilities: { site: ['banner', 'native', 'video'] },
  params: Type.Object({ widgetId: Type.String() }),
  batch: 'perImp',
  body: [
    addToExt(({ auction, params }) => ({
      nativery: { isAmp: auction.entryPoint === 'amp', widgetId: params.widgetId },
    })),
  ],
  headers: ['json'],
  status: { 204: 'stated' },
  faultHeader: 'x-nativery-error',
  says: {
    status: (status, stated) =>
      status === 204
        ? `Nativery Error: ${stated}.`
        : `Unexpected status code: ${status}. Run with request.debug = 1 for more info`,
  },
  currency: ({ response }) => textAt(response, 'cur') || 'EUR',
  mediaType: [
    ({ ext }) => types.get(textAt(ext, 'nativery', 'bid_ad_media_type').toLowerCase()),
    unknownType(({ ext }) => {
      const stated = textAt(ext, 'nativery', 'bid_ad_media_type').slice(0, 30);
      return `a bid has the unknown bid_ad_media_type ${JSON.stringify(stated)}`;
    }),
  ],
  meta: ({ adomain, ext }) => ({
    advertiserDomains: adomain?.length ? adomain : undefined,
    advertiserId: wholeAt(ext, 'nativery', 'adv_id') || undefined,
  }),
});
