/** UNICORN: apps only, and none for children or under GDPR or US privacy; an imp without a placement has the name of its stored request, and `source` says who asks. */
import { Type, type Static } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuse, refuseImp, type Refusal, type SharedRequest } from '../adapter/definition.ts';
import { textAt, valueAt } from '../adapter/json.ts';
import { inventoryId, publisherId } from '../adapter/steps/body.ts';
import type { Imp } from '../openrtb/imp.ts';
import { isObject } from '../openrtb/merge-patch.ts';
import { raiseRegs } from '../openrtb/places.ts';

const params = Type.Object({
  placementId: Type.Optional(Type.String()),
  publisherId: Type.Optional(Type.String()),
  mediaId: Type.Optional(Type.String()),
  accountId: Type.Integer(),
});

export default defineBidder({
  code: 'unicorn',
  endpoint: 'https://ds.uncn.jp/pb/0/bid.json',
  capabilities: { app: ['banner'] },
  params,
  example: { accountId: 1, placementId: 'example' },
  imp: [
    ({ id, ext }, { params, auction }) => {
      const placementId = params.placementId || textAt(ext, auction.namespace, 'storedrequest', 'id');
      if (placementId === '') return refuseImp(id, 'neither params nor a stored request name a placement');
      return {
        tagid: placementId,
        secure: 1,
        ext: { bidder: known({ ...params, placementId }), context: dataOf(ext) },
      };
    },
  ],
  onImpError: 'abort',
  together: [
    (_, { request }) => unserved(request),
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

/** The params that UNICORN knows, as far as they say something. */
function known({ accountId, placementId, publisherId, mediaId }: Static<typeof params>): object {
  return { accountId, placementId, publisherId: publisherId || undefined, mediaId: mediaId || undefined };
}

/** Of the imp's context the data. */
function dataOf(ext: Imp['ext']): object | undefined {
  const context = ext?.['context'];
  return isObject(context) ? { data: context['data'] } : undefined;
}

/** Why UNICORN must not be asked: it knows no protection of privacy. */
function unserved({ regs = {} }: SharedRequest): Refusal | null {
  const { coppa, gdpr, us_privacy: usPrivacy } = raiseRegs(regs);
  if (coppa === 1) return refuse('COPPA is not supported');
  if (gdpr === 1) return refuse('GDPR is not supported');
  return usPrivacy ? refuse('CCPA is not supported') : null;
}
