/** UNICORN: apps only, never under COPPA, GDPR or US privacy; an imp's stored request may name its placement. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { SharedRequest } from '../adapter/call-steps.ts';
import { textAt, valueAt } from '../adapter/json.ts';
import { refuse, refuseImp, type Refusal } from '../adapter/refusal.ts';
import { inventoryId, publisherId } from '../adapter/steps/body.ts';
import { isObject } from '../openrtb/json-object.ts';
import { raiseRegs } from '../openrtb/places.ts';

export default defineBidder({
  code: 'unicorn',
  endpoint: 'https://ds.uncn.jp/pb/0/bid.json',
  capabilities: { app: ['banner'] },
  params: Type.Object({
    placementId: Type.Optional(Type.String()),
    publisherId: Type.Optional(Type.String()),
    mediaId: Type.Optional(Type.String()),
    accountId: Type.Integer(),
  }),
  example: { accountId: 1, placementId: 'example' },
  imp: [
    ({ id, ext = {} }, { params, auction }) => {
      const placementId = params.placementId || textAt(ext, auction.namespace, 'storedrequest', 'id');
      if (placementId === '') return refuseImp(id, 'neither params nor a stored request name a placement');
      const { context } = ext;
      const { accountId, publisherId, mediaId } = params;
      const bidder = { accountId, placementId, publisherId: publisherId || undefined, mediaId: mediaId || undefined };
      return {
        tagid: placementId,
        secure: 1,
        ext: { bidder, context: isObject(context) ? { data: context['data'] } : undefined },
      };
    },
  ],
  onImpError: 'abort',
  together: [
    (_, { request }) => refuseIfRegulated(request),
    ([first]) => (first?.params.accountId ? null : refuse("UNICORN needs the first imp's accountId")),
  ],
  body: [
    publisherId(({ params }) => params.publisherId),
    inventoryId(({ params }) => params.mediaId),
    ({ source, ext }, { params: { accountId }, auction: { namespace } }) => {
      const storedrequest = valueAt(ext, namespace, 'storedrequest');
      return {
        source: { ...source, ext: { stype: 'prebid_server_uncn', bidder: 'unicorn' } },
        ext: { accountId, ...(storedrequest !== undefined && { [namespace]: { storedrequest } }) },
      };
    },
  ],
  headers: ['json', 'ortb25', 'ua', 'ip'],
  mediaType: ['imp'],
});

/** Refuses requests under COPPA, GDPR or US privacy, none of which UNICORN supports. */
function refuseIfRegulated({ regs = {} }: SharedRequest): Refusal | null {
  const { coppa, gdpr, us_privacy: usPrivacy } = raiseRegs(regs);
  if (coppa === 1) return refuse('COPPA is not supported');
  if (gdpr === 1) return refuse('GDPR is not supported');
  return usPrivacy ? refuse('CCPA is not supported') : null;
}
