/** Reads the pages of a bidder from both styles of configuration (spec 4.5): implementation A's `userSync`, implementation B's `usersync`. */
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

/** Whether and when a bidder is synchronised, in either style. */
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

/** What this version knows of a bidder's sync. */
export interface SyncFacts extends Omit<StyleA, keyof SyncRules> {
  readonly nobody?: string;
}

/** The ways to synchronise, in the order in which they are preferred. */
export const syncTypes = ['iframe', 'redirect'] as const;

/** One way to synchronise, as `usersync.type` names it. */
export type SyncType = (typeof syncTypes)[number];

/** A page for each way to synchronise that there is. */
type Pages<Page> = { readonly [type in SyncType]?: Page };

/** The pages that synchronise one bidder. */
export type SyncPages = Pages<PageWords>;

/** True when there is a way to synchronise. */
export function hasPage(pages: Pages<unknown>): boolean {
  return syncTypes.some((type) => pages[type] !== undefined);
}

/** The pages of a definition, or of a setting in A's style. */
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

function pagesOf<Page extends object>({ iframe, redirect }: Pages<Page>, read: (page: Page) => PageWords): SyncPages {
  return { ...(iframe && { iframe: read(iframe) }), ...(redirect && { redirect: read(redirect) }) };
}
