/** Reads `filterSettings` of `/cookie_sync` (implementation A 4): which bidders may be synced by iframe, and which by image. */
import { isObject, own } from '../openrtb/json-object.ts';
import { type SyncType, syncTypes } from './sync-styles.ts';

/** True when the client allows this type of sync for `bidder`. */
export type TypeFilter = (bidder: string, type: SyncType) => boolean;

/** The client's names of the types of sync. */
const clientNames: { readonly [type in SyncType]: string } = { iframe: 'iframe', redirect: 'image' };

const anyone = (): boolean => true;

/** The filter in `json` (absent: everything passes); adds its faults to `faults`. */
export function readTypeFilter(json: unknown, faults: string[]): TypeFilter {
  if (json === undefined || json === null) return anyone;
  if (!isObject(json)) {
    faults.push('filterSettings must be an object with iframe or image: correct it, or leave it out');
    return anyone;
  }
  const tests = new Map(
    syncTypes.map((type) => [type, readTest(own(json, clientNames[type]), clientNames[type], faults)]),
  );
  return (bidder, type) => tests.get(type)!(bidder.toLowerCase());
}

type Test = (foldedName: string) => boolean;

function readTest(json: unknown, word: string, faults: string[]): Test {
  if (json === undefined || json === null) return anyone;
  const fault = (what: string): Test => {
    faults.push(`filterSettings.${word}${what}: correct it, or leave filterSettings.${word} out`);
    return anyone;
  };
  if (!isObject(json)) return fault(' must be an object with bidders and filter');
  // Prebid.js sends the page's setting unchanged; in it a missing filter means include.
  const filter = own(json, 'filter') ?? 'include';
  if (filter !== 'include' && filter !== 'exclude') return fault('.filter must be include or exclude');
  const bidders = own(json, 'bidders') ?? '*';
  const includes = filter === 'include';
  if (bidders === '*') return () => includes;
  if (!Array.isArray(bidders) || !bidders.every((one) => typeof one === 'string')) {
    return fault('.bidders must be "*" or an array of bidder codes');
  }
  const named = new Set(bidders.map((one) => one.toLowerCase()));
  return named.has('*') ? () => includes : (name) => named.has(name) === includes;
}
