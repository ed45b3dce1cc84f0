/** Xandr (AppNexus): ten imps to a call; params go to `ext.appnexus` in its own words, bids tell media type and category by number. */
import { Type, type Static } from 'typebox';
import type { AuctionFacts } from '../adapter/contract.ts';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuse, type CallContext, type SharedRequest } from '../adapter/definition.ts';
import { valueAt } from '../adapter/json.ts';
import { Keywords, keywordText } from '../adapter/keywords.ts';
import { within } from '../adapter/steps/any.ts';
import { addToExt } from '../adapter/steps/body.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { bannerSize, displayManager, impExt, tagId } from '../adapter/steps/imp.ts';
import { sameParam } from '../adapter/steps/require.ts';
import { xandrCategory, xandrDealPriority, xandrPart, xandrType, xandrVideo } from '../adapter/steps/xandr.ts';
import { addQuery } from '../adapter/url.ts';
import { without } from '../openrtb/merge-patch.ts';

const Params = Type.Object(
  {
    placement_id: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
    placementId: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
    inv_code: Type.Optional(Type.String()),
    invCode: Type.Optional(Type.String()),
    member: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
    keywords: Type.Optional(Keywords),
    traffic_source_code: Type.Optional(Type.String()),
    trafficSourceCode: Type.Optional(Type.String()),
    reserve: Type.Optional(Type.Number()),
    position: Type.Optional(Type.String({ enum: ['above', 'below'] })),
    use_pmt_rule: Type.Optional(Type.Boolean()),
    use_payment_rule: Type.Optional(Type.Boolean()),
    generate_ad_pod_id: Type.Optional(Type.Boolean()),
    private_sizes: Type.Optional(Type.Array(Type.Object({ w: Type.Integer(), h: Type.Integer() }))),
    ext_inv_code: Type.Optional(Type.String()),
    external_imp_id: Type.Optional(Type.String()),
  },
  {
    oneOf: [
      { oneOf: [{ required: ['placementId'] }, { required: ['placement_id'] }] },
      { oneOf: [{ required: ['invCode', 'member'] }, { required: ['inv_code', 'member'] }] },
    ],
    not: { required: ['placementId', 'invCode', 'member'] },
  },
);
type Params = Static<typeof Params>;

/** OpenRTB positions by `position`. */
const positions = new Map([
  ['above', 1],
  ['below', 3],
]);

export default defineBidder({
  code: 'appnexus',
  endpoint: 'http://ib.adnxs.com/openrtb2',
  gvlVendorId: 32,
  platformId: '5',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: { key: 'adnxs', redirect: 'https://ib.adnxs.com/getuid?{{.RedirectURL}}', userMacro: '$UID' },
  params: Params,
  imp: [
    (_, { params: p }) =>
      p.placementId || p.placement_id || ((p.invCode || p.inv_code) && p.member)
        ? null
        : refuse('the params name neither a placement nor an inventory code with its member'),
    tagId((p) => p.inv_code || p.invCode),
    floorOf((p) => p.reserve, { when: 'ifNone' }),
    displayManager({ split: false }),
    bannerSize(),
    ({ banner }, { params }) => {
      const pos = positions.get(params.position ?? '');
      return banner === undefined || pos === undefined ? null : { banner: { ...banner, pos } };
    },
    impExt((p, { ext }) => ({ appnexus: impPart(p), gpid: ext?.['gpid'] })),
  ],
  batch: { by: ({ imp, params }, { auction }) => (inPods(params, auction) ? podOf(imp.id) : ''), chunk: 10 },
  body: [
    sameParam('member', (p) => p.member),
    addToExt(({ request }) => {
      const schain = valueAt(request.source, 'ext', 'schain');
      return schain === undefined ? {} : { schain };
    }),
    within('source', ({ ext }) => (ext === undefined ? null : { ext: orNone(without(ext, ['schain'])) })),
    (request, c) => addToExt(() => ({ appnexus: requestPart(request, c) }))(request, c),
  ],
  url: (endpoint, { params: { member = '' } }) => (member === '' ? endpoint : addQuery(endpoint, 'member_id', member)),
  headers: ['json'],
  mediaType: [xandrType],
  bid: [xandrCategory],
  video: xandrVideo,
  dealpriority: xandrDealPriority,
});

function impPart(p: Params): object {
  return {
    placement_id: Number(p.placement_id ?? p.placementId) || undefined,
    keywords: keywordText(p.keywords) || undefined,
    traffic_source_code: p.traffic_source_code || p.trafficSourceCode || undefined,
    use_pmt_rule: p.use_pmt_rule ?? p.use_payment_rule,
    private_sizes: p.private_sizes,
    ext_inv_code: p.ext_inv_code || undefined,
    external_imp_id: p.external_imp_id || undefined,
  };
}

/** What stands at `ext.appnexus` of the request: who asks, from where, and how categories and pods are to be told apart. */
function requestPart(request: SharedRequest, c: CallContext<Params>): object {
  const part = xandrPart(request, c, c.auction.entryPoint === 'video' ? 6 : 5);
  return inPods(c.params, c.auction) ? { ...part, adpod_id: String(c.auction.randomInteger()) } : part;
}

function inPods({ generate_ad_pod_id }: Params, { entryPoint }: AuctionFacts): boolean {
  return entryPoint === 'video' && generate_ad_pod_id === true;
}

/** The pod of an imp id such as `2_1`. */
function podOf(impid = ''): string {
  return impid.split('_')[0]!;
}

function orNone<T extends object>(object: T): T | undefined {
  return Object.keys(object).length === 0 ? undefined : object;
}
