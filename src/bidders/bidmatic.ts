/** Bidmatic: a call for each source, bids are numbered by the kind that their imp asked for. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuse } from '../adapter/definition.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { addQuery } from '../adapter/url.ts';
import { saying, unknownType } from '../adapter/steps/saying.ts';
import { statedMtype } from '../adapter/steps/bid.ts';

export default defineBidder({
  code: 'bidmatic',
  endpoint: 'http://adapter.bidmatic.io/pbs/ortb',
  gvlVendorId: 1134,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: { supports: ['iframe'] },
  params: Type.Object({
    placementId: Type.Optional(Type.Integer()),
    siteId: Type.Optional(Type.Integer()),
    source: Type.Union([Type.Integer(), Type.String()]),
    bidFloor: Type.Optional(Type.Number()),
  }),
  imp: [
    saying(
      ({ id }) => `ignoring imp id=${id}, Bidmatic supports only Video and Banner`,
      requireType('banner', 'video'),
    ),
    floorOf((p) => p.bidFloor),
    ({ id }, { params }) => {
      const source = Number(params.source || undefined);
      if (!Number.isInteger(source))
        return refuse(`imp ${JSON.stringify(id)}: the param source must be a whole number`);
      const { placementId, siteId, bidFloor } = params;
      return { ext: { bidmatic: { source, placementId, siteId, bidFloor } } };
    },
  ],
  batch: { by: ({ params }) => Number(params.source) },
  url: (endpoint, { params }) => addQuery(endpoint, 'source', Number(params.source)),
  headers: ['json'],
  currency: 'ignored',
  mediaType: [
    typeOfImp('video', 'banner'),
    unknownType(({ id, impid }) => `ignoring bid id=${id}, request doesn't contain any impression with id=${impid}`),
  ],
  bid: [statedMtype()],
});
