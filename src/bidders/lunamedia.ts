/** LunaMedia: the publisher goes in the URL; the placement is the `tagid`. */
import { Type } from 'typebox';
import { publisherAccount } from '../adapter/families/publisher-account.ts';
import { onlyTagId } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default publisherAccount({
  code: 'lunamedia',
  endpoint: 'http://rtb.lunamedia.live/?pid={{.PublisherID}}',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: { iframe: 'https://sync.lunamedia.live/psync?t=s&e=0&cb={{.RedirectURL}}', userMacro: '%USER_ID%' },
  params: Type.Object({ pubid: Type.String({ minLength: 8 }), placement: Type.Optional(Type.String()) }),
  imp: [requireParams('pubid'), onlyTagId((p) => p.placement)],
  macros: { PublisherID: ({ params }) => params.pubid },
});
