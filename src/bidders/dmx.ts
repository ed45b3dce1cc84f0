/** District M (DMX): the publisher and the placement by several names each; an app without an id goes by the device's. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt } from '../adapter/json.ts';
import { set, within } from '../adapter/steps/any.ts';
import { inventory } from '../adapter/steps/body.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { bannerSize, requireBannerSize, requireType, tagId } from '../adapter/steps/imp.ts';
import { addQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'dmx',
  endpoint: 'https://dmx-direct.districtm.io/b/v2',
  gvlVendorId: 144,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: { supports: ['redirect'] },
  params: Type.Object({
    memberid: Type.String(),
    placement_id: Type.Optional(Type.String()),
    seller_id: Type.Optional(Type.String()),
    dmxid: Type.Optional(Type.String()),
    tagid: Type.Optional(Type.String()),
    bidfloor: Type.Optional(Type.Number()),
  }),
  imp: [
    requireType('banner', 'video'),
    requireBannerSize(),
    bannerSize(),
    tagId((p) => p.tagid || p.dmxid || p.placement_id),
    floorOf((p) => p.bidfloor),
    set({ secure: 1 }),
  ],
  body: [
    inventory(({ publisher }, { params }) => {
      // The newer name, which the schema does not have.
      const id = textAt(params, 'publisher_id') || params.memberid;
      return id ? { publisher: { ...publisher, id, ext: { ...publisher?.ext, dmx: { id } } } } : null;
    }),
    within('app', ({ id }, { request: { device } }) => (id || !device?.ifa ? null : { id: device.ifa })),
  ],
  url: (endpoint, { params }) => (params.seller_id ? addQuery(endpoint, 'sellerid', params.seller_id) : endpoint),
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: ['onlyImpType', 'adm', 'imp'],
});
