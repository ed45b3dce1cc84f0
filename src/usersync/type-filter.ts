/** Reads `filterSettings` of `/cookie_sync` (implementation A 4): which bidders may be synchronised in an iframe, which by an image. */
import { isObject, own } from '../openrtb/merge-patch.ts';
import { type SyncType, syncTypes } from './sync-styles.ts';

/** True when the client lets `bidder` be synchronised in this way. */
export type TypeFilter = (bidder: string, type: SyncType) => boolean;

/** What clients call the ways to synchronise. */
const clientWords: { readonly [type in SyncType]: string } = { iframe: 'iframe', redirect: 'image' };

const anyone = (): boolean => true;

/** The filter that `json` asks for (absent: everything passes); adds to `faults` what is wrong with it. */
export function readTypeFilter(json: unknown, faults: string[]): TypeFilter {
  if (json === undefined || json === null) return anyone;
  if (!isObject(json)) {
    faults.push('filterSettings must be an object with iframe or image: correct it, or leave it out');
    return anyone;
  }
  const tests = new Map(
    syncTypes.map((type) => [type, readTest(own(json, clientWords[type]), clientWords[type], faults)]),
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
  // Prebid.js sends a page's own setting, in which a missing word means include.
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
