/** Decides which endpoints the public port has (interface, 'Endpoints'). */
import type { BiddersInfo } from '../adapter/info.ts';
import type { KnownBidder } from '../adapter/known-bidders.ts';
import type { Registry } from '../adapter/registry.ts';
import type { BoundedCache } from '../cache/bounded-cache.ts';
import type { Config } from '../config/schema.ts';
import { reportParties } from '../privacy/report-permission.ts';
import { SignalReader } from '../privacy/signal-reader.ts';
import type { SyncTally } from '../usersync/sync-tally.ts';
import { ampRoute } from './amp.ts';
import { auctionRoute } from './auction.ts';
import { biddersParamsRoute } from './bidders-params.ts';
import { cacheGetRoute } from './cache-get.ts';
import { cachePostRoute } from './cache-post.ts';
import { EventAccounts } from './event-accounts.ts';
import { eventRoute } from './event.ts';
import type { Route } from './exchange.ts';
import { getAuctionRoute } from './get-auction.ts';
import { infoBidderRoute, infoBiddersRoute } from './info-bidders.ts';
import type { AuctionServing } from './serve-auction.ts';
import { statusRoute } from './status.ts';
import { syncTeller } from './tell-syncs.ts';
import { userSyncRoutes } from './user-sync.ts';
import { versionRoute, type Build } from './version.ts';
import { vtrackPostRoute } from './vtrack.ts';

/** What the endpoints need. */
export interface ServiceParts {
  readonly serving: Omit<AuctionServing, 'accounts'>;
  readonly cache: BoundedCache;
  readonly registry: Registry;
  readonly info: BiddersInfo;
  readonly known: ReadonlyMap<string, KnownBidder>;
  readonly build: Build;
  readonly syncTally: SyncTally;
  readonly isDraining: () => boolean;
}

/** All routes of the public port. Throws an Error that names the settings that cannot work. */
export function serviceRoutes(config: Config, parts: ServiceParts): Route[] {
  const { cache, info, known, syncTally } = parts;
  const { analytics, auction } = parts.serving;
  const accounts = new EventAccounts({ ...auction, privacy: config.privacy, hasEvents: config.events.enabled });
  const serving = { ...parts.serving, accounts };
  const reader = new SignalReader();
  const telling = { ...auction, accounts, analytics, reader, parties: reportParties(config.analytics) };
  const counted = { syncTally, tell: syncTeller(telling) };
  return [
    auctionRoute(serving),
    getAuctionRoute(serving),
    ampRoute(serving),
    eventRoute({ accounts, analytics }),
    vtrackRoute(config, accounts, parts),
    cacheGetRoute(cache, '/vtrack'),
    cacheGetRoute(cache),
    ...(config.cache.publicPuts ? [cachePostRoute(cache, config.cache)] : []),
    ...userSyncRoutes(config, { ...auction, ...counted, known, reader, nowMs: Date.now, random: Math.random }),
    infoBiddersRoute(info),
    infoBidderRoute(info),
    biddersParamsRoute(info),
    statusRoute(parts.isDraining),
    versionRoute(parts.build),
  ];
}

function vtrackRoute(config: Config, accounts: EventAccounts, { cache, registry }: ServiceParts): Route {
  return vtrackPostRoute({
    cache,
    accounts,
    externalUrl: config.externalUrl,
    videoTtlSeconds: config.cache.videoTtlSeconds,
    mayTrack: (bidder) => registry.find(bidder)?.modifyingVastXmlAllowed ?? true,
  });
}
