/**
 * Floors that providers make for accounts, fetched in the background of auctions and kept (Prebid Server, 'Floor Fetching'; implementations
 * A 10, B 9 'Floors').
 */
import { createHash } from 'node:crypto';
import type { SharedText } from '../auction/messages.ts';
import type { FloorFetch } from '../config/floor-settings.ts';
import { seldomEach } from '../seldom.ts';
import { KeptFloors, type Kept } from './kept-floors.ts';
import { fetchText, Unanswered } from './read-bounded.ts';
import { readFloors } from './read-floors.ts';
import { againSeconds, type Notices } from './refreshed-text.ts';
import { SilentHosts } from './silent-hosts.ts';

/** The host's part of the settings. */
export interface FloorProviderSettings {
  readonly providerHosts: readonly string[];
}

/** How many fetches succeeded and failed, and how many addresses that auctions wanted of late failed their last fetch. */
export interface FloorFetchCounts {
  readonly ok: number;
  readonly failed: number;
  readonly failing: number;
}

const defaults = { timeoutMs: 3000, maxBytes: 102_400, periodSeconds: 3600, maxAgeSeconds: 86_400 };
/** An address that no auction has wanted for longer than this does not count as failing. */
const recentMs = 2 * 3600 * 1000;
/** The most fetches in flight; a further address waits for the next auction that wants it. */
const maxFetches = 8;

/** The providers' data of one process. */
export class FloorProviders {
  readonly #hosts: ReadonlySet<string>;
  readonly #log: Notices;
  readonly #kept: KeptFloors;
  readonly #nowMs: () => number;
  readonly #mayLog;
  readonly #counts = { ok: 0, failed: 0 };
  readonly #silent = new SilentHosts();
  #fetches = 0;

  /** `nowMs` is a clock in milliseconds, `mostBytes` the room for all data. */
  constructor(
    { providerHosts }: FloorProviderSettings,
    log: Notices,
    { nowMs = () => performance.now(), mostBytes }: { nowMs?: () => number; mostBytes?: number | undefined } = {},
  ) {
    this.#kept = new KeptFloors(mostBytes);
    this.#hosts = new Set(providerHosts);
    this.#log = log;
    this.#nowMs = nowMs;
    this.#mayLog = seldomEach(nowMs);
  }

  /** For metrics. */
  get counts(): FloorFetchCounts {
    return { ...this.#counts, failing: this.#kept.failingSince(this.#nowMs() - recentMs) };
  }

  /**
   * The data of an account's provider (`FloorData` as JSON); null before the first, and when they are too old. A fetch that is due runs in
   * the background.
   */
  of = (fetch: FloorFetch | undefined): SharedText | null => {
    if (fetch === undefined) return null;
    const nowMs = this.#nowMs();
    const kept = this.#kept.want(fetch, nowMs);
    if (nowMs >= kept.endedAtMs + pauseMs(fetch, kept) && this.#mayAsk(fetch.url, nowMs))
      void this.#refresh(fetch, kept);
    const { maxAgeSeconds = defaults.maxAgeSeconds } = fetch;
    return nowMs - kept.fetchedAtMs <= maxAgeSeconds * 1000 ? kept.data : null;
  };

  #mayAsk(url: string, nowMs: number): boolean {
    return this.#fetches < maxFetches && this.#silent.mayAsk(new URL(url).hostname, nowMs);
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
      // Reading a hundred thousand rules blocks this thread for half a second.
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
      if (this.#mayLog(fault)) this.#log.warn(fault);
    }
    this.#fetches--;
    const nowMs = this.#nowMs();
    this.#silent.ended(hostname, { isAnswered, nowMs });
    // A new object, so that the cache measures its size again.
    this.#kept.set(fetch, { ...kept, endedAtMs: nowMs });
  }

  async #fetch(fetch: FloorFetch, hostname: string): Promise<string> {
    if (!this.#hosts.has(hostname))
      throw new Error(`leads to ${hostname}: add that to priceFloors.providerHosts if floors may be fetched from it`);
    const { timeoutMs = defaults.timeoutMs, maxBytes = defaults.maxBytes } = fetch;
    return fetchText(fetch.url, { timeoutMs, maxBytes, redirect: 'manual' });
  }
}

/** The pause after a fetch until the next is due, by the account's current settings. */
function pauseMs({ periodSeconds = defaults.periodSeconds }: FloorFetch, { failures }: Kept): number {
  return (failures === 0 ? periodSeconds : againSeconds(periodSeconds, failures)) * 1000;
}

/** The address without its query, which may hold a key. */
function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.slice(0, 200);
}
