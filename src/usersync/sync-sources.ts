/**
 * Decides where the sync settings of a configured bidder come from (decisions, 'Aliases', 'User sync'): its own entry, its parent's, or its
 * definition.
 */
import {
  hasPage,
  pagesA,
  pagesB,
  returningTo,
  withCORS,
  type StyleA,
  type StyleB,
  type SyncFacts,
  type SyncPages,
  type SyncRules,
} from './sync-styles.ts';

/** The sync settings in one entry of `bidders`. */
export interface SyncSettings {
  readonly enabled: boolean;
  readonly adapter?: string;
  readonly aliasOf?: string;
  readonly gvlVendorId?: number;
  readonly userSync?: StyleA;
  readonly usersync?: StyleB;
}

/** The definition of a bidder that this version knows. */
export interface KnownSync {
  readonly code: string;
  readonly aliasOf: string | undefined;
  readonly facts: { readonly sync?: SyncFacts; readonly gvlVendorId?: number };
}

/** The sources of sync settings: configured entries by code (aliases never name other aliases), and this version's definitions by code. */
export interface SyncSources {
  readonly settings: { readonly [code: string]: SyncSettings };
  readonly known: ReadonlyMap<string, KnownSync>;
}

/**
 * The key of a configured bidder in the `uids` cookie: the one it states; for an alias without pages of its own, its parent's; the
 * definition's; else the bidder's code.
 */
export function syncKey(code: string, sources: SyncSources): string {
  const entry = settingsOf(sources, code);
  const stated = entry?.userSync?.key ?? entry?.usersync?.['cookie-family-name'];
  if (stated !== undefined) return stated;
  if (entry?.aliasOf !== undefined)
    return hasPage({ ...entry.userSync, ...entry.usersync }) ? code : syncKey(entry.aliasOf, sources);
  const source = sources.known.get(entry?.adapter ?? code);
  return source?.facts.sync === undefined ? code : (source.facts.sync.key ?? source.code);
}

/** The sync pages of a configured bidder: its own, then its parent's for an alias, then those of its definition. */
export function syncPages(code: string, sources: SyncSources): SyncPages {
  const entry = settingsOf(sources, code);
  const inherited =
    entry?.aliasOf === undefined
      ? knownPages(entry?.adapter ?? code, sources.known)
      : inheritedPages(code, entry.aliasOf, sources);
  const pages = { ...inherited, ...pagesA(entry?.userSync), ...pagesB(entry?.usersync) };
  const supportCORS = entry?.userSync?.supportCORS;
  return supportCORS === undefined ? pages : withCORS(pages, supportCORS);
}

/** The pages of an alias's parent; where the alias has a key of its own, ids return to the alias. */
function inheritedPages(code: string, parent: string, sources: SyncSources): SyncPages {
  const pages = syncPages(parent, sources);
  return syncKey(code, sources) === syncKey(parent, sources) ? pages : returningTo(pages, code);
}

/** The value that a configured bidder sends as the id of a user it does not know; '' when it sends nothing then. */
export function syncNobody(code: string, sources: SyncSources): string {
  const entry = settingsOf(sources, code);
  return sources.known.get(entry?.adapter ?? entry?.aliasOf ?? code)?.facts.sync?.nobody ?? '';
}

/** Whether and when a configured bidder is synced; an alias without settings follows its parent. */
export function syncRules(code: string, sources: SyncSources): SyncRules {
  const entry = settingsOf(sources, code);
  const stated = entry?.userSync ?? entry?.usersync;
  if (stated !== undefined) return stated;
  return entry?.aliasOf === undefined ? { enabled: true } : syncRules(entry.aliasOf, sources);
}

/** The code of the bidder whose adapter a configured bidder uses: its parent's, or its own. */
export function syncCore(code: string, sources: SyncSources): string {
  const entry = settingsOf(sources, code);
  return entry?.aliasOf ?? sources.known.get(entry?.adapter ?? code)?.aliasOf ?? code;
}

/** The Global Vendor List id of a configured bidder: stated, or that of the definition with its own code; aliases inherit none. */
export function syncVendorId(code: string, sources: SyncSources): number | undefined {
  const entry = settingsOf(sources, code);
  if (entry?.gvlVendorId !== undefined || entry?.aliasOf !== undefined) return entry.gvlVendorId;
  return entry?.adapter === undefined || entry.adapter === code
    ? sources.known.get(code)?.facts.gvlVendorId
    : undefined;
}

function settingsOf({ settings }: SyncSources, code: string): SyncSettings | undefined {
  return Object.hasOwn(settings, code) ? settings[code] : undefined;
}

/** A known alias has its parent's pages unless it has its own. */
function knownPages(code: string, known: SyncSources['known']): SyncPages {
  const definition = known.get(code);
  const parent = known.get(definition?.aliasOf ?? '');
  return { ...pagesA(parent?.facts.sync), ...pagesA(definition?.facts.sync) };
}
