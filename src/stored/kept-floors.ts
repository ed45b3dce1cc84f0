/** The memory of floors that providers made: those of the addresses that auctions asked for last, bounded in number and size. */
import { LRUCache } from 'lru-cache';
import type { SharedText } from '../auction/messages.ts';
import type { FloorFetch } from '../config/floor-settings.ts';

/** The most addresses kept, and the most bytes of their data together. */
const maxKept = 10_000;
const maxKeptBytes = 256 * 1024 * 1024;

/** About what an address costs beside its data, in bytes. */
const addressBytes = 1024;

/** What is known of one address, under the limits of the accounts that name it. Times are in milliseconds of one clock. */
export interface Kept {
  data: SharedText | null;
  /** The digest of the answer that the data were read from. */
  digest: string;
  fetchedAtMs: number;
  /** When the last fetch ended: -Infinity before the first, Infinity while one is in flight. */
  endedAtMs: number;
  /** Failed fetches in a row. */
  failures: number;
  /** When an auction last wanted the data. */
  wantedAtMs: number;
}

/** The addresses of one process. */
export class KeptFloors {
  readonly #kept: LRUCache<string, Kept>;

  /** `maxBytes` is the room for all data. */
  constructor(maxBytes: number = maxKeptBytes) {
    this.#kept = new LRUCache({
      max: maxKept,
      maxSize: maxBytes,
      sizeCalculation: ({ data }) => addressBytes + (data?.bytes.byteLength ?? 0),
    });
  }

  /** What is known of an account's provider, which an auction wants at `nowMs`. */
  want(fetch: FloorFetch, nowMs: number): Kept {
    let kept = this.#kept.get(keyOf(fetch));
    if (kept === undefined) {
      kept = { data: null, digest: '', fetchedAtMs: -Infinity, endedAtMs: -Infinity, failures: 0, wantedAtMs: nowMs };
      this.#kept.set(keyOf(fetch), kept);
    }
    kept.wantedAtMs = nowMs;
    return kept;
  }

  /** Replaces what is known of an account's provider; `kept` must be a new object, so that its size is measured again. */
  set(fetch: FloorFetch, kept: Kept): void {
    this.#kept.set(keyOf(fetch), kept);
  }

  /** How many addresses wanted after `sinceMs` failed when they were last fetched. */
  failingSince(sinceMs: number): number {
    let failing = 0;
    for (const { failures, wantedAtMs } of this.#kept.values()) if (failures > 0 && wantedAtMs > sinceMs) failing++;
    return failing;
  }
}

/** The limits are part of the key: what is too long for one account may be right for another. */
function keyOf({ url, maxBytes, maxRules }: FloorFetch): string {
  return maxBytes === undefined && maxRules === undefined ? url : `${url} ${maxBytes} ${maxRules}`;
}
