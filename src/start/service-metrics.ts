/** Collects the counts of all parts of the service into metrics for the admin port (issue 7, item 5). */
import type { Registry } from '../adapter/registry.ts';
import type { Analytics } from '../analytics/analytics.ts';
import type { AuctionParts } from '../auction/auction-input.ts';
import type { OverloadGate } from '../auction/overload/gate.ts';
import type { BoundedCache } from '../cache/bounded-cache.ts';
import type { Config } from '../config/schema.ts';
import type { Capture } from '../observe/capture.ts';
import { AuctionCounts } from '../observe/metrics/auction-counts.ts';
import { BidderCounts } from '../observe/metrics/bidder-counts.ts';
import { healthFamilies, noticeFamilies, overloadFamilies } from '../observe/metrics/guard-families.ts';
import { KnownCodes } from '../observe/metrics/known-codes.ts';
import { Metrics } from '../observe/metrics/metrics.ts';
import { privacyFamilies, syncFamilies } from '../observe/metrics/people-families.ts';
import {
  analyticsFamilies,
  captureFamilies,
  codeFamilies,
  lookUpFamilies,
  connectionFamilies,
  poolFamilies,
  type ConnectionReading,
} from '../observe/metrics/service-families.ts';
import { bidCacheFamilies, floorFamilies, ratesFamilies, storedFamilies } from '../observe/metrics/store-families.ts';
import type { HostTexts } from '../stored/host-texts.ts';
import type { SyncTally } from '../usersync/sync-tally.ts';

/** The parts that keep counts. */
export interface CountingParts {
  readonly auction: AuctionParts;
  readonly registry: Registry;
  readonly cache: BoundedCache;
  readonly analytics: Analytics;
  readonly syncTally: SyncTally;
  readonly gate: OverloadGate;
  readonly capture: Capture | undefined;
  readonly texts: Pick<HostTexts, 'rates' | 'floors'>;
}

/** The metrics of a service, and the counts that its auctions add to. */
export interface ServiceMetrics {
  readonly counts: { readonly auctions: AuctionCounts; readonly bidders: BidderCounts };
  readonly metrics: Metrics;
}

/** Opens the metrics of one process. */
export function serviceMetrics(config: Config, parts: CountingParts): ServiceMetrics {
  const { auction, cache, analytics, syncTally, gate } = parts;
  const { fanOut, hops, store, accounts, privacyTally } = auction;
  const codes = new KnownCodes(Object.keys(config.bidders));
  const auctions = new AuctionCounts(config.admin.metricAccounts);
  const bidders = new BidderCounts(codes);
  const origins = originsOf(codes, parts.registry);
  const metrics = new Metrics([
    ...auctions.families(),
    ...bidders.families(),
    ...connectionFamilies(
      () => connections(origins, fanOut.connections()),
      () => fanOut.inFlight(),
    ),
    ...healthFamilies(
      () => fanOut.health(),
      () => fanOut.blocked(),
      codes,
    ),
    ...noticeFamilies(() => auction.timeoutNotices?.counts),
    ...overloadFamilies(gate),
    ...poolFamilies(() => ({ queued: hops.backlog.waiting(), waits: hops.waits })),
    ...bidCacheFamilies(() => ({ store: config.cache.store, ...cache.counts })),
    ...storedFamilies(() => new Map(Object.entries({ requests: store.counts, accounts: accounts.counts }))),
    ...ratesFamilies(() => parts.texts.rates.states(), Date.now),
    ...floorFamilies(() => parts.texts.floors.counts),
    ...privacyFamilies(() => privacyTally.counts()),
    ...syncFamilies(() => syncTally.counts(), codes),
    ...codeFamilies(() => auction.codeBugs.counts()),
    ...lookUpFamilies(() => auction.lookUps.counts()),
    ...analyticsFamilies(() => analytics.drops()),
    ...captureFamilies(() => parts.capture?.counts),
  ]);
  return { counts: { auctions, bidders }, metrics };
}

/** The origin (scheme, name and port) of each shown bidder's endpoint; bidders whose host is only known at a call are left out. */
function originsOf(codes: KnownCodes, registry: Registry): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const code of codes.all) {
    const endpoint = registry.find(code)?.endpoint ?? '';
    if (URL.canParse(endpoint)) origins.set(code, new URL(endpoint).origin);
  }
  return origins;
}

function connections(
  origins: ReadonlyMap<string, string>,
  use: ReturnType<AuctionParts['fanOut']['connections']>,
): ConnectionReading[] {
  return [...origins].flatMap(([bidder, origin]) => {
    const reading = use.get(origin);
    return reading === undefined ? [] : [{ bidder, ...reading }];
  });
}
