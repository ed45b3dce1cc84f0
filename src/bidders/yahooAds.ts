/** Yahoo: a call for each imp; `dcn` names the site or app, `pos` the placement. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { SharedRequest } from '../adapter/call-steps.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { inventoryId } from '../adapter/steps/body.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { bannerSize, requireBannerSize } from '../adapter/steps/size.ts';
import type { BidRequest } from '../openrtb/request.ts';

export default defineBidder({
  code: 'yahooAds',
  endpoint: 'https://s2shb.ssp.yahoo.com/admax/bid/partners/PBS',
  gvlVendorId: 25,
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: { supports: ['redirect'] },
  aliases: [
    { code: 'yahooAdvertising', gvlVendorId: 25, sync: { supports: ['redirect'] } },
    { code: 'yahoossp', gvlVendorId: 25, sync: { supports: ['redirect'] } },
  ],
  params: Type.Object({ dcn: Type.String({ minLength: 1 }), pos: Type.String({ minLength: 1 }) }),
  imp: [tagId((p) => p.pos), requireBannerSize(), bannerSize()],
  batch: 'perImp',
  body: [inventoryId(({ params }) => params.dcn), raiseGpp],
  says: { params: (_, at) => `imp #${at}: ext.bidder not provided` },
  headers: ['json', 'ortb26', 'ua'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video')],
});

/** Moves GPP from `regs.ext` to its places in OpenRTB 2.6, unless they are already filled. */
function raiseGpp({ regs }: SharedRequest): Changes<BidRequest> | null {
  const { ext, ...places } = regs ?? {};
  const { gpp, gpp_sid, ...others } = ext ?? {};
  if (gpp === undefined && gpp_sid === undefined) return null;
  const raised = {
    ...(gpp !== undefined && { gpp: places.gpp || gpp }),
    ...(gpp_sid !== undefined && { gpp_sid: places.gpp_sid ?? gpp_sid }),
  };
  return { regs: { ...places, ...raised, ...(Object.keys(others).length > 0 && { ext: others }) } };
}
