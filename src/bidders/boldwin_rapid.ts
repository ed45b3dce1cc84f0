/** Boldwin Rapid: a call for each imp, with publisher and placement in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'boldwin_rapid',
  endpoint: 'https://rtb.beardfleet.com/auction/bid?pid={{.PublisherID}}&tid={{.PlacementID}}',
  capabilities: { app: ['banner', 'video', 'native'] },
  params: Type.Object({ pid: Type.String({ minLength: 1 }), tid: Type.String({ minLength: 1 }) }),
  batch: 'perImp',
  macros: { PublisherID: ({ params }) => params.pid, PlacementID: ({ params }) => params.tid },
  headers: [
    'json',
    'ortb25',
    'ua',
    'ip',
    ({ device }) => ['ip', device?.ip ?? ''],
    (_, { bidder }) => ['host', new URL(bidder.endpoint).host],
  ],
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
