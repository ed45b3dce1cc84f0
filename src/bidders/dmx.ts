/** District M (DMX): only called if the user or the app has an id; an app without one takes the device's `ifa`. */
import { Type, type Static } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { asList, textAt } from '../adapter/json.ts';
import { refuse } from '../adapter/refusal.ts';
import { within } from '../adapter/steps/any.ts';
import { inventory } from '../adapter/steps/body.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { requireType, tagId } from '../adapter/steps/imp.ts';
import { bannerSize, requireBannerSize } from '../adapter/steps/size.ts';
import { orWithout } from '../adapter/steps/require.ts';
import { addQuery } from '../adapter/url.ts';
import { raiseUser } from '../openrtb/places.ts';
import { cdata } from '../openrtb/vast.ts';

const Params = Type.Object({
  memberid: Type.String(),
  placement_id: Type.Optional(Type.String()),
  seller_id: Type.Optional(Type.String()),
  dmxid: Type.Optional(Type.String()),
  tagid: Type.Optional(Type.String()),
  bidfloor: Type.Optional(Type.Number()),
});

export default defineBidder({
  code: 'dmx',
  endpoint: 'https://dmx-direct.districtm.io/b/v2',
  gvlVendorId: 144,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: { supports: ['redirect'] },
  params: Params,
  example: { memberid: 'example', tagid: 'example' },
  imp: [
    requireType('banner', 'video'),
    orWithout('banner', requireBannerSize()),
    bannerSize(),
    tagId(tagOf),
    ({ id, tagid }) => (tagid ? null : refuse(`imp ${JSON.stringify(id)} has no tag`)),
    floorOf((p) => p.bidfloor),
    (_, { params }) => (tagOf(params) ? { secure: 1 } : null),
    within('video', ({ protocols }) => (protocols?.length ? null : { protocols: [2, 3, 5, 6, 7, 8] })),
  ],
  body: [
    inventory(({ publisher }, { params }) => {
      // The newer name of `memberid`, which the schema lacks.
      const id = textAt(params, 'publisher_id') || params.memberid;
      return id ? { publisher: { ...publisher, id: publisher?.id || id, ext: { dmx: { id } } } } : null;
    }),
    within('app', ({ id }, { request: { device } }) => (id || !device?.ifa ? null : { id: device.ifa })),
    ({ app, user = {} }) =>
      app?.id || user.id || asList(raiseUser(user).eids).length > 0
        ? null
        : refuse('neither the user nor the app has an id'),
  ],
  url: (endpoint, { params }) => (params.seller_id ? addQuery(endpoint, 'sellerid', params.seller_id) : endpoint),
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: ['onlyImpType', 'adm', 'imp'],
  bid: [
    ({ adm, nurl }, { type }) => {
      if (type !== 'video' || !adm || !nurl) return null;
      return { adm: adm.replace('</Impression>', (end) => `${end}<Impression>${cdata(nurl)}</Impression>`) };
    },
  ],
});

/** The imp's tag, from the first param that names it. */
function tagOf({ dmxid, tagid, placement_id }: Static<typeof Params>): string | undefined {
  return dmxid || tagid || placement_id;
}
