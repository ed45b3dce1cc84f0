/** BidMachine: a call for each imp to the seller's path; rewarded imps block skippable ads. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { ImpContext } from '../adapter/call-steps.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { refuseCall } from '../adapter/refusal.ts';
import { within } from '../adapter/steps/any.ts';
import { isRewarded } from '../adapter/steps/imp.ts';
import { requireBannerSize } from '../adapter/steps/size.ts';
import { pathSegment, pathSegments } from '../adapter/url.ts';
import type { Imp } from '../openrtb/imp.ts';

export default defineBidder({
  code: 'bidmachine',
  endpoint: 'https://{{.Host}}.bidmachine.io',
  gvlVendorId: 736,
  capabilities: { app: ['banner', 'video'] },
  params: Type.Object({
    host: Type.String({ minLength: 1, pattern: '^[a-zA-Z0-9.-]+(:[0-9]+)?$' }),
    path: Type.String({ minLength: 1 }),
    seller_id: Type.String({ minLength: 1 }),
  }),
  imp: [requireBannerSize(), within('banner', blockSkippable), within('video', blockSkippable)],
  batch: 'perImp',
  macros: { Host: ({ params }) => params.host },
  url: (endpoint, c) => {
    const { path = '', seller_id = '' } = c.params;
    const [segments, seller] = [pathSegments(path.replace(/^\/|\/$/g, '')), pathSegment(seller_id)];
    return segments && seller
      ? `${endpoint}/${segments}/${seller}`
      : refuseCall(
          c,
          'the params path and seller_id are not a path: give names with single slashes between those of path',
        );
  },
  headers: ['jsonPlain', 'ortb25'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video')],
});

/** The creative attribute of skippable ads (OpenRTB 5.3). */
const skippable = 16;

/** Blocks skippable ads in a rewarded imp. */
function blockSkippable(
  { battr = [] }: { readonly battr?: number[] },
  c: ImpContext,
  imp: Imp,
): { battr: number[] } | null {
  return isRewarded(imp, c) ? { battr: [...new Set([...battr, skippable])] } : null;
}
