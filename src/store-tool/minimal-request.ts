/** The least live request that a stored request or imp can be judged with: it adds only what the stored text leaves to the page. */
import { mediaTypes } from '../openrtb/media-types.ts';
import { isObject, own, type JsonObject } from '../openrtb/merge-patch.ts';
import type { StoredKey } from '../stored/store.ts';

/** The id of a stored response that stands in for bidders, and of an account, where the stored text leaves them to the page. */
export const standInId = 'gavel store validate';

/** Its text: one seat with one bid. */
export const standInText = '[{"seat":"validate","bid":[{"id":"1","price":1,"crid":"1","adm":"-","w":300,"h":250}]}]';

/** A request that needs nothing stored, and asks for no bidder. */
export function bareRequest(namespace: string): JsonObject {
  return { id: 'validate', imp: [bareImp(namespace)], site };
}

/** The live request for the stored text `value` under `key`, a request or an imp. */
export function minimalRequest(key: StoredKey, value: JsonObject, namespace: string): JsonObject {
  const named = { [namespace]: { storedrequest: { id: key.id } } };
  if (key.kind === 'imps') return { id: 'validate', imp: [minimalImp(value, named, namespace)], site };
  const hasPlace = ['site', 'app', 'dooh'].some((place) => isObject(own(value, place)));
  const imps = own(value, 'imp');
  const hasImps = Array.isArray(imps) && imps.length > 0;
  return {
    id: 'validate',
    ...(!hasImps && { imp: [bareImp(namespace)] }),
    ...(!hasPlace && { site }),
    ext: named,
  };
}

const site = { page: 'https://validate.example/', publisher: { id: standInId } };
const size = { w: 300, h: 250 };
const standIn = { storedauctionresponse: { id: standInId } };

function bareImp(namespace: string): JsonObject {
  return { id: '1', banner: size, ext: { [namespace]: standIn } };
}

function minimalImp(value: JsonObject, named: JsonObject, namespace: string): JsonObject {
  const ext = own(value, 'ext');
  const svc = isObject(ext) ? own(ext, namespace) : undefined;
  const hasMedia = mediaTypes.some((type) => own(value, type) !== undefined);
  // Bidders may stand beside the service's own member, too.
  const members = isObject(ext) ? Object.keys(ext).filter((name) => name !== namespace) : [];
  const hasBidders =
    isObject(svc) &&
    ['bidder', 'storedauctionresponse', 'storedbidresponse'].some((name) => own(svc, name) !== undefined);
  const adds = hasBidders || members.length > 0 ? {} : standIn;
  return {
    id: '1',
    ...(!hasMedia && { banner: size }),
    ext: { [namespace]: { ...(named[namespace] as object), ...adds } },
  };
}
