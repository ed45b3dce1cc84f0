/** Decides which multibid entries count, and for whom (spec 4.1.14; implementation B 2; decisions, 'Multibid'). */
import { quoted } from '../../openrtb/findings.ts';
import { isObject } from '../../openrtb/json-object.ts';
import { mostMaxbids, servedMaxbids } from '../../openrtb/svc.ts';

/** One bidder's limit: `maxbids` from 1 to 9, the prefix '' for none. `bidder` is written as in the entry. */
interface BidderMultibid {
  readonly bidder: string;
  readonly maxbids: number;
  readonly targetbiddercodeprefix: string;
}

/** The limits by lower-case bidder name, and one sentence per entry that was repaired or ignored, at most 20. */
interface ReadMultibid {
  readonly multibid: ReadonlyMap<string, BidderMultibid>;
  readonly warnings: readonly string[];
}

const longestPrefix = 64;
/** The most warnings; a hostile list must not enlarge the answer. */
const mostWarnings = 20;

/**
 * Reads `ext.svc.multibid`, which may be any JSON. A wrong entry is ignored with a warning; the first of a bidder's entries counts.
 * Warnings name the entry at `n` by the client's index `indexes[n]`, or by `n` without `indexes`.
 */
export function readMultibid(entries: unknown, indexes?: readonly number[]): ReadMultibid {
  const multibid = new Map<string, BidderMultibid>();
  const warnings: string[] = [];
  if (entries !== undefined && !Array.isArray(entries)) warnings.push('multibid must be an array: ignored');
  for (const [index, entry] of Array.isArray(entries) ? entries.entries() : []) {
    const path = `multibid[${indexes?.[index] ?? index}]`;
    const warn = (text: string): void => {
      if (warnings.length < mostWarnings) warnings.push(`${path} ${text}`);
    };
    const limits = isObject(entry) ? readEntry(entry, warn) : [];
    if (!isObject(entry)) warn('must be an object: ignored');
    for (const limit of limits) {
      const key = limit.bidder.toLowerCase();
      if (multibid.has(key)) warn(`repeats ${quoted(limit.bidder)}: only the first entry is used`);
      else multibid.set(key, limit);
    }
  }
  return { multibid, warnings };
}

type Entry = {
  readonly bidder?: unknown;
  readonly bidders?: unknown;
  readonly maxbids?: unknown;
  readonly targetbiddercodeprefix?: unknown;
};

function readEntry(entry: Entry, warn: (text: string) => void): BidderMultibid[] {
  const one = isName(entry.bidder) ? [entry.bidder] : undefined;
  const names = one ?? (Array.isArray(entry.bidders) ? entry.bidders.filter(isName) : []);
  if (names.length === 0) {
    warn('names no bidder: ignored, set bidder or bidders');
    return [];
  }
  if (!Number.isInteger(entry.maxbids)) {
    warn(`needs maxbids, a whole number from 1 to ${mostMaxbids}: ignored`);
    return [];
  }
  if (one && entry.bidders !== undefined) warn('has bidder and bidders: bidders is ignored');
  const asked = Number(entry.maxbids);
  const maxbids = servedMaxbids(asked);
  if (maxbids !== asked) warn(`has maxbids ${asked}, outside 1 to ${mostMaxbids}: ${maxbids} is used`);
  const targetbiddercodeprefix = readPrefix(entry.targetbiddercodeprefix, one === undefined, warn);
  return names.map((bidder) => ({ bidder, maxbids, targetbiddercodeprefix }));
}

function readPrefix(prefix: unknown, several: boolean, warn: (text: string) => void): string {
  if (!isName(prefix)) return '';
  if (several) {
    warn('has a targetbiddercodeprefix for several bidders: ignored, use one entry for each bidder');
    return '';
  }
  if (prefix.length > longestPrefix) {
    warn(`has a targetbiddercodeprefix of more than ${longestPrefix} characters: ignored`);
    return '';
  }
  return prefix;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
