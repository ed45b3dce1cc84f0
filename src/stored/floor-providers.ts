/** The floors that providers make for accounts, fetched behind auctions and kept (Prebid Server, 'Floor Fetching'; implementations A 10, B 9 'Floors'). */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SharedText } from '../auction/messages.ts';
import type { FloorFetch } from '../config/floor-settings.ts';
import { seldomEach } from '../seldom.ts';
import { fetchText, Unanswered } from './read-bounded.ts';
import { readFloors } from './read-floors.ts';
import { againSeconds, type Notices } from './refreshed-text.ts';
import { SilentHosts } from './silent-hosts.ts';

/** The host's part of the settings. */
export interface FloorProviderSettings {
  readonly providerHosts: readonly string[];
}

/** How often data were fetched, by how that ended, and how many addresses that auctions wanted of late failed when they were asked last. */
export interface FloorFetchCounts {
  readonly ok: number;
  readonly failed: number;
  readonly failing: number;
}

const standard = { timeoutMs: 3000, maxBytes: 102_400, periodSeconds: 3600, maxAgeSeconds: 86_400 };
/** Of all providers' addresses, those asked for last are kept: so many, and so many bytes of their data together. */
const mostKept = 10_000;
const mostKeptBytes = 256 * 1024 * 1024;
/** About what an address costs beside its data. */
const keptBytes = 1024;
/** Whom no auction has wanted for longer than this is missed by none. */
const ofLateMs = 2 * 3600 * 1000;
/** So many answers are waited for at once; who comes then asks again with its next auction. */
const mostFetches = 8;

/** What is known of one address by the limits of the accounts that name it. Times are in milliseconds of the clock. */
interface Kept {
  data: SharedText | null;
  /** Of the answer that the data were read from. */
  digest: string;
  fetchedAtMs: number;
  /** When the last fetch ended: -Infinity for none, Infinity while there is one. */
  endedAtMs: number;
  /** In a row. */
  failures: number;
  /** When an auction wanted it last. */
  wantedAtMs: number;
}

/** The providers' data of one process. */
export class FloorProviders {
  readonly #hosts: ReadonlySet<string>;
  readonly #log: Notices;
  readonly #kept: LRUCache<string, Kept>;
  readonly #nowMs: () => number;
  readonly #mayTell;
  readonly #counts = { ok: 0, failed: 0 };
  readonly #silent = new SilentHosts();
  #fetches = 0;

  /** `nowMs` is a clock in milliseconds, `mostBytes` the room for all data. */
  constructor(
    { providerHosts }: FloorProviderSettings,
    log: Notices,
    { nowMs = () => performance.now(), mostBytes = mostKeptBytes } = {},
  ) {
    this.#kept = new LRUCache({
      max: mostKept,
      maxSize: mostBytes,
      sizeCalculation: ({ data }) => keptBytes + (data?.bytes.byteLength ?? 0),
    });
    this.#hosts = new Set(providerHosts);
    this.#log = log;
    this.#nowMs = nowMs;
    this.#mayTell = seldomEach(nowMs);
  }

  get counts(): FloorFetchCounts {
    const since = this.#nowMs() - ofLateMs;
    let failing = 0;
    for (const { failures, wantedAtMs } of this.#kept.values()) if (failures > 0 && wantedAtMs > since) failing++;
    return { ...this.#counts, failing };
  }

  /** The data of an account's provider (`FloorData` as JSON), null for none yet, or too old ones. What is due is fetched behind the auction. */
  of = (fetch: FloorFetch | undefined): SharedText | null => {
    if (fetch === undefined) return null;
    const nowMs = this.#nowMs();
    const key = keyOf(fetch);
    let kept = this.#kept.get(key);
    if (kept === undefined) {
      kept = { data: null, digest: '', fetchedAtMs: -Infinity, endedAtMs: -Infinity, failures: 0, wantedAtMs: nowMs };
      this.#kept.set(key, kept);
    }
    kept.wantedAtMs = nowMs;
    if (nowMs >= kept.endedAtMs + pauseMs(fetch, kept) && this.#mayAsk(fetch.url, nowMs))
      void this.#refresh(fetch, kept);
    const { maxAgeSeconds = standard.maxAgeSeconds } = fetch;
    return nowMs - kept.fetchedAtMs <= maxAgeSeconds * 1000 ? kept.data : null;
  };

  #mayAsk(url: string, nowMs: number): boolean {
    return this.#fetches < mostFetches && this.#silent.mayAsk(new URL(url).hostname, nowMs);
  }

  async #refresh(fetch: FloorFetch, kept: Kept): Promise<void> {
    const { hostname } = new URL(fetch.url);
    kept.endedAtMs = Infinity;
    this.#fetches++;
    this.#silent.asked(hostname);
    let isAnswered = true;
    try {
      const text = await this.#fetch(fetch, hostname);
      const digest = createHash('sha256').update(text).digest('hex');
      // To read a hundred thousand rules takes this thread half a second.
      if (digest !== kept.digest) kept.data = readFloors(text, fetch);
      kept.digest = digest;
      kept.fetchedAtMs = this.#nowMs();
      kept.failures = 0;
      this.#counts.ok++;
    } catch (error) {
      isAnswered = !(error instanceof Unanswered);
      kept.failures++;
      this.#counts.failed++;
      const fault = `priceFloors.fetch.url ${shownUrl(fetch.url)} ${error instanceof Error ? error.message : String(error)}`;
      if (this.#mayTell(fault)) this.#log.warn(fault);
    }
    this.#fetches--;
    const nowMs = this.#nowMs();
    this.#silent.ended(hostname, { isAnswered, nowMs });
    // A new object, so that it is measured anew.
    this.#kept.set(keyOf(fetch), { ...kept, endedAtMs: nowMs });
  }

  async #fetch(fetch: FloorFetch, hostname: string): Promise<string> {
    if (!this.#hosts.has(hostname))
      throw new Error(`leads to ${hostname}: add that to priceFloors.providerHosts, if it may be asked`);
    const { timeoutMs = standard.timeoutMs, maxBytes = standard.maxBytes } = fetch;
    return fetchText(fetch.url, { timeoutMs, maxBytes, redirect: 'manual' });
  }
}

/** What may be too long for one account may be right for another. */
function keyOf({ url, maxBytes, maxRules }: FloorFetch): string {
  return maxBytes === undefined && maxRules === undefined ? url : `${url} ${maxBytes} ${maxRules}`;
}

/** How long after a fetch the next one is due, by what the account says now. */
function pauseMs({ periodSeconds = standard.periodSeconds }: FloorFetch, { failures }: Kept): number {
  return (failures === 0 ? periodSeconds : againSeconds(periodSeconds, failures)) * 1000;
}

/** An address without its query, which may hold a key. */
function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.slice(0, 200);
}
