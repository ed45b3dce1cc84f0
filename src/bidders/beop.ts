/** BeOp: the query names a publisher, or a network and its partner. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt } from '../adapter/json.ts';
import { refuseCall } from '../adapter/refusal.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { aSeat } from '../adapter/steps/seats.ts';
import { withQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'beop',
  endpoint: 'https://hb.collectiveaudience.co/rtb/bid',
  endpointCompression: 'gzip',
  gvlVendorId: 666,
  ortbVersion: '2.6',
  capabilities: { site: ['banner', 'video'] },
  params: Type.Object(
    { pid: Type.Optional(Type.String()), nid: Type.Optional(Type.String()), ntpnid: Type.Optional(Type.String()) },
    { oneOf: [{ required: ['pid'] }, { required: ['nid', 'ntpnid'] }] },
  ),
  url: (endpoint, c) => {
    const { params } = c;
    const [pid, nid] = [params.pid || undefined, params.nid || undefined];
    if (!pid && !nid) return refuseCall(c, 'the params have neither pid nor nid');
    return withQuery(endpoint, { pid, nid, nptnid: params.ntpnid || textAt(params, 'nptnid') || undefined });
  },
  headers: ['json'],
  decode: aSeat('Empty SeatBid array', 'Bad Server Response'),
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video')],
});
