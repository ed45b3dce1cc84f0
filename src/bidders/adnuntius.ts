/** Adnuntius: a private protocol, a call for each network; an ad unit for each media type of an imp, whose highest bid wins. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { ShapedImp, SharedRequest } from '../adapter/call-steps.ts';
import { asList, objectAt, textAt, textsOf, valueAt } from '../adapter/json.ts';
import { decodeAdUnits } from '../adapter/protocols/adnuntius.ts';
import { refuseImp } from '../adapter/refusal.ts';
import { setMtype } from '../adapter/steps/bid.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { objectReply } from '../adapter/steps/object-reply.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { bannerSizes } from '../adapter/steps/size.ts';
import { withQuery } from '../adapter/url.ts';
import { isObject, type JsonObject } from '../openrtb/json-object.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { raiseRegs, raiseUser } from '../openrtb/places.ts';

/** The params of an imp that describe its ad unit. */
interface Params {
  readonly auId: string;
  readonly maxDeals?: number;
  readonly noCookies?: boolean;
  readonly targeting?: unknown;
}

/** The members of the param `targeting` that are lists of strings. */
const targetingLists = ['c', 'segments', 'keywords', 'auml'];

export default defineBidder({
  code: 'adnuntius',
  endpoint: 'https://ads.adnuntius.delivery/i',
  extraInfo: 'https://europe.delivery.adnuntius.com/i',
  gvlVendorId: 855,
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  params: Type.Object({
    auId: Type.String(),
    maxDeals: Type.Optional(Type.Integer()),
    network: Type.Optional(Type.String()),
    noCookies: Type.Optional(Type.Boolean()),
    bidType: Type.Optional(Type.String()),
  }),
  ready: ({ extraInfo }) => {
    if (extraInfo === '') return undefined;
    if (URL.canParse(extraInfo)) return { endpoint: extraInfo, host: new URL(extraInfo).hostname };
    throw new Error('extraInfo must be the URL for requests to which the GDPR applies');
  },
  imp: [
    requireType('banner', 'native'),
    requireParams('auId'),
    ({ id, native }) =>
      native === undefined || isObject(parsedJson(native.request ?? ''))
        ? null
        : refuseImp(id, 'native.request is not a JSON object'),
  ],
  batch: { by: ({ params }) => params.network ?? '' },
  encode: ({ site, user }, { imps }) => ({
    adUnits: imps.flatMap(adUnitsOf),
    context: site?.page || 'unknown',
    metaData: { usi: user?.id || undefined },
    kv: valueAt(site?.ext, 'data'),
  }),
  url: (endpoint, { request, imps, ready }) => {
    const gdpr = gdprOf(request);
    const noCookies = request.device?.ext?.['noCookies'] === true || imps.some(({ params }) => params.noCookies);
    return withQuery(gdpr === undefined ? endpoint : (ready?.endpoint ?? endpoint), {
      format: 'prebidServer',
      // Offset from UTC in minutes: the server always uses UTC.
      tzo: 0,
      gdpr,
      consentString: textAt(raiseUser(request.user ?? {}), 'consent') || undefined,
      eids: eidsOf(request),
      noCookies: noCookies || undefined,
    });
  },
  admitsHost: (host, _, ready) => host === ready?.host,
  headers: ['json', 'ua', 'ipv4'],
  note: ({ request, imps }) => ({
    bidTypes: Object.fromEntries(imps.map(({ imp, params }) => [imp.id ?? '', params.bidType ?? ''])),
    wantsDsa: request.regs?.ext?.['dsa'] !== undefined,
  }),
  decode: objectReply(decodeAdUnits),
  bid: [setMtype()],
});

/** An ad unit for each media type of the imp; its `targetId` names the imp and the media type. */
function adUnitsOf({
  imp: { id = '', banner, native },
  params: { auId, maxDeals = 0, targeting },
}: ShapedImp<Params>): object[] {
  const shared = { auId, ...(maxDeals > 0 && { maxDeals }), ...targetingOf(targeting) };
  const dimensions = bannerSizes(banner).map(({ w, h }) => [w, h]);
  return [
    ...(banner ? [{ ...shared, targetId: `${auId}-${id}:banner`, nativeRequest: {}, dimensions }] : []),
    ...(native
      ? [
          {
            ...shared,
            targetId: `${auId}-${id}:native`,
            adType: 'NATIVE',
            nativeRequest: { ortb: parsedJson(native.request ?? '') },
          },
        ]
      : []),
  ];
}

/** The param `targeting` without empty or malformed members. */
function targetingOf(targeting: unknown): JsonObject {
  if (!isObject(targeting)) return {};
  const kv = listsOf(targeting['kv'], Object.keys(objectAt(targeting, 'kv')));
  return { ...listsOf(targeting, targetingLists), ...(Object.keys(kv).length > 0 && { kv }) };
}

/** The members of these names that are lists with strings, each reduced to its strings. */
function listsOf(value: unknown, names: readonly string[]): JsonObject {
  const lists = names.map((name) => [name, textsOf(valueAt(value, name))] as const);
  return Object.fromEntries(lists.filter(([, texts]) => texts.length > 0));
}

/** `regs.gdpr` or `regs.ext.gdpr`; undefined if neither is 0 or 1. */
function gdprOf({ regs = {} }: SharedRequest): 0 | 1 | undefined {
  const { gdpr } = raiseRegs(regs);
  return gdpr === 0 || gdpr === 1 ? gdpr : undefined;
}

/** The eids of the user as JSON text; undefined without any. */
function eidsOf({ user = {} }: SharedRequest): string | undefined {
  const eids = asList(raiseUser(user).eids);
  return eids.length > 0 ? JSON.stringify(eids) : undefined;
}
