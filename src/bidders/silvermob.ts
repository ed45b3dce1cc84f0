/** SilverMob: a call for each imp, with its zone as the last path segment; the param `host`, a region, is the first host label. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuseImp } from '../adapter/refusal.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { aSeat } from '../adapter/steps/seats.ts';

const regions: ReadonlySet<string> = new Set(['eu', 'us', 'apac', 'global']);

export default defineBidder({
  code: 'silvermob',
  endpoint: 'http://{{.Host}}.silvermob.com/marketplace/api/dsp/bid/{{.ZoneID}}',
  capabilities: { app: ['banner', 'video', 'native'] },
  params: Type.Object({ zoneid: Type.String(), host: Type.String() }),
  example: { zoneid: 'example', host: 'us' },
  imp: [
    ({ id }, { params: { host } }) =>
      regions.has(host) ? null : refuseImp(id, `the param host is none of ${[...regions].join(', ')}`),
  ],
  batch: 'perImp',
  macros: { Host: ({ params }) => params.host, ZoneID: ({ params }) => params.zoneid },
  headers: ['json', 'ortb25', 'ua', 'ip'],
  currency: 'ignored',
  decode: aSeat('Empty SeatBid array'),
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
