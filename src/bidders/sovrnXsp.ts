/** Sovrn XSP: apps only; the publisher of the last imp's params sells, the zone is the tag. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { badReply, type CallContext } from '../adapter/definition.ts';
import { numberAt, valueAt } from '../adapter/json.ts';
import { within } from '../adapter/steps/any.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { setMtype } from '../adapter/steps/bid.ts';
import { lastParam } from '../adapter/steps/params.ts';
import type { MediaType } from '../openrtb/media-types.ts';

export default defineBidder({
  code: 'sovrnXsp',
  endpoint: 'http://xsp.lijit.com/json/rtb/prebid/server',
  endpointCompression: 'gzip',
  gvlVendorId: 13,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'] },
  params: Type.Object({
    pub_id: Type.String({ minLength: 4 }),
    med_id: Type.Optional(Type.String()),
    zone_id: Type.Optional(Type.String({ minLength: 20 })),
    force_bid: Type.Optional(Type.Boolean()),
  }),
  imp: [tagId((p) => p.zone_id)],
  body: [
    within('app', ({ id, publisher }, { imps }: CallContext<Params>) => {
      const { pub_id: sellerId } = imps.at(-1)!.params;
      return {
        id: lastParam(imps, (p) => p.med_id) || id,
        publisher: { ...publisher, ...(sellerId && { id: sellerId }) },
      };
    }),
  ],
  headers: ['json', 'ortb25'],
  currency: 'ignored',
  bid: [setMtype()],
  mediaType: [
    ({ ext }) => {
      if (valueAt(ext, 'creative_type') === undefined) return undefined;
      const number = numberAt(ext, 'creative_type');
      return kinds[number] ?? badReply(`a bid has the unknown creative_type ${number}`);
    },
    mtypeOf('banner', 'video', 'native'),
    // A banner's number, 0, may go unsaid.
    ({ ext }) => (ext === undefined ? undefined : 'banner'),
  ],
});

/** The params as far as they name an app. */
interface Params {
  readonly pub_id?: string;
  readonly med_id?: string;
}

/** Media types by `bid.ext.creative_type`. */
const kinds: readonly MediaType[] = ['banner', 'video', 'native'];
