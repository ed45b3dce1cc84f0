/** TradPlus: the first imp's account and zone go in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuseCall } from '../adapter/refusal.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'tradplus',
  endpoint: 'https://{{.ZoneID}}adx.tradplusad.com/{{.AccountID}}/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'native', 'video'] },
  params: Type.Object({
    accountId: Type.String({ minLength: 1 }),
    zoneId: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9.-]*$' })),
  }),
  macros: {
    // A zone is the prefix of one host label, so it has no dots.
    ZoneID: (c) => {
      const { zoneId = '' } = c.params;
      return /^[A-Za-z0-9-]*$/.test(zoneId)
        ? zoneId
        : refuseCall(c, 'the param zoneId must be letters, digits and dashes');
    },
    AccountID: ({ params }) => params.accountId,
  },
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
