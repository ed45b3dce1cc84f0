/** Decides which bidders can be synced, how, and under which key of the `uids` cookie (implementation A 4; decisions, 'User sync'). */
import { compilePage, type Format, type ReturnTo, type CompiledPage } from './sync-url.ts';
import { hasPage, syncTypes, type SkipWhen, type SyncPages, type SyncType } from './sync-styles.ts';
import { syncCore, syncKey, syncNobody, syncPages, syncRules, syncVendorId, type SyncSources } from './sync-sources.ts';

/** One bidder of this host. */
export interface SyncBidder {
  readonly code: string;
  /** The code of the bidder whose adapter it uses, usually its own. */
  readonly core: string;
  /** Its key in the cookie, which several bidders may share. */
  readonly key: string;
  readonly gvlVendorId: number | undefined;
  /** False when the host has switched its sync off. */
  readonly isEnabled: boolean;
  readonly skipWhen: SkipWhen;
  /** The value that it sends as the id of a user it does not know; '' for none. */
  readonly nobody: string;
  /** Its sync pages by type; none for a bidder that calls `/setuid` on its own. */
  readonly pages: ReadonlyMap<SyncType, CompiledPage>;
}

const formats: { readonly [type in SyncType]: Format } = { iframe: 'b', redirect: 'i' };

/** All enabled bidders of this host. Names match exactly first, then ignoring case. */
export class Syncers {
  readonly #byCode = new Map<string, SyncBidder>();
  readonly #byFolded = new Map<string, SyncBidder>();
  readonly #byKey = new Map<string, SyncBidder>();
  /** The codes of bidders with a sync page, in the order of the configuration. */
  readonly codes: readonly string[];

  /**
   * `externalUrl` is where browsers reach this host, without a trailing slash. Throws an AggregateError that names every setting with an
   * unknown macro.
   */
  constructor(sources: SyncSources, externalUrl: string) {
    for (const bidder of readBidders(sources, externalUrl)) {
      this.#byCode.set(bidder.code, bidder);
      this.#byFolded.set(bidder.code.toLowerCase(), bidder);
      if (!this.#byKey.has(bidder.key)) this.#byKey.set(bidder.key, bidder);
    }
    this.codes = [...this.#byCode.values()].filter(({ pages }) => pages.size > 0).map(({ code }) => code);
  }

  /** The bidder called `name`. */
  find(name: string): SyncBidder | undefined {
    return this.#byCode.get(name) ?? this.#byFolded.get(name.toLowerCase());
  }

  /** The bidder that a return URL names: by code, else the first with that key. */
  findReturned(name: string): SyncBidder | undefined {
    return this.find(name) ?? this.#byKey.get(name);
  }
}

/** True when `uid` is not an id, but the bidder's macro, left unreplaced, or its value for a user it does not know. */
export function isNoId(uid: string, { pages, nobody }: SyncBidder): boolean {
  if (nobody !== '' && uid === nobody) return true;
  for (const { userMacro } of pages.values()) {
    if (userMacro !== '' && (uid === userMacro || uid === fromForm(userMacro))) return true;
  }
  return false;
}

/** `text` as it is read from a query into which it was put without encoding. */
function fromForm(text: string): string {
  return new URLSearchParams(`uid=${text}`).get('uid') ?? '';
}

/** The priority of each sync key, 0 for the most important group; `groups` hold bidder codes. */
export function keyPriority(groups: readonly (readonly string[])[], syncers: Syncers): Map<string, number> {
  const places = new Map<string, number>();
  groups.forEach((codes, at) => {
    for (const code of codes) {
      const key = syncers.find(code)?.key;
      if (key !== undefined && !places.has(key)) places.set(key, at);
    }
  });
  return places;
}

/** The cookie keys of all configured bidders, by code. Auctions use them to find a bidder's id. */
export function syncKeys(sources: SyncSources): ReadonlyMap<string, string> {
  return new Map(Object.keys(sources.settings).map((code) => [code, syncKey(code, sources)]));
}

function readBidders(sources: SyncSources, externalUrl: string): SyncBidder[] {
  const faults: string[] = [];
  const bidders: SyncBidder[] = [];
  const enabled = Object.entries(sources.settings)
    .filter(([, entry]) => entry.enabled)
    .map(([code, entry]) => ({ code, entry, key: syncKey(code, sources), pages: syncPages(code, sources) }));
  // Of the bidders that share a key, only one needs to state its pages.
  const pagesByKey = new Map<string, SyncPages>();
  for (const { key, pages } of enabled) if (!pagesByKey.has(key) && hasPage(pages)) pagesByKey.set(key, pages);
  for (const { code, entry, key, pages } of enabled) {
    const hasPages = hasPage(pages);
    const rules = syncRules(code, sources);
    const section = entry.usersync === undefined ? 'userSync' : 'usersync';
    bidders.push({
      code,
      core: syncCore(code, sources),
      key,
      gvlVendorId: syncVendorId(code, sources),
      isEnabled: rules.enabled,
      skipWhen: rules.skipwhen ?? {},
      nobody: syncNobody(code, sources),
      pages: compilePages(hasPages ? pages : (pagesByKey.get(key) ?? {}), { externalUrl, code }, (type, fault) => {
        if (hasPages) faults.push(`bidders.${code}.${section}.${type}.url ${fault}`);
      }),
    });
  }
  if (faults.length > 0) throw new AggregateError(faults, faults.join('; '));
  return bidders;
}

function compilePages(
  pages: SyncPages,
  to: Omit<ReturnTo, 'format'>,
  refuse: (type: SyncType, fault: string) => void,
): Map<SyncType, CompiledPage> {
  const compiled = new Map<SyncType, CompiledPage>();
  for (const type of syncTypes) {
    const page = pages[type];
    if (page === undefined) continue;
    try {
      compiled.set(type, compilePage(page, { ...to, format: formats[type] }));
    } catch (error) {
      refuse(type, error instanceof Error ? error.message : String(error));
    }
  }
  return compiled;
}
