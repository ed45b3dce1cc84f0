/** Decides which bidders a browser is synced with (implementation A 4; decisions, 'User sync'). */
import type { SyncSignals } from './sync-signals.ts';
import type { BidderFate } from './sync-tally.ts';
import type { CompiledPage } from './sync-url.ts';
import { type SyncType, syncTypes } from './sync-styles.ts';
import type { SyncBidder, Syncers } from './syncers.ts';
import type { TypeFilter } from './type-filter.ts';

/** What the client asks for. `limit` 0 is no limit. */
export interface SyncWish {
  /** The bidders that the client names; empty: all. */
  readonly bidders: ReadonlySet<string>;
  readonly coopSync: boolean;
  readonly limit: number;
  readonly filter: TypeFilter;
  /** True to report why bidders are not synced, including those after the limit. */
  readonly debug: boolean;
}

/** What the choice depends on. */
export interface SyncTerms {
  readonly syncers: Syncers;
  readonly priorityGroups: readonly (readonly string[])[];
  /** Live ids by sync key. */
  readonly uids: ReadonlyMap<string, unknown>;
  readonly signals: SyncSignals;
  /** Codes, in lower case, of bidders that the account has switched off. */
  readonly switchedOff: ReadonlySet<string>;
  /** Why privacy forbids a sync with the bidder; undefined when it does not. */
  readonly denial: (bidder: SyncBidder) => string | undefined;
  /** A number from 0 up to, but not including, 1. */
  readonly random: () => number;
}

/** One bidder to sync, under the name that the client used. */
export interface Sync extends BidderFate {
  readonly bidder: string;
  readonly type: SyncType;
  readonly page: CompiledPage;
}

/** Why a bidder is not synced; `code` is '' for a name that no bidder of this host has. */
export interface Rejection extends BidderFate {
  readonly bidder: string;
  readonly error: string;
}

/** The most rejections that are reported. */
const maxRejections = 500;

/** The syncs of one answer, in order, and why other bidders are not synced; those after the limit only with `debug`. */
export function chooseSyncs(wish: SyncWish, terms: SyncTerms): { syncs: Sync[]; rejections: Rejection[] } {
  const syncs: Sync[] = [];
  const rejections: Rejection[] = [];
  const keys = new Map<string, string>();
  for (const name of candidates(wish, terms)) {
    const isFull = wish.limit > 0 && syncs.length >= wish.limit;
    if (isFull && !wish.debug) break;
    const found = judge(name, { wish, terms, keys });
    if ('type' in found && !isFull) syncs.push(found);
    else if (rejections.length < maxRejections) rejections.push('type' in found ? overLimit(found, wish) : found);
  }
  return { syncs, rejections };
}

/** The rejection of a sync that exceeds the limit. */
function overLimit({ bidder, code }: Sync, { limit }: SyncWish): Rejection {
  return { bidder, error: `is over the limit of ${limit}`, code, fate: 'passed' };
}

/**
 * The names to consider, in order, each once: the client's; with coop sync, then each priority group and all others. Each part is shuffled.
 */
function candidates({ bidders, coopSync }: SyncWish, { syncers, priorityGroups, random }: SyncTerms): string[] {
  const named = shuffled(bidders, random);
  if (!coopSync) return named.length > 0 ? named : shuffled(syncers.codes, random);
  const others = [...priorityGroups, syncers.codes].flatMap((part) => shuffled(part, random));
  // The client's names are not copied into another set: there may be tens of thousands.
  return [...named, ...[...new Set(others)].filter((name) => !bidders.has(name))];
}

function shuffled(names: Iterable<string>, random: () => number): string[] {
  const mixed = [...names];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}

interface Judging {
  readonly wish: SyncWish;
  readonly terms: SyncTerms;
  /** The keys considered so far, each with its bidder: a key is used up even when its bidder is rejected. */
  readonly keys: Map<string, string>;
}

/** The sync of `name`, or why there is none. */
function judge(name: string, { wish, terms, keys }: Judging): Sync | Rejection {
  const bidder = terms.syncers.find(name);
  const refuse = (error: string, fate: Rejection['fate'] = 'passed'): Rejection => {
    return { bidder: name.slice(0, 64), error, code: bidder?.code ?? '', fate };
  };
  if (bidder === undefined) return refuse('is not a bidder of this host');
  if (bidder.pages.size === 0) return refuse('has no sync configured');
  const first = keys.get(bidder.key);
  if (first !== undefined) return refuse(first === bidder.code ? 'is named twice' : `shares its ids with ${first}`);
  keys.set(bidder.key, bidder.code);
  const type = syncTypes.find((one) => bidder.pages.has(one) && wish.filter(bidder.code, one));
  if (type === undefined) return refuse('is rejected by filterSettings');
  if (terms.uids.has(bidder.key)) return refuse('is already synced', 'live');
  const denial = terms.denial(bidder);
  if (denial !== undefined) return refuse(denial, 'forbidden');
  if (!bidder.isEnabled) return refuse('has user sync disabled on this host');
  if (terms.switchedOff.has(bidder.code.toLowerCase())) return refuse('is disabled for this account');
  if (isSkipped(bidder, terms.signals)) return refuse('is skipped by its skipwhen rule');
  return { bidder: name, code: bidder.code, fate: 'offered', type, page: bidder.pages.get(type)! };
}

function isSkipped({ skipWhen }: SyncBidder, { gdpr, gppSid }: SyncSignals): boolean {
  if (skipWhen.gdpr === true && gdpr === 1) return true;
  return skipWhen.gpp_sid?.some((sid) => gppSid?.includes(sid)) ?? false;
}
