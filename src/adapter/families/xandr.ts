/** The platform of Xandr (AppNexus): ten imps to a call; params go to `ext.appnexus` in its own words, bids tell media type and category by number. */
import type { Static, TSchema, TUnsafe } from 'typebox';
import { orNone, without } from '../../openrtb/merge-patch.ts';
import type { AuctionFacts } from '../contract.ts';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import type { CallContext, ImpStep, ImpsCheck, SharedRequest } from '../call-steps.ts';
import type { FactOptions } from '../facts.ts';
import { valueAt } from '../json.ts';
import { keywordText, type Keywords } from '../keywords.ts';
import { refuse, refuseImp } from '../refusal.ts';
import { within } from '../steps/any.ts';
import { addToExt } from '../steps/body.ts';
import { floorOf } from '../steps/floor.ts';
import { bannerSize, displayManager, impExt, tagId } from '../steps/imp.ts';
import { firstParam } from '../steps/params.ts';
import { sameMember, xandrBids, xandrPart } from '../steps/xandr.ts';
import { addQuery } from '../url.ts';

/** What params may hold, whichever spelling a name has. */
interface Params {
  readonly placement_id?: number | string;
  readonly placementId?: number | string;
  readonly inv_code?: string;
  readonly invCode?: string;
  readonly member?: number | string;
  readonly keywords?: Keywords;
  readonly traffic_source_code?: string;
  readonly trafficSourceCode?: string;
  readonly reserve?: number;
  readonly position?: string;
  readonly use_pmt_rule?: boolean;
  readonly use_payment_rule?: boolean;
  readonly generate_ad_pod_id?: boolean;
  readonly private_sizes?: readonly object[];
  readonly ext_inv_code?: string;
  readonly external_imp_id?: string;
}

/** What one bidder of the platform adds: its facts and the schema of its params. */
interface PlatformOptions<P extends TSchema> extends FactOptions {
  readonly code: string;
  readonly params: P;
}

/** OpenRTB positions by `position`. */
const positions = new Map([
  ['above', 1],
  ['below', 3],
]);

/** Makes the definition of a bidder on this platform; all imps of a request must be of one member, and in pods or not. */
export function xandrPlatform<P extends TSchema>(
  options: Static<P> extends Params ? PlatformOptions<P> : never,
): BidderDefinition {
  const { params, ...facts } = options as PlatformOptions<TSchema>;
  return defineBidder({
    endpoint: 'http://ib.adnxs.com/openrtb2',
    capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
    ...facts,
    params: params as TUnsafe<Params>,
    imp: [
      isPlaced,
      tagId((p) => p.inv_code || p.invCode),
      floorOf((p) => p.reserve, { when: 'ifNone' }),
      displayManager({ split: false }),
      bannerSize(),
      bannerPosition,
      impExt((p, { ext }) => ({ appnexus: impPart(p), gpid: ext?.['gpid'] })),
    ],
    together: [sameMember, samePods],
    batch: {
      by: ({ imp, params }, { auction }) => (inPods(params, auction) ? podOf(imp.id) : ''),
      chunk: 10,
    },
    body: [
      schainInExt,
      within('source', ({ ext }) => (ext === undefined ? null : { ext: orNone(without(ext, ['schain'])) })),
      (request, c) => ({ ext: { ...request.ext, appnexus: requestPart(request, c) } }),
    ],
    url: (endpoint, { imps }) => {
      const member = firstParam(imps, (p) => p.member);
      return member === undefined ? endpoint : addQuery(endpoint, 'member_id', member);
    },
    headers: ['json'],
    ...xandrBids,
  });
}

const schainInExt = addToExt<Params, unknown>(({ request }) => {
  const schain = valueAt(request.source, 'ext', 'schain');
  return schain === undefined ? {} : { schain };
});

const isPlaced: ImpStep<Params> = ({ id }, { params: p }) => {
  const placement = p.placement_id || p.placementId;
  if (!placement && !((p.invCode || p.inv_code) && p.member)) return refuse('No placement or member+invcode provided');
  return Number.isSafeInteger(Number(placement || 0))
    ? null
    : refuseImp(id, `the param ${p.placement_id ? 'placement_id' : 'placementId'} must be a whole number`);
};

const bannerPosition: ImpStep<Params> = ({ banner }, { params }) => {
  const pos = positions.get(params.position ?? '');
  return banner === undefined || pos === undefined ? null : { banner: { ...banner, pos } };
};

const samePods: ImpsCheck<Params> = (imps, { auction }) => {
  const inPodsOf = new Set(imps.map(({ params }) => inPods(params, auction)));
  return inPodsOf.size > 1 ? refuse('generate ad pod option should be same for all pods in request') : null;
};

function impPart(p: Params): object {
  return {
    placement_id: Number(p.placement_id || p.placementId) || undefined,
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
  const part = xandrPart(request, c, sourceOf(c));
  return inPods(c.params, c.auction) ? { ...part, adpod_id: podId(c) } : part;
}

/** The ids of each request's pods. A long pod takes several calls, which only its id holds together. */
const podIds = new WeakMap<SharedRequest, Map<string, string>>();

function podId({ request, imps, auction }: CallContext<Params>): string {
  const known = podIds.get(request) ?? new Map<string, string>();
  const pod = podOf(imps[0]?.imp.id);
  const id = known.get(pod) ?? String(auction.randomInteger());
  podIds.set(request, known.set(pod, id));
  return id;
}

/** The number that tells the bidder who asks: the host's platform, one more for video requests. */
function sourceOf({ bidder, auction }: CallContext<Params>): number {
  return (Number(bidder.platformId) || 5) + (auction.entryPoint === 'video' ? 1 : 0);
}

function inPods({ generate_ad_pod_id }: Params, { entryPoint }: AuctionFacts): boolean {
  return entryPoint === 'video' && generate_ad_pod_id === true;
}

/** The pod of an imp id such as `2_1`. */
function podOf(impid = ''): string {
  return impid.split('_')[0]!;
}
