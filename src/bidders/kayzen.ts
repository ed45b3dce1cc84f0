/** Kayzen: the zone is part of the host, the exchange goes in the query; the first imp is sent without `ext`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { bareFirst } from '../adapter/steps/body.ts';

export default defineBidder({
  code: 'kayzen',
  endpoint: 'https://bids-{{.ZoneID}}.bidder.kayzen.io/?exchange={{.AccountID}}',
  gvlVendorId: 528,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({
    zone: Type.String({ minLength: 1, pattern: '^[a-zA-Z0-9.-]+$' }),
    exchange: Type.String({ minLength: 1 }),
  }),
  body: [bareFirst()],
  macros: { ZoneID: ({ params }) => params.zone, AccountID: ({ params }) => params.exchange },
  headers: ['json'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video', 'native'), 'banner'],
  says: { params: 'Error while unmarshaling bidder extension', reply: 'Bad Server Response' },
});
