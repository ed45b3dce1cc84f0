/** Reads how a bidder is synchronised: both styles of configuration over the facts of its definition (spec 4.5; decisions, 'User sync'). */
import type { PageWords } from './sync-url.ts';

/** One way to synchronise, written as implementation A does. */
interface PageA {
  readonly url: string;
  readonly userMacro: string;
}

/** One way to synchronise, written as implementation B does. */
interface PageB {
  readonly url: string;
  readonly 'redirect-url'?: string;
  readonly 'uid-macro'?: string;
  readonly 'support-cors'?: boolean;
}

/** When a bidder is not synchronised. */
export interface SkipWhen {
  readonly gdpr?: boolean;
  readonly gpp_sid?: readonly number[];
}

interface Common {
  readonly enabled: boolean;
  readonly skipwhen?: SkipWhen;
}

/** One entry of the configuration's `bidders`, as far as user sync is concerned. */
export interface SyncSettings {
  readonly enabled: boolean;
  readonly adapter?: string;
  readonly aliasOf?: string;
  readonly gvlVendorId?: number;
  readonly userSync?: Common & {
    readonly key?: string;
    readonly supportCORS?: boolean;
    readonly iframe?: PageA;
    readonly redirect?: PageA;
  };
  readonly usersync?: Common & {
    readonly 'cookie-family-name'?: string;
    readonly iframe?: PageB;
    readonly redirect?: PageB;
  };
}

/** What this version knows of a bidder's sync. */
export interface SyncFacts {
  readonly key?: string;
  readonly iframe?: PageA;
  readonly redirect?: PageA;
  readonly supportCORS?: boolean;
  readonly nobody?: string;
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

/** How one bidder is synchronised; a page that is absent is no way to do it. */
export interface SyncWords {
  readonly iframe?: PageWords;
  readonly redirect?: PageWords;
}

/** The ways to synchronise, in the order in which they are preferred. */
export const syncTypes = ['iframe', 'redirect'] as const;

/** One way to synchronise, as `usersync.type` names it. */
export type SyncType = (typeof syncTypes)[number];

/**
 * The key of a configured bidder in the `uids` cookie: the stated one; for an alias without pages of its own that of its parent;
 * the definition's; the bidder's code.
 */
export function syncKey(code: string, { settings, known }: SyncSources): string {
  const own = settingsOf(settings, code);
  const stated = own?.userSync?.key ?? own?.usersync?.['cookie-family-name'];
  if (stated !== undefined) return stated;
  if (own?.aliasOf !== undefined) return hasPages(own) ? code : syncKey(own.aliasOf, { settings, known });
  const source = known.get(own?.adapter ?? code);
  return source?.facts.sync === undefined ? code : (source.facts.sync.key ?? source.code);
}

/** The pages of a configured bidder: its own, its parent's for an alias, then those of its definition. */
export function syncWords(code: string, { settings, known }: SyncSources): SyncWords {
  const own = settingsOf(settings, code);
  const beneath =
    own?.aliasOf === undefined
      ? knownWords(known.get(own?.adapter ?? code), known)
      : syncWords(own.aliasOf, { settings, known });
  const words = { ...beneath, ...wordsA(own?.userSync), ...wordsB(own?.usersync) };
  const supportCORS = own?.userSync?.supportCORS;
  if (supportCORS === undefined) return words;
  const { iframe, redirect } = words;
  return pages(iframe && { ...iframe, supportCORS }, redirect && { ...redirect, supportCORS });
}

/** What a configured bidder sends as the id of a user whom it does not know; '' when it says nothing then. */
export function syncNobody(code: string, { settings, known }: SyncSources): string {
  const own = settingsOf(settings, code);
  return known.get(own?.adapter ?? own?.aliasOf ?? code)?.facts.sync?.nobody ?? '';
}

/** Whether and when a configured bidder is synchronised; an alias that states nothing follows its parent. */
export function syncRules(code: string, { settings, known }: SyncSources): Common {
  const own = settingsOf(settings, code);
  const stated = own?.userSync ?? own?.usersync;
  if (stated !== undefined) return stated;
  return own?.aliasOf === undefined ? { enabled: true } : syncRules(own.aliasOf, { settings, known });
}

/** The bidder whose adapter a configured bidder shares: its own code, or that of its parent. */
export function syncCore(code: string, { settings, known }: SyncSources): string {
  const own = settingsOf(settings, code);
  return own?.aliasOf ?? known.get(own?.adapter ?? code)?.aliasOf ?? code;
}

/** The id in the Global Vendor List of a configured bidder: stated, or that of its own definition; aliases inherit none. */
export function syncVendorId(code: string, { settings, known }: SyncSources): number | undefined {
  const own = settingsOf(settings, code);
  if (own?.gvlVendorId !== undefined || own?.aliasOf !== undefined) return own.gvlVendorId;
  return own?.adapter === undefined || own.adapter === code ? known.get(code)?.facts.gvlVendorId : undefined;
}

function settingsOf(settings: SyncSources['settings'], code: string): SyncSettings | undefined {
  return Object.hasOwn(settings, code) ? settings[code] : undefined;
}

function hasPages({ userSync, usersync }: SyncSettings): boolean {
  return syncTypes.some((type) => userSync?.[type] !== undefined || usersync?.[type] !== undefined);
}

/** An alias that this version knows has its parent's pages unless it has its own. */
function knownWords(one: KnownSync | undefined, known: ReadonlyMap<string, KnownSync>): SyncWords {
  if (one === undefined) return {};
  const parent = one.aliasOf === undefined ? undefined : known.get(one.aliasOf);
  return { ...wordsA(parent?.facts.sync), ...wordsA(one.facts.sync) };
}

function wordsA(sync: SyncFacts | undefined): SyncWords {
  const words = ({ url, userMacro }: PageA): PageWords => ({
    url,
    userMacro,
    returnPath: undefined,
    appendsReturn: false,
    supportCORS: sync?.supportCORS ?? false,
  });
  return pages(sync?.iframe && words(sync.iframe), sync?.redirect && words(sync.redirect));
}

function wordsB(sync: SyncSettings['usersync']): SyncWords {
  return pages(sync?.iframe && pageB(sync.iframe), sync?.redirect && pageB(sync.redirect));
}

function pageB(page: PageB): PageWords {
  return {
    url: page.url,
    userMacro: page['uid-macro'] ?? '',
    returnPath: page['redirect-url'],
    appendsReturn: true,
    supportCORS: page['support-cors'] ?? false,
  };
}

function pages(iframe: PageWords | undefined, redirect: PageWords | undefined): SyncWords {
  return { ...(iframe && { iframe }), ...(redirect && { redirect }) };
}
