/** What the user sync endpoints share, made once from the configuration (spec 4.2, 4.3; interface, `userSync`). */
import type { KnownBidder } from '../adapter/known-bidders.ts';
import type { CookieSync, Setuid } from '../analytics/events.ts';
import type { Config } from '../config/schema.ts';
import type { SignalReader } from '../privacy/signal-reader.ts';
import type { AccountSources } from '../stored/accounts.ts';
import type { VendorLists } from '../stored/vendor-lists.ts';
import { type BrowserIds, readBrowserIds } from '../usersync/browser-ids.ts';
import type { SyncRequest } from '../usersync/read-sync-request.ts';
import type { SyncTally } from '../usersync/sync-tally.ts';
import { keyPriority, Syncers } from '../usersync/syncers.ts';
import type { CookieRules } from '../usersync/write-cookie.ts';
import { json, noSniff, text, uncached, type Exchange, type Header } from './exchange.ts';
import { SyncAccounts } from './sync-account.ts';

/** The source of a sync: an account id ('' for none), and the user's privacy signals. */
export type AskedSync = Pick<SyncRequest, 'account' | 'signals'>;

/** What the parts are made from. */
export interface SyncSurroundings extends AccountSources {
  readonly known: ReadonlyMap<string, KnownBidder>;
  /** The vendor lists that this host has, and the function that requests a missing one. */
  readonly vendorLists: Pick<VendorLists, 'current' | 'want'>;
  /** The cache of decoded consent strings. */
  readonly reader: SignalReader;
  /** Counts answers. */
  readonly syncTally: SyncTally;
  /** Reports an answered exchange to analytics. */
  readonly tell: (event: CookieSync | Setuid, asked: AskedSync, exchange: Exchange) => void;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** A number from 0 up to, but not including, 1. */
  readonly random: () => number;
}

/** See `syncParts`. */
export interface SyncParts extends Omit<SyncSurroundings, 'known' | 'accounts' | 'accountRules'> {
  readonly userSync: Config['userSync'];
  readonly syncers: Syncers;
  readonly cookieRules: CookieRules;
  readonly accounts: SyncAccounts;
}

/** Makes the parts. Throws an Error that names the settings that cannot work: unknown macros. */
export function syncParts(config: Config, surroundings: SyncSurroundings): SyncParts {
  const { bidders, blocked, externalUrl, privacy, userSync } = config;
  const { known, accounts, accountRules, ...others } = surroundings;
  const syncers = new Syncers({ settings: bidders, known }, externalUrl);
  const { maxCookieBytes, cookies, cookieDomain, priorityGroups } = userSync;
  const cookieRules = { maxCookieBytes, cookies, cookieDomain, priority: keyPriority(priorityGroups, syncers) };
  const syncAccounts = new SyncAccounts({ accounts, accountRules, privacy, blocked: blocked.accounts });
  return { ...others, userSync, syncers, cookieRules, accounts: syncAccounts };
}

/** The ids and the opt-out in the browser's cookies. */
export function browserIds(exchange: Exchange, { userSync, nowMs }: SyncParts): BrowserIds {
  return readBrowserIds(exchange.header('cookie'), userSync, nowMs());
}

/** Headers of answers about one user: no cache may store them, and no browser may treat them as another type. */
export const privateHeaders: readonly Header[] = [uncached, noSniff];

/** The headers of JSON about one user. */
export const privateJson: readonly Header[] = [json, ...privateHeaders];

/** The headers of a text about one user. */
export const privateText: readonly Header[] = [text, ...privateHeaders];
