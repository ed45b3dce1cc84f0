/**
 * Finds user sync settings that are probably mistakes (spec 4.5; decisions, 'User sync'): cookies that no browser keeps, ids that nobody
 * gets.
 */
import type { Config } from '../config/schema.ts';
import { didYouMean, nearest } from '../config/suggest.ts';
import type { LoadedBidders } from '../load-bidders.ts';
import { syncTypes } from '../usersync/sync-styles.ts';
import { placesReturn } from '../usersync/sync-url.ts';
import { syncKeys } from '../usersync/syncers.ts';

/** The doubts, one sentence each, naming the setting and the fix. */
export function syncDoubts(config: Config, known: LoadedBidders['known']): readonly string[] {
  return [...strayDomain(config), ...idleFamily(config, known), ...idlePriority(config), ...idlePages(config, known)];
}

/** A domain for the `uids` cookie that browsers do not accept from this host. */
function strayDomain({ externalUrl, userSync: { cookieDomain } }: Config): string[] {
  const { hostname } = new URL(externalUrl);
  const domain = cookieDomain.toLowerCase().replace(/^\./, '');
  if (domain === '' || `.${hostname}`.endsWith(`.${domain}`)) return [];
  const why = `but browsers accept the uids cookie only for the domain of externalUrl (${hostname})`;
  return [`userSync.cookieDomain is ${cookieDomain}, ${why}: set it to that domain or a parent of it, or leave it out`];
}

/** A `hostCookie.family` that is no bidder's key, so that nobody gets the host's own id. */
function idleFamily({ bidders, userSync: { hostCookie } }: Config, known: LoadedBidders['known']): string[] {
  const { family } = hostCookie;
  const keys = enabledKeys(bidders, known).map(([, key]) => key);
  if (family === '' || keys.includes(family)) return [];
  const fix = didYouMean(nearest(family, keys), "set it to a bidder's key, usually its code, or leave hostCookie out");
  return [`userSync.hostCookie.family is ${family}, but no bidder here has that key, so nobody gets the id: ${fix}`];
}

/** The code and the cookie key of each enabled bidder. */
function enabledKeys(bidders: Config['bidders'], known: LoadedBidders['known']): (readonly [string, string])[] {
  return [...syncKeys({ settings: bidders, known })].filter(([code]) => bidders[code]!.enabled);
}

/** Bidders of `priorityGroups` that are not enabled here, so that nobody is synced with them. */
function idlePriority({ bidders, userSync: { priorityGroups } }: Config): string[] {
  const enabled = new Set(Object.keys(bidders).flatMap((code) => (bidders[code]!.enabled ? code.toLowerCase() : [])));
  const idle = [...new Set(priorityGroups.flat())].filter((name) => !enabled.has(name.toLowerCase()));
  if (idle.length === 0) return [];
  const why = 'which are not enabled here, so nobody is synced with them: enable them, or remove them';
  return [`userSync.priorityGroups names ${listed(idle)}, ${why}`];
}

/** Most bidders named in one sentence. */
const mostNamed = 10;

/** The names of bidders, for a sentence. */
export function listed(names: readonly string[]): string {
  return `${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? ', …' : ''}`;
}

/** Bidder URLs that do not lead back here, or return to `/setuid` without an id or without its bidder. */
function idlePages({ bidders }: Config, known: LoadedBidders['known']): string[] {
  const enabledHere = enabledKeys(bidders, known);
  // As `/setuid` finds bidders: by code in any case, or by key.
  const isKnown = (name: string): boolean =>
    enabledHere.some(([code, key]) => key === name || code.toLowerCase() === name.toLowerCase());
  return Object.entries(bidders).flatMap(([code, { enabled, userSync, usersync }]) => {
    if (!enabled || (userSync ?? usersync)?.enabled === false) return [];
    return syncTypes.flatMap((type) => [
      ...noWayBack(userSync?.[type]?.url).map((what) => `bidders.${code}.userSync.${type}.url ${what}`),
      ...noEndForReturn(usersync?.[type]?.url).map((what) => `bidders.${code}.usersync.${type}.url ${what}`),
      ...missingOf(usersync?.[type]?.['redirect-url'] ?? '', { code, isKnown }).map(
        (what) => `bidders.${code}.usersync.${type}.redirect-url ${what}`,
      ),
    ]);
  });
}

/** A URL in A's style must have a place for the return URL. */
function noWayBack(url: string | undefined): string[] {
  if (url === undefined || placesReturn(url)) return [];
  return ['does not tell the bidder where to send its id: add {{.RedirectURL}} as the value of its redirect parameter'];
}

/** A URL in B's style must end in the parameter for the return URL, or have a place for it. */
function noEndForReturn(url: string | undefined): string[] {
  if (url === undefined || placesReturn(url) || /[=/]$/.test(url)) return [];
  return ["must end with the bidder's redirect parameter, such as &r=, because the return URL is appended to it"];
}

/** What a return path lacks. A bidder replaces its macro in it, or appends the id if it ends in `uid=`. */
function missingOf(path: string, to: { readonly code: string; isKnown(name: string): boolean }): string[] {
  if (!/^\/setuid(?:\?|$)/.test(path)) return [];
  const missing: string[] = [];
  const bidder = new URLSearchParams(path.slice('/setuid?'.length)).get('bidder') ?? '';
  if (bidder === '') missing.push(`does not say which bidder the id belongs to: add bidder=${to.code}`);
  else if (!to.isKnown(bidder))
    missing.push(`says bidder=${bidder}, but no bidder is enabled here with that code or key: write bidder=${to.code}`);
  if (!/[?&]uid=(?:[^&]|$)/.test(path))
    missing.push("has no place for the id: end it with &uid= and the bidder's macro");
  return missing;
}
