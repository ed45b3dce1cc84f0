/** Advangelists: the publisher goes in the URL; the placement is the `tagid`. */
import { Type } from 'typebox';
import { publisherAccount } from '../adapter/families/publisher-account.ts';
import { onlyTagId } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default publisherAccount({
  code: 'advangelists',
  endpoint: 'http://nep.advangelists.com/xp/get?pubid={{.PublisherID}}',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe: 'https://nep.advangelists.com/xp/user-sync?acctid={aid}&&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ pubid: Type.String({ minLength: 8 }), placement: Type.Optional(Type.String()) }),
  imp: [requireParams('pubid'), onlyTagId((p) => p.placement)],
  macros: { PublisherID: ({ params }) => params.pubid },
});
