/** Akcelo: `imp.ext` holds only the params; the first imp's site is the publisher's parent account. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { impExt } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'akcelo',
  endpoint: 'https://s2s.sportslocalmedia.com/openrtb2/auction',
  capabilities: { site: ['banner', 'video', 'native'] },
  params: Type.Object({
    adUnitId: Type.Number(),
    siteId: Type.Number(),
    test: Type.Optional(Type.Number()),
  }),
  imp: [impExt((p) => ({ akcelo: p }))],
  body: [
    ({ site }, { params }) => ({
      site: {
        ...site,
        publisher: { ...site?.publisher, ext: { prebid: { parentAccount: String(params.siteId ?? '') } } },
      },
    }),
  ],
  headers: ['json'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video', 'native'), 'ext'],
});
