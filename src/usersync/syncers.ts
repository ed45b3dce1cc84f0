/** Decides who can be synchronised here, how, and under which key of the `uids` cookie (implementation A 4; decisions, 'User sync'). */
import { compilePage, type Format, type ReturnTo, type CompiledPage } from './sync-url.ts';
import { hasPage, syncTypes, type SkipWhen, type SyncPages, type SyncType } from './sync-styles.ts';
import { syncCore, syncKey, syncNobody, syncPages, syncRules, syncVendorId, type SyncSources } from './sync-sources.ts';

/** One bidder of this host. */
export interface SyncBidder {
  readonly code: string;
  /** The code of the bidder whose adapter it shares, mostly its own. */
  readonly core: string;
  /** Its key in the cookie, which several bidders may share. */
  readonly key: string;
  readonly gvlVendorId: number | undefined;
  /** False where the host switched its sync off. */
  readonly isEnabled: boolean;
  readonly skipWhen: SkipWhen;
  /** What it sends as the id of a user whom it does not know; '' for nothing. */
  readonly nobody: string;
  /** The ways to synchronise it; none for a bidder that comes to `/setuid` by itself. */
  readonly pages: ReadonlyMap<SyncType, CompiledPage>;
}

const formats: { readonly [type in SyncType]: Format } = { iframe: 'b', redirect: 'i' };

/** All bidders of this host that are switched on. Names match exactly first, then without regard to case. */
export class Syncers {
  readonly #byCode = new Map<string, SyncBidder>();
  readonly #byFolded = new Map<string, SyncBidder>();
  readonly #byKey = new Map<string, SyncBidder>();
  /** Codes of those that have a way to be synchronised, in the order of the configuration. */
  readonly codes: readonly string[];

  /** `externalUrl` is where browsers reach this host, without a slash at its end. Throws an AggregateError that names every setting whose macros are not known. */
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

  /** The bidder that a return URL means: called `name`, else the first with that key. */
  findReturned(name: string): SyncBidder | undefined {
    return this.find(name) ?? this.#byKey.get(name);
  }
}

/** True when `uid` is no id: the bidder's own macro, never replaced by one, or its word for a user whom it does not know. */
export function isNoId(uid: string, { pages, nobody }: SyncBidder): boolean {
  if (nobody !== '' && uid === nobody) return true;
  for (const { userMacro } of pages.values()) {
    if (userMacro !== '' && (uid === userMacro || uid === fromForm(userMacro))) return true;
  }
  return false;
}

/** The text as it is read out of a query that it was put into as it is. */
function fromForm(text: string): string {
  return new URLSearchParams(`uid=${text}`).get('uid') ?? '';
}

/** The place of the priority group of each sync key, 0 for the most important; `groups` hold bidder codes. */
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

/** The cookie keys of all configured bidders by code: where an auction finds a bidder's id. */
export function syncKeys(sources: SyncSources): ReadonlyMap<string, string> {
  return new Map(Object.keys(sources.settings).map((code) => [code, syncKey(code, sources)]));
}

function readBidders(sources: SyncSources, externalUrl: string): SyncBidder[] {
  const faults: string[] = [];
  const bidders: SyncBidder[] = [];
  const enabled = Object.entries(sources.settings)
    .filter(([, own]) => own.enabled)
    .map(([code, own]) => ({ code, own, key: syncKey(code, sources), pages: syncPages(code, sources) }));
  // Bidders that share a key need to state its pages only once.
  const pagesByKey = new Map<string, SyncPages>();
  for (const { key, pages } of enabled) if (!pagesByKey.has(key) && hasPage(pages)) pagesByKey.set(key, pages);
  for (const { code, own, key, pages } of enabled) {
    const isWhole = hasPage(pages);
    const rules = syncRules(code, sources);
    const section = own.usersync === undefined ? 'userSync' : 'usersync';
    bidders.push({
      code,
      core: syncCore(code, sources),
      key,
      gvlVendorId: syncVendorId(code, sources),
      isEnabled: rules.enabled,
      skipWhen: rules.skipwhen ?? {},
      nobody: syncNobody(code, sources),
      pages: compilePages(isWhole ? pages : (pagesByKey.get(key) ?? {}), { externalUrl, code }, (type, fault) => {
        if (isWhole) faults.push(`bidders.${code}.${section}.${type}.url ${fault}`);
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
