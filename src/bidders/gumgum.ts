/** GumGum: zone and publisher go in `site`; a banner with a slot but no size reports its biggest format. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt } from '../adapter/json.ts';
import { within } from '../adapter/steps/any.ts';
import { priceMacro } from '../adapter/steps/bid.ts';
import { bannerSize } from '../adapter/steps/size.ts';
import { lastParam } from '../adapter/steps/params.ts';
import type { Banner } from '../openrtb/banner.ts';

export default defineBidder({
  code: 'gumgum',
  endpoint: 'https://g2.gumgum.com/providers/prbds2s/bid',
  gvlVendorId: 61,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://rtb.gumgum.com/usync/prbds2s?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
  },
  params: Type.Object(
    {
      zone: Type.Optional(Type.String({ minLength: 8 })),
      pubId: Type.Optional(Type.Integer()),
      irisid: Type.Optional(Type.String()),
      slot: Type.Optional(Type.Integer()),
      product: Type.Optional(Type.String()),
    },
    { anyOf: [{ required: ['zone'] }, { required: ['pubId'] }] },
  ),
  imp: [
    ({ tagid, ext }, { auction }) => {
      const slot = tagid || textAt(ext, 'data', 'adserver', 'adslot');
      return { tagid: textAt(ext, auction.namespace, 'adunitcode') || slot || undefined };
    },
    within('banner', ({ w, h, format = [] }, { params: { slot } }) =>
      slot && format.length > 0 && !w && !h ? { ext: slotExt(slot, format) } : null,
    ),
    bannerSize(),
    within('video', (_, { params: { irisid } }) => (irisid ? { ext: { irisid } } : null)),
    ({ ext }, { params: { product } }) => (product ? { ext: { product, gpid: ext?.['gpid'] } } : null),
  ],
  body: [
    within('site', ({ publisher }, { imps }) => {
      const zone = lastParam(imps, (p) => p.zone);
      const pubId = lastParam(imps, (p) => p.pubId);
      return { ...(zone && { id: zone }), ...(pubId && { publisher: { ...publisher, id: String(pubId) } }) };
    }),
  ],
  headers: ['json'],
  mediaType: [({ impid }, { impOf }) => (impOf(impid)?.types.includes('banner') ? 'banner' : 'video')],
  bid: [(bid, c) => (c.type === 'video' ? priceMacro('adm')(bid, c) : null)],
});

/** The slot and the format with the longest side. On a tie, a later format counts if it is no smaller in width and height. */
function slotExt(si: number, formats: NonNullable<Banner['format']>) {
  let [maxw, maxh] = [0, 0];
  for (const { w = 0, h = 0 } of formats) {
    const [side, longest] = [Math.max(w, h), Math.max(maxw, maxh)];
    if (side > longest || (side === longest && w >= maxw && h >= maxh)) [maxw, maxh] = [w, h];
  }
  return { si, maxw, maxh };
}
