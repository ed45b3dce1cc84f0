/** Builds the minimal live request by which a text of the host is judged (issue 7, item 4): it adds only what is left to the page. */
import { reservedNames } from '../openrtb/bidder-names.ts';
import { mediaTypes } from '../openrtb/media-types.ts';
import { isObject, own, without, type JsonObject } from '../openrtb/json-object.ts';
import type { StoredKey } from '../stored/store.ts';

/** The id of the stored response that stands in for bidders, and of the account that stands in for the page's. */
export const standInId = 'gavel store validate';

/** A request that calls no bidder, and names no stored data but the response that stands in for bidders. */
export function bareRequest(namespace: string): JsonObject {
  return { id: 'validate', imp: [bareImp(namespace)], site };
}

/** Who sends a live request. If `account` is undefined, it is the stand-in, unless the stored text has a site, app or dooh of its own. */
export interface Page {
  readonly namespace: string;
  readonly account?: string | undefined;
}

/** The live request for the stored text `value` under `key`, a request, an imp or a profile. */
export function minimalRequest(key: StoredKey, value: JsonObject, { namespace, account }: Page): JsonObject {
  if (key.kind === 'profiles') return profiledRequest(key.id, value, namespace);
  const named = { [namespace]: { storedrequest: { id: key.id } } };
  const publisher = { id: account ?? standInId };
  const whole = { site: { ...site, publisher } };
  if (key.kind === 'imps') return { id: 'validate', imp: [minimalImp(value, named, namespace)], ...whole };
  const place = places.find((one) => isObject(own(value, one)));
  const imps = own(value, 'imp');
  const hasImps = Array.isArray(imps) && imps.length > 0;
  return {
    id: 'validate',
    ...(!hasImps && { imp: [bareImp(namespace)] }),
    ...(place === undefined ? whole : account !== undefined && { [place]: { publisher } }),
    ext: named,
  };
}

/** The live request for the profile `id`, sent by its account, with the site, app or dooh that the profile adds to. */
function profiledRequest(id: string, { type, body, accountid = standInId }: JsonObject, namespace: string): JsonObject {
  const part = isObject(body) ? body : {};
  const named = { [namespace]: { profiles: [id] } };
  const place = places.find((name) => isObject(own(part, name))) ?? 'site';
  return {
    id: 'validate',
    imp: [type === 'imp' ? minimalImp(part, named, namespace) : bareImp(namespace)],
    [place]: { ...(place === 'site' && siteOf(own(part, 'site'))), publisher: { id: accountid } },
    ...(type === 'request' && { ext: named }),
  };
}

/** What the page states beside a profile's `site`: its URL, unless the profile has one. If the profile deletes it, an id replaces it. */
function siteOf(part: unknown): JsonObject {
  const page = isObject(part) ? own(part, 'page') : undefined;
  if (page === undefined) return { page: site.page };
  return page === null ? { id: standInId } : {};
}

const places = ['site', 'app', 'dooh'];
const site = { page: 'https://validate.example/', publisher: { id: standInId } };
const size = { w: 300, h: 250 };
const media = { banner: size, video: { mimes: ['video/mp4'] }, audio: { mimes: ['audio/mp4'] } };
const standIn = { storedauctionresponse: { id: standInId } };

function bareImp(namespace: string): JsonObject {
  return { id: '1', banner: size, ext: { [namespace]: standIn } };
}

function minimalImp(value: JsonObject, named: JsonObject, namespace: string): JsonObject {
  const ext = own(value, 'ext');
  const svc = isObject(ext) ? own(ext, namespace) : undefined;
  // Params of bidders may also be directly in `ext`.
  const beside = isObject(ext) && hasParams(without(ext, [namespace, ...reservedNames]));
  const hasBidders =
    isObject(svc) &&
    (hasParams(own(svc, 'bidder')) ||
      ['storedauctionresponse', 'storedbidresponse'].some((name) => own(svc, name) !== undefined));
  const adds = hasBidders || beside ? {} : standIn;
  return {
    id: '1',
    ...mediaFor(value),
    ext: { [namespace]: { ...(named[namespace] as object), ...adds } },
  };
}

/** True for params of some bidder, and for anything wrong in their place. A null means that a bidder is not to be called. */
function hasParams(bidders: unknown): boolean {
  if (isObject(bidders)) return Object.values(bidders).some((params) => params !== null);
  return bidders !== undefined && bidders !== null;
}

/** The media type that the page adds to an imp without one: the first that its text does not delete. */
function mediaFor(value: JsonObject): JsonObject {
  if (mediaTypes.some((type) => (own(value, type) ?? undefined) !== undefined)) return {};
  const type = (['banner', 'video', 'audio'] as const).find((one) => own(value, one) === undefined);
  return type === undefined ? {} : { [type]: media[type] };
}
