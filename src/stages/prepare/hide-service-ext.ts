/** Decides which parts of `ext.<namespace>` bidders see (decisions, 'What bidders do not see'; spec 4.1.14). */
import { isNamed, keyOf, type NameOf } from '../../openrtb/bidder-names.ts';
import { isObject, own, setOwn, without, type JsonObject } from '../../openrtb/merge-patch.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/** Members of `ext.<namespace>` that no bidder sees; of `targeting` one member is put back. */
const hidden =
  'storedrequest cache targeting schains data bidderconfig no-sale nosale events adservertargeting returnallbidstatus'.split(
    ' ',
  );

/** Maps of which a bidder sees its own entries only. */
const entryMaps = ['aliases', 'aliasgvlids', 'bidderparams'];

const entryMembers = [...entryMaps, 'bidadjustmentfactors', 'multibid'];

/** What bidders see in place of `ext` (undefined: nothing). */
export interface VisibleExt {
  readonly shared: JsonObject | undefined;
  /** That of one bidder, undefined when it is the shared one. */
  readonly of: (name: string) => JsonObject | undefined;
}

/** Splits `ext` into what all bidders share and each bidder's own entries. `ext` is not changed, and is the shared one if it hides nothing. */
export function hideServiceExt(ext: BidRequest['ext'], namespace: string, nameOf: NameOf): VisibleExt {
  const svc = own(ext, namespace);
  if (ext === undefined || !isObject(svc)) return { shared: ext, of: () => undefined };
  const left = visibleSvc(svc);
  const shared = withMembers(ext, { [namespace]: Object.keys(left).length === 0 ? undefined : left });
  const hasEntries = entryMembers.some((key) => Object.hasOwn(svc, key));
  const of = (name: string): JsonObject | undefined => {
    const entries = hasEntries ? ownEntries(svc, name, nameOf) : undefined;
    return entries === undefined ? undefined : { ...shared, [namespace]: { ...left, ...entries } };
  };
  return { shared: left === svc ? ext : shared, of };
}

function visibleSvc(svc: JsonObject): JsonObject {
  const targeting = own(svc, 'targeting');
  const category = isObject(targeting) ? own(targeting, 'includebrandcategory') : undefined;
  const left = without(svc, [...hidden, ...entryMembers]);
  return category === undefined ? left : { ...left, targeting: { includebrandcategory: category } };
}

/** `object` with members set, or removed where undefined; undefined when none is left. */
function withMembers(object: JsonObject, members: JsonObject): JsonObject | undefined {
  const gone = Object.keys(members).filter((key) => members[key] === undefined);
  const changed = without({ ...object, ...members }, gone);
  return Object.keys(changed).length === 0 ? undefined : changed;
}

function ownEntries(svc: JsonObject, name: string, nameOf: NameOf): JsonObject | undefined {
  const entries: { [key: string]: unknown } = {};
  for (const key of entryMaps) entries[key] = ownMember(own(svc, key), name, nameOf);
  entries['bidadjustmentfactors'] = ownFactors(own(svc, 'bidadjustmentfactors'), name, nameOf);
  entries['multibid'] = ownMultibid(own(svc, 'multibid'), name, nameOf);
  return withMembers({}, entries);
}

function ownMember(all: unknown, name: string, nameOf: NameOf): JsonObject | undefined {
  const key = isObject(all) ? keyOf(all, name, nameOf) : undefined;
  return isObject(all) && key !== undefined ? { [key]: all[key] } : undefined;
}

/** The bidder's plain factor, and its factor under each of `mediatypes`. */
function ownFactors(all: unknown, name: string, nameOf: NameOf): JsonObject | undefined {
  if (!isObject(all)) return undefined;
  const byType: { [key: string]: unknown } = {};
  const types = own(all, 'mediatypes');
  for (const [type, factors] of Object.entries(isObject(types) ? types : {})) {
    const factor = ownMember(factors, name, nameOf);
    if (factor !== undefined) setOwn(byType, type, factor);
  }
  const mediatypes = Object.keys(byType).length === 0 ? undefined : byType;
  return withMembers({ ...ownMember(all, name, nameOf) }, { mediatypes });
}

/** The first usable multibid entry that names the bidder, rewritten to name it alone. */
function ownMultibid(all: unknown, name: string, nameOf: NameOf): JsonObject[] | undefined {
  for (const entry of Array.isArray(all) ? (all as unknown[]) : []) {
    if (!isObject(entry) || !Number.isInteger(entry['maxbids'])) continue;
    const { bidder, bidders } = entry;
    if (typeof bidder === 'string' && bidder !== '') {
      if (bidder === name || nameOf(bidder) === name) return [without(entry, ['bidders'])];
    } else if (Array.isArray(bidders) && isNamed(bidders as string[], name, nameOf)) {
      return [{ ...without(entry, ['bidders', 'targetbiddercodeprefix']), bidder: name }];
    }
  }
  return undefined;
}
