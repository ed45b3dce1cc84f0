/** Counts user sync, for metrics (issue 4, item 6): answers by status, and the fate of each bidder of this host. */

/**
 * The fate of a bidder in `/cookie_sync`: offered to the client, live (its id is still good), forbidden by privacy, or passed over for
 * another reason.
 */
export type SyncFate = 'offered' | 'live' | 'forbidden' | 'passed';

/** A bidder and its fate. `code` is its configured code, never a name that a client made up. */
export interface BidderFate {
  readonly code: string;
  readonly fate: SyncFate;
}

/** Counts since the process started. */
export interface SyncCounts {
  /** Answers of `/cookie_sync`. */
  readonly cookieSyncs: readonly { readonly status: number; readonly count: number }[];
  readonly cookieSyncBidders: readonly (BidderFate & { readonly count: number })[];
  /** Answers of `/setuid`; `code` is '' where no bidder of this host was named. */
  readonly setuids: readonly { readonly status: number; readonly code: string; readonly count: number }[];
}

/** Counts the answers of both endpoints. */
export class SyncTally {
  readonly #cookieSyncs = new Map<number, number>();
  readonly #fates = new Map<string, Map<SyncFate, number>>();
  readonly #setuids = new Map<string, Map<number, number>>();

  /** Adds one answer of `/cookie_sync`. */
  addCookieSync(status: number): void {
    add(this.#cookieSyncs, status);
  }

  /** Adds the fates of the bidders of one `/cookie_sync`. */
  addFates(fates: readonly BidderFate[]): void {
    for (const { code, fate } of fates) add(within(this.#fates, code), fate);
  }

  /** Adds one answer of `/setuid`. */
  addSetuid(status: number, code: string): void {
    add(within(this.#setuids, code), status);
  }

  /** The counts so far. */
  counts(): SyncCounts {
    return {
      cookieSyncs: [...this.#cookieSyncs].map(([status, count]) => ({ status, count })),
      cookieSyncBidders: [...this.#fates].flatMap(([code, fates]) =>
        [...fates].map(([fate, count]) => ({ code, fate, count })),
      ),
      setuids: [...this.#setuids].flatMap(([code, statuses]) =>
        [...statuses].map(([status, count]) => ({ status, code, count })),
      ),
    };
  }
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function within<Key, Inner>(maps: Map<Key, Map<Inner, number>>, key: Key): Map<Inner, number> {
  let map = maps.get(key);
  if (map === undefined) maps.set(key, (map = new Map()));
  return map;
}
