/** Decides which parts of `ext.<namespace>` and `user.ext.<namespace>` bidders see (decisions, 'What bidders do not see'). */
import { isObject, own, setOwn, without, type JsonObject } from '../../openrtb/merge-patch.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/** Members of `ext.<namespace>` that no bidder sees; of `targeting` one member is put back. */
const hidden =
  'storedrequest cache targeting schains data bidderconfig no-sale nosale events adservertargeting returnallbidstatus'.split(
    ' ',
  );

/** Members of which a bidder sees its own entries only. */
const entryMaps = ['aliases', 'aliasgvlids', 'bidderparams', 'bidadjustmentfactors', 'multibid'];

/** The request without `imp` as every bidder may see it, and what one bidder sees in place of `ext`. */
export interface VisibleRequest {
  readonly shared: Omit<BidRequest, 'imp'>;
  /** The `ext` of one bidder, undefined when it is the shared one. */
  readonly extOf: (name: string) => JsonObject | undefined;
}

/** Splits the request into what all bidders share and each bidder's own entries. `request` is not changed. */
export function hideServiceExt(request: BidRequest, namespace: string): VisibleRequest {
  const { imp: _, ...rest } = request;
  const user = visibleUser(request, namespace);
  const svc = own(request.ext, namespace);
  if (!isObject(svc))
    return { shared: user === request.user ? rest : withMember(rest, 'user', user), extOf: () => undefined };
  const left = visibleSvc(svc);
  const ext = visibleExt(request.ext as JsonObject, namespace, left);
  const shared = withMember(withMember(rest, 'user', user), 'ext', ext);
  const extOf = (name: string): JsonObject | undefined => {
    const entries = ownEntries(svc, name);
    return entries === undefined ? undefined : { ...ext, [namespace]: { ...left, ...entries } };
  };
  return { shared, extOf };
}

function withMember<T extends object>(object: T, key: 'user' | 'ext', value: unknown): T {
  return value === undefined ? without(object, [key]) : { ...object, [key]: value };
}

function visibleUser(request: BidRequest, namespace: string): BidRequest['user'] {
  const { user } = request;
  const svc = own(user?.ext, namespace);
  if (user?.ext === undefined || !isObject(svc) || !Object.hasOwn(svc, 'buyeruids')) return user;
  const left = without(svc, ['buyeruids']);
  const ext = Object.keys(left).length === 0 ? without(user.ext, [namespace]) : { ...user.ext, [namespace]: left };
  return Object.keys(ext).length === 0 ? without(user, ['ext']) : { ...user, ext };
}

function visibleSvc(svc: JsonObject): JsonObject {
  const left = without(without(svc, hidden), entryMaps);
  const targeting = own(svc, 'targeting');
  const category = isObject(targeting) ? own(targeting, 'includebrandcategory') : undefined;
  return category === undefined ? left : { ...left, targeting: { includebrandcategory: category } };
}

function visibleExt(ext: JsonObject, namespace: string, left: JsonObject): JsonObject | undefined {
  const visible = Object.keys(left).length === 0 ? without(ext, [namespace]) : { ...ext, [namespace]: left };
  return Object.keys(visible).length === 0 ? undefined : visible;
}

function ownEntries(svc: JsonObject, name: string): JsonObject | undefined {
  const entries: { [key: string]: unknown } = {};
  for (const key of entryMaps) {
    const all = own(svc, key);
    const mine = key === 'multibid' ? ownMultibid(all, name) : ownMember(all, name);
    if (mine !== undefined) entries[key] = mine;
  }
  return Object.keys(entries).length === 0 ? undefined : entries;
}

/** `{[name]: …}`, and for adjustment factors the same under each of `mediatypes`. */
function ownMember(all: unknown, name: string): JsonObject | undefined {
  if (!isObject(all)) return undefined;
  const mine: { [key: string]: unknown } = {};
  if (Object.hasOwn(all, name)) setOwn(mine, name, all[name]);
  const types = own(all, 'mediatypes');
  if (isObject(types) && name !== 'mediatypes') {
    const byType: { [key: string]: unknown } = {};
    for (const [type, factors] of Object.entries(types)) {
      if (isObject(factors) && Object.hasOwn(factors, name)) setOwn(byType, type, { [name]: factors[name] });
    }
    if (Object.keys(byType).length > 0) mine['mediatypes'] = byType;
  }
  return Object.keys(mine).length === 0 ? undefined : mine;
}

/** The first multibid entry that names the bidder, rewritten to name it alone. */
function ownMultibid(all: unknown, name: string): JsonObject[] | undefined {
  if (!Array.isArray(all)) return undefined;
  for (const entry of all as unknown[]) {
    if (!isObject(entry)) continue;
    if (entry['bidder'] === name) return [without(entry, ['bidders'])];
    const listed = entry['bidders'];
    if (entry['bidder'] === undefined && Array.isArray(listed) && listed.includes(name)) {
      return [{ bidder: name, ...without(entry, ['bidders', 'targetbiddercodeprefix']) }];
    }
  }
  return undefined;
}
