/** Decides what is left of a faulty `multibid` list (spec 4.1.14; implementation B section 2). */
import { warningCode } from '../errors.ts';
import { quoted, type Findings } from './findings.ts';
import type { Multibid } from './svc.ts';

const leastBids = 1;
const mostBids = 9;

/** Who collects warnings, and which names are bidders. */
interface Repair {
  readonly findings: Findings;
  readonly isKnown: (bidder: string) => boolean;
}

/**
 * The entries that can be obeyed: `bidder` wins over `bidders`, a prefix goes with one bidder only, `maxbids` is brought to 1..9,
 * a bidder keeps its first entry (names in any case). The same array when nothing was wrong.
 */
export function repairMultibid(entries: Multibid[], path: string, { findings, isKnown }: Repair): Multibid[] {
  const seen = new Set<string>();
  const kept: Multibid[] = [];
  for (const [index, entry] of entries.entries()) {
    const warn = (text: string): void => findings.warn(warningCode.multibid, `${path}[${index}] ${text}`);
    const whole = withoutConflicts(entry, warn);
    const named = whole?.bidder ? [whole.bidder] : (whole?.bidders ?? []);
    const fresh = named.filter((name) => isFirst(name, seen, warn));
    findings.warnOfUnknown(fresh, path, isKnown);
    if (whole === undefined || fresh.length === 0) continue;
    kept.push(fresh.length === named.length ? whole : { ...whole, bidders: fresh });
  }
  return kept.length === entries.length && kept.every((entry, index) => entry === entries[index]) ? entries : kept;
}

function isFirst(name: string, seen: Set<string>, warn: (text: string) => void): boolean {
  const key = name.toLowerCase();
  if (seen.has(key)) {
    warn(`names ${quoted(name)} again: only its first entry counts`);
    return false;
  }
  seen.add(key);
  return true;
}

/** One entry with its contradictions resolved, `undefined` when it says nothing. */
function withoutConflicts(entry: Multibid, warn: (text: string) => void): Multibid | undefined {
  const { bidder, bidders, maxbids, targetbiddercodeprefix, ...rest } = entry;
  if (!bidder && !bidders?.length) {
    warn('has neither bidder nor bidders: the entry is ignored');
    return undefined;
  }
  if (maxbids === undefined) {
    warn('has no maxbids: the entry is ignored');
    return undefined;
  }
  const clamped = Math.min(Math.max(maxbids, leastBids), mostBids);
  const hasBoth = bidder !== undefined && bidders !== undefined;
  const hasStrayPrefix = !bidder && targetbiddercodeprefix !== undefined;
  if (hasBoth) warn('has both bidder and bidders: bidders is ignored');
  if (hasStrayPrefix) warn('has a targetbiddercodeprefix for several bidders: it is ignored');
  if (clamped !== maxbids) warn(`has maxbids ${maxbids}: ${clamped} is used`);
  if (!hasBoth && !hasStrayPrefix && clamped === maxbids) return entry;
  const whom = bidder ? { bidder } : { bidders: bidders ?? [] };
  const prefix = bidder && targetbiddercodeprefix !== undefined ? { targetbiddercodeprefix } : {};
  return { ...rest, ...whom, ...prefix, maxbids: clamped };
}
