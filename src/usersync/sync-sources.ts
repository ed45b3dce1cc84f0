/**
 * Decides where the sync settings of a configured bidder come from (decisions, 'Aliases', 'User sync'): its own entry, its parent's, or its
 * definition.
 */
import {
  hasPage,
  pagesA,
  pagesB,
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
  const own = settingsOf(sources, code);
  const stated = own?.userSync?.key ?? own?.usersync?.['cookie-family-name'];
  if (stated !== undefined) return stated;
  if (own?.aliasOf !== undefined)
    return hasPage({ ...own.userSync, ...own.usersync }) ? code : syncKey(own.aliasOf, sources);
  const source = sources.known.get(own?.adapter ?? code);
  return source?.facts.sync === undefined ? code : (source.facts.sync.key ?? source.code);
}

/** The sync pages of a configured bidder: its own, then its parent's for an alias, then those of its definition. */
export function syncPages(code: string, sources: SyncSources): SyncPages {
  const own = settingsOf(sources, code);
  const inherited =
    own?.aliasOf === undefined ? knownPages(own?.adapter ?? code, sources.known) : syncPages(own.aliasOf, sources);
  const pages = { ...inherited, ...pagesA(own?.userSync), ...pagesB(own?.usersync) };
  const supportCORS = own?.userSync?.supportCORS;
  return supportCORS === undefined ? pages : withCORS(pages, supportCORS);
}

/** The value that a configured bidder sends as the id of a user it does not know; '' when it sends nothing then. */
export function syncNobody(code: string, sources: SyncSources): string {
  const own = settingsOf(sources, code);
  return sources.known.get(own?.adapter ?? own?.aliasOf ?? code)?.facts.sync?.nobody ?? '';
}

/** Whether and when a configured bidder is synced; an alias without settings follows its parent. */
export function syncRules(code: string, sources: SyncSources): SyncRules {
  const own = settingsOf(sources, code);
  const stated = own?.userSync ?? own?.usersync;
  if (stated !== undefined) return stated;
  return own?.aliasOf === undefined ? { enabled: true } : syncRules(own.aliasOf, sources);
}

/** The code of the bidder whose adapter a configured bidder uses: its parent's, or its own. */
export function syncCore(code: string, sources: SyncSources): string {
  const own = settingsOf(sources, code);
  return own?.aliasOf ?? sources.known.get(own?.adapter ?? code)?.aliasOf ?? code;
}

/** The Global Vendor List id of a configured bidder: stated, or that of the definition with its own code; aliases inherit none. */
export function syncVendorId(code: string, sources: SyncSources): number | undefined {
  const own = settingsOf(sources, code);
  if (own?.gvlVendorId !== undefined || own?.aliasOf !== undefined) return own.gvlVendorId;
  return own?.adapter === undefined || own.adapter === code ? sources.known.get(code)?.facts.gvlVendorId : undefined;
}

function settingsOf({ settings }: SyncSources, code: string): SyncSettings | undefined {
  return Object.hasOwn(settings, code) ? settings[code] : undefined;
}

/** A known alias has its parent's pages unless it has its own. */
function knownPages(code: string, known: SyncSources['known']): SyncPages {
  const own = known.get(code);
  const parent = known.get(own?.aliasOf ?? '');
  return { ...pagesA(parent?.facts.sync), ...pagesA(own?.facts.sync) };
}
