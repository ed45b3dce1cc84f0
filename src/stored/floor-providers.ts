/** The floors that providers make for accounts, fetched behind auctions and kept (Prebid Server, 'Floor Fetching'; implementations A 10, B 9 'Floors'). */
import { LRUCache } from 'lru-cache';
import type { SharedText } from '../auction/messages.ts';
import type { FloorFetch } from '../config/floor-settings.ts';
import { floorDataFault, floorGroupFault } from '../money/floor-faults.ts';
import { isDeeper, maxDepth } from '../openrtb/depth.ts';
import { Findings } from '../openrtb/findings.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { FloorData, type FloorGroup } from '../openrtb/svc-floors.ts';
import { compileTypeCheck } from '../openrtb/type-check.ts';
import { seldomEach } from '../seldom.ts';
import { fetchText } from './read-bounded.ts';
import { againSeconds, sharedText, type Notices } from './refreshed-text.ts';

/** The host's part of the settings. */
export interface FloorProviderSettings {
  readonly providerHosts: readonly string[];
}

/** How often data were fetched, by how that ended. */
export interface FloorFetchCounts {
  readonly ok: number;
  readonly failed: number;
}

const standard = { timeoutMs: 3000, maxBytes: 102_400, maxRules: 1000, periodSeconds: 3600, maxAgeSeconds: 86_400 };
/** Of all providers' addresses, those asked for last are kept: so many, and so many bytes of their data together. */
const mostKept = 10_000;
const mostKeptBytes = 256 * 1024 * 1024;
/** About what an address costs beside its data. */
const keptBytes = 1024;
/** So many answers are waited for at once; who comes then asks again with its next auction. */
const mostFetches = 8;

/** What is known of one address, asked by the settings of the account that names it. Times are in milliseconds of the clock. */
interface Kept {
  data: SharedText | null;
  fetchedAtMs: number;
  /** It is asked again from then on. */
  nextAtMs: number;
  /** In a row. */
  failures: number;
}

const checkData = compileTypeCheck(FloorData);

/** The providers' data of one process. */
export class FloorProviders {
  readonly #hosts: ReadonlySet<string>;
  readonly #log: Notices;
  readonly #kept: LRUCache<string, Kept>;
  readonly #nowMs: () => number;
  readonly #mayTell;
  readonly #counts = { ok: 0, failed: 0 };
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
    return this.#counts;
  }

  /** The data of an account's provider (`FloorData` as JSON), null for none yet, or too old ones. What is due is fetched behind the auction. */
  of = (fetch: FloorFetch | undefined): SharedText | null => {
    if (fetch === undefined) return null;
    const nowMs = this.#nowMs();
    let kept = this.#kept.get(fetch.url);
    if (kept === undefined) {
      kept = { data: null, fetchedAtMs: -Infinity, nextAtMs: nowMs, failures: 0 };
      this.#kept.set(fetch.url, kept);
    }
    if (nowMs >= kept.nextAtMs && this.#fetches < mostFetches) void this.#refresh(fetch, kept);
    const { maxAgeSeconds = standard.maxAgeSeconds } = fetch;
    return nowMs - kept.fetchedAtMs <= maxAgeSeconds * 1000 ? kept.data : null;
  };

  async #refresh(fetch: FloorFetch, kept: Kept): Promise<void> {
    const { periodSeconds = standard.periodSeconds } = fetch;
    kept.nextAtMs = Infinity;
    this.#fetches++;
    try {
      kept.data = await this.#fetch(fetch);
      kept.fetchedAtMs = this.#nowMs();
      kept.failures = 0;
      this.#counts.ok++;
    } catch (error) {
      kept.failures++;
      this.#counts.failed++;
      const fault = `priceFloors.fetch.url ${shownUrl(fetch.url)} ${error instanceof Error ? error.message : String(error)}`;
      if (this.#mayTell(fault)) this.#log.warn(fault);
    }
    this.#fetches--;
    const pauseSeconds = kept.failures === 0 ? periodSeconds : againSeconds(periodSeconds, kept.failures);
    // A new object, so that it is measured anew.
    this.#kept.set(fetch.url, { ...kept, nextAtMs: this.#nowMs() + pauseSeconds * 1000 });
  }

  async #fetch(fetch: FloorFetch): Promise<SharedText> {
    const { hostname } = new URL(fetch.url);
    if (!this.#hosts.has(hostname))
      throw new Error(`leads to ${hostname}: add that to priceFloors.providerHosts, if it may be asked`);
    const { timeoutMs = standard.timeoutMs, maxBytes = standard.maxBytes } = fetch;
    return checked(await fetchText(fetch.url, { timeoutMs, maxBytes, redirect: 'manual' }), fetch);
  }
}

/** An address without its query, which may hold a key. */
function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.slice(0, 200);
}

/** Rejects with an Error that ends a sentence begun by the address. */
function checked(text: string, { maxRules = standard.maxRules }: FloorFetch): SharedText {
  const json = parsedJson(text);
  if (json === undefined) throw new Error('gives no floors: it is no JSON');
  // What an auction's request holds is written again, for debug output and analytics.
  if (isDeeper(json, maxDepth)) throw new Error(`gives no floors: it nests over ${maxDepth} levels`);
  const findings = new Findings(1);
  const data = checkData(json, 'its data', findings) ?? {};
  if (findings.faults.length > 0) throw new Error(`gives no floors: ${findings.faults[0]}`);
  const { modelGroups = [], useFetchDataRate = 100 } = data;
  if (!(useFetchDataRate >= 0 && useFetchDataRate <= 100))
    throw new Error(`gives floors of a useFetchDataRate of ${useFetchDataRate}, not from 0 to 100`);
  for (const [at, { values = {} }] of modelGroups.entries()) {
    const rules = Object.keys(values).length;
    if (maxRules > 0 && rules > maxRules)
      throw new Error(`gives ${rules} rules in modelGroups[${at}], over the account's ${maxRules}`);
  }
  const fault = floorDataFault(data) ?? groupsFault(modelGroups);
  if (fault !== undefined) throw new Error(`gives no floors: ${fault}`);
  return sharedText(JSON.stringify(data));
}

/** The fault of the first group where no group can be followed. */
function groupsFault(groups: readonly FloorGroup[]): string | undefined {
  const faults = groups.map((group) => floorGroupFault(group, {}));
  return faults.includes(undefined) ? undefined : `modelGroups[0].${faults[0]}`;
}
