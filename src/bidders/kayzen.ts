/** Kayzen: the zone is part of the host, the exchange stands in the query. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';

export default accountEndpoint({
  code: 'kayzen',
  endpoint: 'https://bids-{{.ZoneID}}.bidder.kayzen.io/?exchange={{.AccountID}}',
  gvlVendorId: 528,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({
    zone: Type.String({ minLength: 1, pattern: '^[a-zA-Z0-9.-]+$' }),
    exchange: Type.String({ minLength: 1 }),
  }),
  macros: { ZoneID: ({ params }) => params.zone, AccountID: ({ params }) => params.exchange },
  headers: ['json'],
});
