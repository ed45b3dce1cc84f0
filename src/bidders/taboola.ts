/** Taboola: banners and native have separate hosts; the publisher's id is also the id of `site` or `app`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { ShapedImp } from '../adapter/call-steps.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { within } from '../adapter/steps/any.ts';
import { priceMacro } from '../adapter/steps/bid.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { requireType, tagId } from '../adapter/steps/imp.ts';
import { siteIfNone } from '../adapter/steps/place.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'taboola',
  endpoint:
    'https://{{.MediaType}}.bidder.taboola.com/OpenRTB/PS/auction?exchange={{.GvlID}}&publisher={{.PublisherID}}',
  gvlVendorId: 42,
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  sync: {
    iframe:
      'https://cdn.taboola.com/scripts/ps-sync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    redirect:
      'https://trc.taboola.com/sg/ps/1/cm?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    userMacro: '<TUID>',
  },
  params: Type.Object(
    {
      publisherId: Type.Optional(Type.String()),
      publisherDomain: Type.Optional(Type.String()),
      tagid: Type.Optional(Type.String()),
      tagId: Type.Optional(Type.String()),
      bidfloor: Type.Optional(Type.Number()),
      bcat: Type.Optional(Type.Array(Type.String())),
      badv: Type.Optional(Type.Array(Type.String())),
      pageType: Type.Optional(Type.String()),
      position: Type.Optional(Type.Integer()),
    },
    { oneOf: [{ required: ['tagid', 'publisherId'] }, { required: ['tagId', 'publisherId'] }] },
  ),
  imp: [
    requireType('banner', 'native'),
    requireParams('publisherId'),
    tagId((p) => p.tagId || p.tagid),
    floorOf((p) => p.bidfloor),
    within('banner', (_, { params: { position: pos } }) => (pos === undefined ? null : { pos })),
  ],
  batch: { by: (imp) => `${hostOf(imp)} ${imp.params.publisherId}` },
  body: [
    siteIfNone(),
    within('site', ({ domain }, { params: { publisherId: id = '', publisherDomain } }) => ({
      id,
      name: id,
      domain: publisherDomain || domain,
      publisher: { id },
    })),
    within('app', (_, { params: { publisherId: id = '' } }) => ({ id, publisher: { id } })),
    ({ ext }, { imps }) => {
      const { bcat, badv, pageType } = imps.at(-1)!.params;
      return { ...(bcat && { bcat }), ...(badv && { badv }), ...(pageType && { ext: { ...ext, pageType } }) };
    },
  ],
  macros: {
    MediaType: ({ imps }) => hostOf(imps[0]!),
    GvlID: ({ auction }) => auction.host.gvlVendorId,
    PublisherID: ({ params }) => params.publisherId,
  },
  headers: ['contentType'],
  mediaType: [typeOfImp('banner', 'native')],
  bid: [priceMacro('adm', 'nurl', 'burl')],
});

/** The first host label for an imp. */
function hostOf({ imp }: ShapedImp<object>): string {
  return imp.banner ? 'display' : 'native';
}
