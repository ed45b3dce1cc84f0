/** Decides which parts of `ext.<namespace>` bidders see (decisions, 'What bidders do not see'; spec 4.1.14). */
import { keysByName, type NameOf } from '../../openrtb/bidder-names.ts';
import { isObject, orNone, own, setOwn, without, type JsonObject } from '../../openrtb/json-object.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { servedMaxbids } from '../../openrtb/svc.ts';
import { withChanges } from '../../openrtb/with-changes.ts';

/**
 * Members of `ext.<namespace>` that no bidder sees; one member of `targeting` is put back. `bidadjustments` is hidden entirely, as in A; B
 * shows each bidder the rules that name it.
 */
const hidden = (
  'storedrequest storedauctionresponse profiles cache targeting bidadjustments schains data bidderconfig biddercontrols ' +
  'no-sale nosale events adservertargeting returnallbidstatus'
).split(' ');

/** Members of which a bidder sees only its own entries. */
const entryMembers = ['aliases', 'aliasgvlids', 'bidderparams', 'bidadjustmentfactors', 'multibid'];

/** Members that the shared `ext` lacks, as one list for all requests. */
const notShared = [...hidden, ...entryMembers];

/** What bidders see in place of `ext` (undefined: nothing). */
interface VisibleExt {
  readonly shared: JsonObject | undefined;
  /** The `ext` of one bidder; undefined when it is the shared one. */
  readonly of: (name: string) => JsonObject | undefined;
}

/** Splits `ext` into what all bidders share and each bidder's entries. `ext` is not changed, and is the shared one if nothing is hidden. */
export function hideServiceExt(ext: BidRequest['ext'], namespace: string, nameOf: NameOf): VisibleExt {
  const svc = own(ext, namespace);
  if (ext === undefined || !isObject(svc)) return { shared: ext, of: () => undefined };
  const left = visibleSvc(svc);
  const shared = orNone(withChanges(ext, { [namespace]: orNone(left) }));
  const entries = readEntries(svc, nameOf);
  const of = (name: string): JsonObject | undefined => {
    const mine = entries && ownEntries(entries, name);
    return mine === undefined ? undefined : { ...shared, [namespace]: { ...left, ...mine } };
  };
  return { shared: left === svc ? ext : shared, of };
}

function visibleSvc(svc: JsonObject): JsonObject {
  const targeting = own(svc, 'targeting');
  const category = isObject(targeting) ? own(targeting, 'includebrandcategory') : undefined;
  const left = without(svc, notShared);
  return category === undefined ? left : { ...left, targeting: { includebrandcategory: category } };
}

/** Returns what a map or list contains for one bidder. */
type OwnEntry = (name: string) => unknown;

/** A look-up of one bidder's entries for each such member that is present; undefined when none is. */
function readEntries(svc: JsonObject, nameOf: NameOf): ReadonlyMap<string, OwnEntry> | undefined {
  const present = entryMembers.filter((key) => Object.hasOwn(svc, key));
  if (present.length === 0) return undefined;
  return new Map(
    present.map((key) => {
      if (key === 'multibid') return [key, readMultibid(svc[key])];
      return [key, key === 'bidadjustmentfactors' ? readFactors(svc[key]) : readMap(svc[key], nameOf)];
    }),
  );
}

function ownEntries(entries: ReadonlyMap<string, OwnEntry>, name: string): JsonObject | undefined {
  return orNone(withChanges({}, Object.fromEntries([...entries].map(([key, of]) => [key, of(name)]))));
}

function readMap(all: unknown, nameOf: NameOf): (name: string) => JsonObject | undefined {
  if (!isObject(all)) return () => undefined;
  const keys = keysByName(all, nameOf);
  return (name) => {
    const key = keys.get(name);
    return key === undefined ? undefined : { [key]: all[key] };
  };
}

/** Factors and multibid match names in any case, so a bidder's entries are found by lower case (decisions, 'Factors', 'Multibid'). */
const lowerCase: NameOf = (given) => given.toLowerCase();

/** The bidder's general factor, and its factor under each of `mediatypes`. */
function readFactors(all: unknown): OwnEntry {
  const plain = readMap(all, lowerCase);
  const types = isObject(all) ? own(all, 'mediatypes') : undefined;
  const byName = new Map<string, { [type: string]: unknown }>();
  for (const [type, map] of Object.entries(isObject(types) ? types : {})) {
    if (!isObject(map)) continue;
    for (const [name, key] of keysByName(map, lowerCase)) {
      const mine = byName.get(name) ?? {};
      setOwn(mine, type, { [key]: map[key] });
      byName.set(name, mine);
    }
  }
  return (name) => {
    const key = name.toLowerCase();
    return orNone(withChanges(plain(key) ?? {}, { mediatypes: byName.get(key) }));
  };
}

/** The first usable entry that names the bidder, rewritten to name only that bidder and to ask for no more bids than it gets. */
function readMultibid(all: unknown): OwnEntry {
  const entries = new Map<string, JsonObject>();
  for (const entry of Array.isArray(all) ? (all as unknown[]) : []) {
    if (!isObject(entry) || !Number.isInteger(entry['maxbids'])) continue;
    const served = { ...entry, maxbids: servedMaxbids(entry['maxbids'] as number) };
    const { bidder, bidders } = entry;
    const isOne = typeof bidder === 'string' && bidder !== '';
    const left = without(served, isOne ? ['bidders'] : ['bidders', 'targetbiddercodeprefix']);
    for (const name of isOne ? [bidder] : Array.isArray(bidders) ? (bidders as string[]) : []) {
      const key = name.toLowerCase();
      if (!entries.has(key)) entries.set(key, left);
    }
  }
  return (name) => {
    const entry = entries.get(name.toLowerCase());
    return entry && [{ ...entry, bidder: name }];
  };
}
