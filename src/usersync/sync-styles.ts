/**
 * Reads a bidder's sync pages from both styles of configuration (spec 4.5): implementation A's `userSync`, implementation B's `usersync`.
 */
import type { PageSettings } from './sync-url.ts';

/** One sync page in A's style. */
interface PageA {
  readonly url: string;
  readonly userMacro: string;
}

/** One sync page in B's style. */
interface PageB {
  readonly url: string;
  readonly 'redirect-url'?: string;
  readonly 'uid-macro'?: string;
  readonly 'support-cors'?: boolean;
}

/** When a bidder is not synced. */
export interface SkipWhen {
  readonly gdpr?: boolean;
  readonly gpp_sid?: readonly number[];
}

/** Whether and when a bidder is synced, in either style. */
export interface SyncRules {
  readonly enabled: boolean;
  readonly skipwhen?: SkipWhen;
}

/** The setting `userSync` of a bidder. */
export interface StyleA extends SyncRules {
  readonly key?: string;
  readonly supportCORS?: boolean;
  readonly iframe?: PageA;
  readonly redirect?: PageA;
}

/** The setting `usersync` of a bidder. */
export interface StyleB extends SyncRules {
  readonly 'cookie-family-name'?: string;
  readonly iframe?: PageB;
  readonly redirect?: PageB;
}

/** The sync part of a bidder's definition. `nobody` is the id it sends for an unknown user. */
export interface SyncFacts extends Omit<StyleA, keyof SyncRules> {
  readonly nobody?: string;
}

/** The types of sync, in order of preference. */
export const syncTypes = ['iframe', 'redirect'] as const;

/** A type of sync, as in `usersync.type`. */
export type SyncType = (typeof syncTypes)[number];

/** A page for each available type of sync. */
type Pages<Page> = { readonly [type in SyncType]?: Page };

/** The sync pages of one bidder. */
export type SyncPages = Pages<PageSettings>;

/** True when there is a page of any type. */
export function hasPage(pages: Pages<unknown>): boolean {
  return syncTypes.some((type) => pages[type] !== undefined);
}

/** The pages of a definition or of a setting in A's style. */
export function pagesA(sync: Omit<StyleA, keyof SyncRules> = {}): SyncPages {
  return pagesOf(sync, ({ url, userMacro }) => ({
    url,
    userMacro,
    returnPath: undefined,
    appendsReturn: false,
    supportCORS: sync.supportCORS ?? false,
  }));
}

/** The pages of a setting in B's style. */
export function pagesB(sync: Pages<PageB> = {}): SyncPages {
  return pagesOf(sync, (page) => ({
    url: page.url,
    userMacro: page['uid-macro'] ?? '',
    returnPath: page['redirect-url'],
    appendsReturn: true,
    supportCORS: page['support-cors'] ?? false,
  }));
}

/** The same pages, each with this `supportCORS`. */
export function withCORS(pages: SyncPages, supportCORS: boolean): SyncPages {
  return pagesOf(pages, (page) => ({ ...page, supportCORS }));
}

/** The same pages, whose return paths name the bidder `code`. */
export function returningTo(pages: SyncPages, code: string): SyncPages {
  return pagesOf(pages, (page) => ({
    ...page,
    returnPath: page.returnPath?.replace(/(?<=[?&]bidder=)[^&]*/, () => code),
  }));
}

function pagesOf<Page extends object>(
  { iframe, redirect }: Pages<Page>,
  read: (page: Page) => PageSettings,
): SyncPages {
  return { ...(iframe && { iframe: read(iframe) }), ...(redirect && { redirect: read(redirect) }) };
}
