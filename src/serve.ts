/** Puts the running service together: stores, pool, fan-out, routes; and takes it down again in the order of traps ('Drain'). */
import { setTimeout as sleep } from 'node:timers/promises';
import { createHops } from '../workers/hops.ts';
import { BiddersInfo } from './adapter/info.ts';
import { Registry } from './adapter/registry.ts';
import { openAnalytics } from './analytics/open-analytics.ts';
import type { AuctionParts } from './auction/auction.ts';
import { FanOut } from './auction/fan-out.ts';
import { readStored } from './auction/look-up.ts';
import { inlineHops, poolHops, threadCount, type Hops } from './auction/pool.ts';
import type { BoundedCache } from './cache/bounded-cache.ts';
import { openCache } from './cache/open-cache.ts';
import { checkAccount } from './config/account.ts';
import type { Channel } from './cluster-messages.ts';
import type { Config } from './config/schema.ts';
import type { AdminParts } from './http/admin-routes.ts';
import { startServer, type ServerOptions } from './http/server.ts';
import { serviceRoutes } from './http/service-routes.ts';
import { loadBidders, neededFiles, type LoadedBidders } from './load-bidders.ts';
import { nativeFault } from './native/envelope.ts';
import type { Log } from './observe/log.ts';
import { PrivacyTally } from './privacy/counts.ts';
import { readAccount, type AccountRules } from './stored/accounts.ts';
import { CachedStore } from './stored/cached-store.ts';
import { fileStore } from './stored/file-store.ts';
import { startHostTexts, type HostTexts } from './stored/host-texts.ts';
import { SyncTally } from './usersync/sync-tally.ts';

/** What the process gives the service. */
export interface Surroundings {
  readonly log: Log;
  readonly version: string;
  /** The commit that runs, '' when not known. */
  readonly revision: string;
  readonly env: { readonly [name: string]: string | undefined };
  /** The way to all processes of the service. */
  readonly channel: Channel;
}

/** A running service. */
export interface Service {
  readonly port: number;
  /** What the admin port shows of this process. */
  readonly admin: AdminParts;
  /** Says so on `/status` for `drainDelayMs`, closes the port, lets what is in flight finish, and frees everything. */
  drain(drainDelayMs: number): Promise<void>;
}

/** How long stored data is believed before it is read again. */
const storedTtlMs = 30_000;
/** Memory for stored requests, imps and responses, and for accounts. */
const storedBytes = 256 * 1024 * 1024;
const accountBytes = 32 * 1024 * 1024;

/** Starts the service. Rejects with an Error that says what to change: a taken port, a wrong address. */
export async function serve(config: Config, surroundings: Surroundings): Promise<Service> {
  const { log, version, revision } = surroundings;
  const opened = await openParts(config, surroundings);
  let isDraining = false;
  const { tmaxMaxMs } = config.auction;
  const server = await opened.hops
    .ready()
    .then(() => {
      const build = { version, revision };
      const routes = serviceRoutes(config, { ...opened, build, isDraining: () => isDraining });
      return startServer(serverOptions(config, log), routes);
    })
    .catch(async (error: unknown) => {
      await opened.free();
      throw error;
    });
  const drain = async (drainDelayMs: number): Promise<void> => {
    isDraining = true;
    server.startDraining();
    await sleep(drainDelayMs);
    server.stopListening();
    const lastMs = performance.now() + tmaxMaxMs + 1000;
    while (server.inFlight() > 0 && performance.now() < lastMs) await sleep(10);
    server.close();
    await opened.free();
  };
  return { port: server.port, admin: opened.admin, drain };
}

function serverOptions(config: Config, log: Log): ServerOptions {
  const { host, port, trustedProxies, externalUrl } = config;
  const { maxRequestBytes, bodyTimeoutMs } = config.auction;
  const onBug = (error: unknown): void => log.error({ err: error }, 'bug');
  return { host, port, maxRequestBytes, bodyTimeoutMs, trustedProxies, externalUrl, onBug };
}

