/** Decides who states how a configured bidder is synchronised: its own entry, its parent's, or its definition (decisions, 'Aliases', 'User sync'). */
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

/** One entry of the configuration's `bidders`, as far as user sync is concerned. */
export interface SyncSettings {
  readonly enabled: boolean;
  readonly adapter?: string;
  readonly aliasOf?: string;
  readonly gvlVendorId?: number;
  readonly userSync?: StyleA;
  readonly usersync?: StyleB;
}

/** A bidder that this version knows. */
export interface KnownSync {
  readonly code: string;
  readonly aliasOf: string | undefined;
  readonly facts: { readonly sync?: SyncFacts; readonly gvlVendorId?: number };
}

/** Where sync is set: the configuration by code, whose aliases name no alias, and what this version knows by code. */
export interface SyncSources {
  readonly settings: { readonly [code: string]: SyncSettings };
  readonly known: ReadonlyMap<string, KnownSync>;
}

/**
 * The key of a configured bidder in the `uids` cookie: the stated one; for an alias without pages of its own that of its parent;
 * the definition's; the bidder's code.
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

/** The pages of a configured bidder: its own, its parent's for an alias, then those of its definition. */
export function syncPages(code: string, sources: SyncSources): SyncPages {
  const own = settingsOf(sources, code);
  const beneath =
    own?.aliasOf === undefined ? knownPages(own?.adapter ?? code, sources.known) : syncPages(own.aliasOf, sources);
  const pages = { ...beneath, ...pagesA(own?.userSync), ...pagesB(own?.usersync) };
  const supportCORS = own?.userSync?.supportCORS;
  return supportCORS === undefined ? pages : withCORS(pages, supportCORS);
}

/** What a configured bidder sends as the id of a user whom it does not know; '' when it says nothing then. */
export function syncNobody(code: string, sources: SyncSources): string {
  const own = settingsOf(sources, code);
  return sources.known.get(own?.adapter ?? own?.aliasOf ?? code)?.facts.sync?.nobody ?? '';
}

/** Whether and when a configured bidder is synchronised; an alias that states nothing follows its parent. */
export function syncRules(code: string, sources: SyncSources): SyncRules {
  const own = settingsOf(sources, code);
  const stated = own?.userSync ?? own?.usersync;
  if (stated !== undefined) return stated;
  return own?.aliasOf === undefined ? { enabled: true } : syncRules(own.aliasOf, sources);
}

/** The bidder whose adapter a configured bidder shares: its own code, or that of its parent. */
export function syncCore(code: string, sources: SyncSources): string {
  const own = settingsOf(sources, code);
  return own?.aliasOf ?? sources.known.get(own?.adapter ?? code)?.aliasOf ?? code;
}

/** The id in the Global Vendor List of a configured bidder: stated, or that of its own definition; aliases inherit none. */
export function syncVendorId(code: string, sources: SyncSources): number | undefined {
  const own = settingsOf(sources, code);
  if (own?.gvlVendorId !== undefined || own?.aliasOf !== undefined) return own.gvlVendorId;
  return own?.adapter === undefined || own.adapter === code ? sources.known.get(code)?.facts.gvlVendorId : undefined;
}

function settingsOf({ settings }: SyncSources, code: string): SyncSettings | undefined {
  return Object.hasOwn(settings, code) ? settings[code] : undefined;
}

/** An alias that this version knows has its parent's pages unless it has its own. */
function knownPages(code: string, known: SyncSources['known']): SyncPages {
  const own = known.get(code);
  const parent = known.get(own?.aliasOf ?? '');
  return { ...pagesA(parent?.facts.sync), ...pagesA(own?.facts.sync) };
}
