/** Kobler: asks for US dollars as well; sends no user and no device IP. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { valueAt } from '../adapter/json.ts';
import { set, within } from '../adapter/steps/any.ts';

/** The endpoint for calls with the param `test`. */
const testEndpoint = 'https://bid-service.dev.essrtb.com/bid/prebid_server_rtb_call';

export default defineBidder({
  code: 'kobler',
  endpoint: 'https://bid.essrtb.com/bid/prebid_server_rtb_call',
  endpointCompression: 'gzip',
  capabilities: { app: ['banner'], site: ['banner'] },
  params: Type.Object({ test: Type.Optional(Type.Boolean()) }),
  readsParams: false,
  imp: [floorIn('USD')],
  body: [
    ({ cur = [] }) => (cur.includes('USD') ? null : { cur: [...cur, 'USD'] }),
    within('device', () => ({ ip: undefined, ipv6: undefined })),
    set({ user: undefined }),
  ],
  url: (endpoint, { params }) => (valueAt(params, 'test') === true ? testEndpoint : endpoint),
  admitsHost: (host) => host === new URL(testEndpoint).host,
  headers: ['contentType'],
  mediaType: ['ext', 'banner'],
});
