/** Flipp: a private protocol, a call for each banner; a user without an id or a permitted key gets a new key in every call. */
import { Type, type Static } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { CallContext } from '../adapter/call-steps.ts';
import type { DecodedBid } from '../adapter/reply-steps.ts';
import { asList, numberAt, textAt, valueAt, wholeAt } from '../adapter/json.ts';
import { badReply, refuseImp } from '../adapter/refusal.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { decodedOf, objectReply, readEach } from '../adapter/steps/object-reply.ts';
import { bannerSizes } from '../adapter/steps/size.ts';
import { isObject, type JsonObject } from '../openrtb/json-object.ts';
import { raiseRegs, raiseUser } from '../openrtb/places.ts';
import { readUrl } from '../openrtb/web-address.ts';
import { readTcString } from '../privacy/tc-string.ts';

const Params = Type.Object({
  publisherNameIdentifier: Type.String({ minLength: 1 }),
  creativeType: Type.String({ enum: ['NativeX', 'DTX'] }),
  siteId: Type.Integer(),
  zoneIds: Type.Optional(Type.Array(Type.Integer())),
  userKey: Type.Optional(Type.String({ format: 'uuid' })),
  ip: Type.Optional(Type.String()),
  options: Type.Optional(
    Type.Object({
      startCompact: Type.Optional(Type.Boolean()),
      dwellExpand: Type.Optional(Type.Boolean()),
      contentCode: Type.Optional(Type.String()),
    }),
  ),
});
type Params = Static<typeof Params>;

/** The ad types by the param `creativeType`. */
const adTypes: ReadonlyMap<string, readonly number[]> = new Map([
  ['NativeX', [4309, 641]],
  ['DTX', [5061]],
]);

/** The default initial heights of an ad in pixels. */
const [compactHeight, standardHeight] = [600, 2400];

/** The bit of purpose 4 in a consent string: personalised ads. */
const purposeFour = 1 << 3;

export default defineBidder({
  code: 'flipp',
  endpoint: 'https://ads-flipp.com/flyer-locator-service/prebid_campaigns',
  capabilities: { site: ['banner'] },
  params: Params,
  imp: [
    requireType('banner'),
    ({ id }, { params: { creativeType = '' } }) =>
      adTypes.has(creativeType) ? null : refuseImp(id, 'creativeType must be NativeX or DTX'),
    ({ id }, { params, request: { device } }) =>
      device?.ip || params.ip ? null : refuseImp(id, 'neither device nor params tell an ip'),
  ],
  batch: 'perImp',
  encode: ({ device, site }, c) => ({
    ip: device?.ip || c.params.ip,
    keywords: (site?.keywords ?? '').split(','),
    placements: [placementOf(c)],
    url: site?.page ?? '',
    user: { key: userKeyOf(c) },
  }),
  headers: ['contentTypePlain', 'ua'],
  note: ({ params }) => ({ startCompact: params.options?.startCompact === true }),
  decode: objectReply((reply, { note }) => {
    const isCompact = valueAt(note, 'startCompact') === true;
    const decisions = reply['decisions'] ?? {};
    if (!isObject(decisions)) return badReply('the reply has decisions that are not an object');
    return decodedOf(readEach(decisions['inline'], 'decisions.inline', (one) => readDecision(one, isCompact)));
  }),
  currency: 'ignored',
});

function placementOf({ params, imps, request: { site } }: CallContext<Params>): object {
  const { publisherNameIdentifier, creativeType, siteId, zoneIds, options = {} } = params;
  const { imp } = imps[0]!;
  const [{ w, h } = { w: 0, h: 0 }] = bannerSizes(imp.banner);
  const contentCode = options.contentCode || contentCodeOf(site?.page);
  return {
    divName: 'inline',
    siteId,
    adTypes: adTypes.get(creativeType),
    zoneIds,
    count: 1,
    prebid: { requestId: imp.id, publisherNameIdentifier, height: h, width: w, creativeType },
    properties: contentCode ? { contentCode } : {},
    options: Object.fromEntries(Object.entries(options).filter(([, value]) => Boolean(value))),
  };
}

/** The content code in the query of the page's URL; '' without one. */
function contentCodeOf(page = ''): string {
  return readUrl(page)?.searchParams.get('flipp-content-code') ?? '';
}

/** The user's id, else the param `userKey` if privacy permits it, else a new key. */
function userKeyOf({ request, params: { userKey }, auction }: CallContext<Params>): string {
  const { user = {}, regs = {}, ext } = request;
  const consent = readTcString(raiseUser(user).consent ?? '');
  const isForbidden =
    regs.coppa === 1 ||
    raiseRegs(regs).gdpr === 1 ||
    valueAt(ext, 'transmitEids') === false ||
    (consent !== undefined && (consent.purposes & purposeFour) === 0);
  return user.id || (!isForbidden && userKey) || auction.mintId();
}

/** Converts one decision to a bid. */
function readDecision(one: JsonObject, isCompact: boolean): DecodedBid {
  const bid = {
    id: String(numberAt(one, 'adId')),
    impid: textAt(one, 'prebid', 'requestId'),
    price: numberAt(one, 'prebid', 'cpm'),
    adm: textAt(one, 'prebid', 'creative'),
    crid: String(numberAt(one, 'creativeId')),
    ...sizeOf(valueAt(asList(one['contents'])[0], 'data'), isCompact),
  };
  return { bid, type: 'banner' };
}

/** The size of an ad, {} if it has no contents. Its initial height depends on whether the imp starts compact. */
function sizeOf(data: unknown, isCompact: boolean): { readonly w?: number; readonly h?: number } {
  if (!isObject(data)) return {};
  const w = wholeAt(data, 'width');
  const stated = wholeAt(data, 'customData', isCompact ? 'compactHeight' : 'standardHeight');
  return { ...(w > 0 && { w }), h: stated || (isCompact ? compactHeight : standardHeight) };
}