/** All that must be opened before the port is; `free` closes it. */
async function openParts(config: Config, { log, version, env }: Surroundings) {
  if (nativeFault !== undefined) {
    log.warn(
      { reason: nativeFault },
      'the native envelope is missing: JavaScript reads requests instead, ten times slower',
    );
  }
  refuseUnserved(config, log);
  const bidders = await loadBidders();
  // A bidder that cannot work is better refused here than in every thread.
  const registry = new Registry(config.bidders, bidders.definitions);
  const cache = openCache(config.cache, (error) =>
    log.warn({ err: error }, 'the bid cache fails: its keys are left out'),
  );
  const analytics = openAnalytics(config.analytics, (module, reason) =>
    log.warn({ module, reason }, 'analytics lose events'),
  );
  const texts = await startHostTexts(config, log);
  const hops = startHops(config, bidders, { server: `gavel/${version}`, env });
  const auction = auctionParts(config, hops, { texts, cache });
  const free = async (): Promise<void> => {
    texts.close();
    await Promise.all([hops.close(), auction.fanOut.close(), auction.store.close(), cache.close(), analytics.close()]);
  };
  const info = new BiddersInfo(bidders.known, registry, Object.keys(config.bidders));
  const serving = { auction, hostCookie: config.userSync.hostCookie, analytics };
  const syncTally = new SyncTally();
  const admin: AdminParts = { metrics: () => Promise.resolve(''), rates: texts.rates.states };
  return { serving, cache, registry, info, known: bidders.known, syncTally, hops, admin, free };
}

/** Settings that this version reads and cannot follow: one that would lose data ends the start, the other is told. */
function refuseUnserved({ stored, processes }: Config, log: Log): void {
  if (stored.source !== 'files') {
    throw new Error(`stored.source is ${stored.source}, which this version does not serve: set files and stored.dir`);
  }
  if (processes !== 1) log.warn({ processes }, 'this version runs one process, whatever processes says');
}

function startHops(
  config: Config,
  bidders: LoadedBidders,
  { server, env }: { server: string; env: Surroundings['env'] },
): Hops {
  const setup = { config, server };
  const threads = threadCount(config.workers);
  if (threads === 0) return inlineHops(createHops(setup, bidders.definitions));
  const poolSetup = { ...setup, bidderFiles: neededFiles(bidders, config.bidders) };
  const filename = new URL('../workers/index.ts', import.meta.url).href;
  return poolHops({ filename, threads, queueLimit: config.auction.queueLimit, setup: poolSetup, env });
}

function auctionParts(
  config: Config,
  hops: Hops,
  { texts, cache }: { readonly texts: HostTexts; readonly cache: BoundedCache },
): AuctionParts {
  const { namespace, auction, accounts, blocked, stored } = config;
  const source = fileStore(stored.dir);
  const accountRules: AccountRules = { ...accounts, check: checkAccount };
  const kept = { ttlMs: storedTtlMs, timeoutMs: stored.timeoutMs };
  return {
    namespace,
    times: { ...auction, cacheExpectedMs: config.cache.expectedMs },
    maxImps: auction.maxImps,
    store: new CachedStore(source, { ...kept, maxBytes: storedBytes, read: readStored(namespace) }),
    accounts: new CachedStore(source, { ...kept, maxBytes: accountBytes, read: readAccount(accountRules) }),
    accountRules,
    blocked: { accounts: new Set(blocked.accounts), apps: new Set(blocked.apps) },
    hops,
    rates: texts.rates.current,
    lineItems: texts.lineItems.current,
    vendorLists: texts.vendorLists,
    privacyTally: new PrivacyTally(),
    cache,
    fanOut: new FanOut({
      connectionsPerOrigin: auction.connectionsPerBidder,
      maxReplyBytes: auction.maxReplyBytes,
      drainGraceMs: auction.drainGraceMs,
      connectTimeoutMs: auction.tmaxMaxMs,
    }),
  };
}
