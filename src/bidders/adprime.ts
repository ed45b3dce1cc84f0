/** Adprime: a call for each imp; on sites, its params set `site.keywords` and `user.customdata`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { bothWays } from '../adapter/families/placement-or-endpoint.ts';
import { within } from '../adapter/steps/any.ts';
import { mtypeAmong } from '../adapter/steps/bid-type.ts';
import { impExt, tagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'adprime',
  endpoint: 'http://delta.adprime.com/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: bothWays('sync.adprime.com'),
  params: Type.Object({
    TagID: Type.String(),
    keywords: Type.Optional(Type.Array(Type.String())),
    audiences: Type.Optional(Type.Array(Type.String())),
  }),
  imp: [tagId((p) => p.TagID), impExt(({ TagID }) => ({ bidder: { TagID, placementId: TagID } }))],
  batch: 'perImp',
  body: [
    within('site', (_, { params: { keywords } }) => (keywords?.length ? { keywords: keywords.join(',') } : null)),
    ({ site, user }, { params: { audiences } }) =>
      site && audiences?.length ? { user: { ...user, customdata: audiences.join(',') } } : null,
  ],
  headers: ['json'],
  currency: 'ignored',
  mediaType: [
    mtypeAmong(['banner', 'video', 'native'], ({ impid }) => `Unable to fetch mediaType in multi-format: ${impid}`),
  ],
});
