/** Xandr's platform (AppNexus): up to ten imps per call; params go to `ext.appnexus`; bids state media type and category by number. */
import type { Static, TSchema, TUnsafe } from 'typebox';
import { orNone, without } from '../../openrtb/json-object.ts';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import type { CallContext, ImpStep, SharedRequest } from '../call-steps.ts';
import type { FactOptions } from '../facts.ts';
import { valueAt } from '../json.ts';
import { keywordText, type Keywords } from './xandr-keywords.ts';
import { refuse, refuseImp } from '../refusal.ts';
import { within } from '../steps/any.ts';
import { addToExt } from '../steps/body.ts';
import { floorOf } from '../steps/floor.ts';
import { displayManager, impExt, tagId } from '../steps/imp.ts';
import { bannerSize } from '../steps/size.ts';
import { firstParam } from '../steps/params.ts';
import { sameMember, xandrBids, xandrPart } from './xandr-parts.ts';
import { addQuery } from '../url.ts';
import { inPods, podId, podOf, samePods } from './xandr-pods.ts';

/** What params may hold; some names have two spellings. */
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

/** Defines a bidder on this platform. All imps of a request must have the same member, and either all or none be in pods. */
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
      requirePlacement,
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

const requirePlacement: ImpStep<Params> = ({ id }, { params: p }) => {
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

/** `ext.appnexus` of the request: who calls, which kind of response is wanted, and for imps in a pod its id. */
function requestPart(request: SharedRequest, c: CallContext<Params>): object {
  const part = xandrPart(request, c, sourceOf(c));
  return inPods(c.params, c.auction) ? { ...part, adpod_id: podId(c) } : part;
}

/** The number by which the bidder knows the caller: the host's platform, one more for video requests. */
function sourceOf({ bidder, auction }: CallContext<Params>): number {
  return (Number(bidder.platformId) || 5) + (auction.entryPoint === 'video' ? 1 : 0);
}
