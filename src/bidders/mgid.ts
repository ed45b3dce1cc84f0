/** MGID: the account is the last path segment; `tagid` is placement and imp id; floor and currency each have two param names. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuseCall } from '../adapter/refusal.ts';
import { typeAt } from '../adapter/steps/bid-type.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { firstParam } from '../adapter/steps/params.ts';
import { pathSegment } from '../adapter/url.ts';

/** The default `tmax`. */
const defaultTmaxMs = 200;

export default defineBidder({
  code: 'mgid',
  endpoint: 'https://prebid.mgid.com/prebid/',
  gvlVendorId: 358,
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  sync: { redirect: 'https://cm.mgid.com/m?cdsp=363893&adu={{.RedirectURL}}', userMacro: '{muidn}' },
  params: Type.Object({
    accountId: Type.String(),
    placementId: Type.Optional(Type.String()),
    cur: Type.Optional(Type.String()),
    currency: Type.Optional(Type.String()),
    bidfloor: Type.Optional(Type.Number()),
    bidFloor: Type.Optional(Type.Number()),
  }),
  imp: [
    ({ id = '' }, { params }) => ({ tagid: params.placementId ? `${params.placementId}/${id}` : id }),
    floorOf((p) => ((p.bidfloor ?? 0) > 0 ? p.bidfloor : p.bidFloor)),
    (_, { params }) => {
      const cur = [params.currency, params.cur].find((one) => one && one !== 'USD');
      return cur === undefined ? null : { bidfloorcur: cur };
    },
  ],
  onImpError: 'abort',
  body: [({ tmax }) => (tmax ? null : { tmax: defaultTmaxMs })],
  url: (endpoint, c) => {
    const account = pathSegment(firstParam(c.imps, (p) => p.accountId) ?? '');
    return account
      ? `${endpoint}${account}`
      : refuseCall(c, 'the params have no accountId that can be a part of a path');
  },
  headers: ['json'],
  mediaType: [typeAt('ext', 'crtype'), 'banner'],
});
