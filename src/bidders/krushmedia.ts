/** Krushmedia: the key goes in the URL; headers carry the browser's language and do-not-track flag. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';
import { bothWays } from '../adapter/families/placement-or-endpoint.ts';

export default accountEndpoint({
  code: 'krushmedia',
  endpoint: 'http://ads4.krushmedia.com/?c=rtb&m=req&key={{.AccountID}}',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: bothWays('cs.krushmedia.com'),
  params: Type.Object({ key: Type.String() }),
  macros: { AccountID: ({ params }) => params.key },
  headers: ['json', 'ortb25', 'ua', 'ipv4', 'language', 'dnt'],
  status: { 503: 'empty' },
});
