/** The Trade Desk: the last path segment is the first supply source, else `extraInfo`; banners take their first format's size. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuse } from '../adapter/refusal.ts';
import { priceMacro } from '../adapter/steps/bid.ts';
import { publisherId } from '../adapter/steps/body.ts';
import { firstParam } from '../adapter/steps/params.ts';
import { firstFormat } from '../adapter/steps/size.ts';
import { unknownType } from '../adapter/steps/saying.ts';

export default defineBidder({
  code: 'thetradedesk',
  endpoint: 'https://direct.adsrvr.org/bid/bidder/{{.SupplyId}}',
  gvlVendorId: 21,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  sync: { supports: ['redirect', 'iframe'] },
  aliases: [{ code: 'ttd', gvlVendorId: 21 }],
  params: Type.Object({
    publisherId: Type.String({ minLength: 1 }),
    supplySourceId: Type.Optional(Type.String({ minLength: 1 })),
  }),
  example: { publisherId: 'example', supplySourceId: 'example' },
  imp: [firstFormat()],
  body: [publisherId(({ imps }) => firstParam(imps, (p) => p.publisherId?.trim() && p.publisherId))],
  macros: {
    SupplyId: ({ imps, bidder }) =>
      firstParam(imps, (p) => p.supplySourceId) ||
      bidder.extraInfo ||
      refuse('Either supplySourceId or a default endpoint must be provided'),
  },
  headers: ['json'],
  mediaType: ['mtype', unknownType(({ mtype = 0 }) => `unsupported mtype: ${mtype}`)],
  bid: [priceMacro('adm', 'nurl', 'burl')],
});
