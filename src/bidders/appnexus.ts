/** Xandr (AppNexus): ten imps to a call; params go to `ext.appnexus` in its own words, bids tell media type and category by number. */
import { Type, type Static } from 'typebox';
import type { AuctionFacts } from '../adapter/contract.ts';
import { defineBidder } from '../adapter/define-bidder.ts';
import { badReply, refuse, type CallContext, type Refusal, type SharedRequest } from '../adapter/definition.ts';
import { numberAt, valueAt } from '../adapter/json.ts';
import { Keywords, keywordText } from '../adapter/keywords.ts';
import { within } from '../adapter/steps/any.ts';
import { addToExt } from '../adapter/steps/body.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { bannerSize, displayManager, impExt, tagId } from '../adapter/steps/imp.ts';
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

/** Media types by `bid_ad_type`. */
const types = ['banner', 'video', 'audio', 'native'] as const;

/** Categories of the IAB by `brand_category_id`. */
const categories: { readonly [id: number]: string } = { 1: 'IAB20-3', 9: 'IAB5-1' };

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
    (_, { imps }) => sameMember(imps.map(({ params }) => params)),
    addToExt(({ request }) => {
      const schain = valueAt(request.source, 'ext', 'schain');
      return schain === undefined ? {} : { schain };
    }),
    within('source', ({ ext }) => (ext === undefined ? null : { ext: orNone(without(ext, ['schain'])) })),
    (request, c) => addToExt(() => ({ appnexus: requestPart(request, c) }))(request, c),
  ],
  url: (endpoint, { params: { member = '' } }) => (member === '' ? endpoint : addQuery(endpoint, 'member_id', member)),
  headers: ['json'],
  mediaType: [
    ({ ext }) => types[numberAt(ext, 'appnexus', 'bid_ad_type')] ?? badReply('a bid has an unknown bid_ad_type'),
  ],
  bid: [
    ({ ext, cat = [] }) => {
      const category = categories[numberAt(ext, 'appnexus', 'brand_category_id')];
      if (category !== undefined) return { cat: [category] };
      return cat.length > 1 ? { cat: undefined } : null;
    },
  ],
  video: ({ ext }) => ({ duration: numberAt(ext, 'appnexus', 'creative_info', 'video', 'duration') }),
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
function requestPart({ ext }: SharedRequest, { params, auction }: CallContext<Params>): object {
  const { entryPoint, namespace } = auction;
  const wantsCategory = valueAt(ext, namespace, 'targeting', 'includebrandcategory') !== undefined;
  return {
    ...(valueAt(ext, 'appnexus') as object | undefined),
    hb_source: entryPoint === 'video' ? 6 : 5,
    ...(entryPoint === 'amp' && { is_amp: 1 }),
    ...(wantsCategory && { brand_category_uniqueness: true, include_brand_category: true }),
    ...(inPods(params, auction) && { adpod_id: String(auction.randomInteger()) }),
  };
}

function inPods({ generate_ad_pod_id }: Params, { entryPoint }: AuctionFacts): boolean {
  return entryPoint === 'video' && generate_ad_pod_id === true;
}

/** The pod of an imp id such as `2_1`. */
function podOf(impid = ''): string {
  return impid.split('_')[0]!;
}

function sameMember(all: readonly Params[]): Refusal | null {
  const members = new Set(all.flatMap(({ member }) => (member === undefined ? [] : [String(member)])));
  return members.size > 1 ? refuse('the imps of a call name several members: give all the same') : null;
}

function orNone<T extends object>(object: T): T | undefined {
  return Object.keys(object).length === 0 ? undefined : object;
}
