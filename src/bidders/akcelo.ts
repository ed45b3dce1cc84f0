/** Akcelo: the params stand in an imp's extension, the site of the first as parent account of the publisher. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { without } from '../openrtb/merge-patch.ts';

export default defineBidder({
  code: 'akcelo',
  endpoint: 'https://s2s.sportslocalmedia.com/openrtb2/auction',
  capabilities: { site: ['banner', 'video', 'native'] },
  params: Type.Object({
    adUnitId: Type.Number(),
    siteId: Type.Number(),
    test: Type.Optional(Type.Number()),
  }),
  imp: [({ ext }, { params }) => ({ ext: { ...without(ext ?? {}, ['bidder']), akcelo: params } })],
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
  mediaType: ['mtype', 'ext'],
});
