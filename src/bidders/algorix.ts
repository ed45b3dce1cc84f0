/** AlgoriX: the first imp's source and token go in the URL, its region in the host; rewarded videos are marked. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { ImpContext } from '../adapter/call-steps.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { within } from '../adapter/steps/any.ts';
import { typeAt } from '../adapter/steps/bid-type.ts';
import { isRewarded } from '../adapter/steps/imp.ts';
import { bannerSize } from '../adapter/steps/size.ts';

export default defineBidder({
  code: 'algorix',
  endpoint: 'https://{{.Host}}.svr-algorix.com/rtb/sa?sid={{.SourceId}}&token={{.AccountID}}',
  gvlVendorId: 1176,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({
    sid: Type.String({ minLength: 1 }),
    token: Type.String({ minLength: 1 }),
    placementId: Type.Optional(Type.String()),
    appId: Type.Optional(Type.String()),
    region: Type.Optional(Type.String({ enum: ['APAC', 'USE', 'EUC'] })),
  }),
  imp: [
    bannerSize(),
    within('video', ({ ext }, c: ImpContext, imp) => (isRewarded(imp, c) ? { ext: { ...ext, rewarded: 1 } } : null)),
  ],
  macros: {
    Host: ({ params }) => hosts.get(params.region ?? '') ?? 'xyz',
    SourceId: ({ params }) => params.sid,
    AccountID: ({ params }) => params.token,
  },
  headers: ['json', 'ortb25'],
  currency: 'ignored',
  mediaType: [typeAt('ext', 'mediaType'), 'onlyImpType', 'adm', typeOfImp('banner', 'native', 'video')],
});

/** The first labels of the host, by region. */
const hosts = new Map([
  ['APAC', 'apac.xyz'],
  ['USE', 'use.xyz'],
  ['EUC', 'euc.xyz'],
]);
