/** Puts the running service together: stores, pool, fan-out, routes; and takes it down again in the order of traps ('Drain'). */
import { setTimeout as sleep } from 'node:timers/promises';
import { BiddersInfo } from './adapter/info.ts';
import { Registry } from './adapter/registry.ts';
import { openAnalytics } from './analytics/open-analytics.ts';
import type { AuctionParts } from './auction/auction.ts';
import { Cohort } from './auction/cohort.ts';
import { FanOut } from './auction/fan-out.ts';
import type { Hops } from './auction/pool.ts';
import { readStored, type StoredEnvelope } from './auction/look-up.ts';
import type { Overload } from './auction/overload.ts';
import { watchLoop } from './auction/watch-loop.ts';
import type { BoundedCache } from './cache/bounded-cache.ts';
import { openCache } from './cache/open-cache.ts';
import type { Channel } from './cluster-messages.ts';
import { hearStored } from './cluster-stored.ts';
import type { Config } from './config/schema.ts';
import { startServer, type HttpServer, type ServerOptions } from './http/server.ts';
import { serviceRoutes } from './http/service-routes.ts';
import { inTime } from './in-time.ts';
import { loadBidders } from './load-bidders.ts';
import { nativeFault } from './native/envelope.ts';
import { tellBidderBugs } from './observe/bidder-bugs.ts';
import { bugLog } from './observe/bug-log.ts';
import { hostLog } from './observe/host-log.ts';
import type { Log } from './observe/log.ts';
import { openAll } from './open-all.ts';
import { openCapture } from './observe/open-capture.ts';
import { watchFileLimit } from './observe/file-limit.ts';
import { PrivacyTally } from './privacy/counts.ts';
import { startHostTexts, type HostTexts } from './stored/host-texts.ts';
import { openStored, type StoredData } from './stored/open-stored.ts';
import { reasonOf } from './error-text.ts';
import { serviceMetrics } from './service-metrics.ts';
import { startHops } from './start-hops.ts';
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
  /** What keeps the service from starting already: told with everything else that does. */
  readonly hindrances?: readonly string[];
}

/** A running service. */
export interface Service {
  readonly port: number;
  /** Closes every connection with its answer for a while, then the port; lets what is in flight finish, and frees everything. */
  drain(leave: Leave): Promise<void>;
}

/** How a service goes. */
export interface Leave {
  /** How long the port stays open, in milliseconds. */
  readonly delayMs: number;
  /** True when none of the same service stays behind on the port: then `/status` says 503. */
  readonly isLast: boolean;
}

const behind =
  'auctions are refused with 503, because this process is behind (refused: how many since its start, by what was): add processes or machines';
/** A connection taken just before the port closed has this long to send its request, in milliseconds. */
const lingerMs = 200;
/** Of the second that a drain may take beyond the longest auction: until here answers are sent, until there all is freed. */
const answerMs = 400;
const freeMs = 800;

/**
 * Starts the service, on a port that it shares with its other processes: the caller knows that no other service holds it. Rejects
 * with an Error that says what to change, or an AggregateError of several.
 */
export async function serve(config: Config, surroundings: Surroundings): Promise<Service> {
  const { version, revision } = surroundings;
  const opened = await openParts(config, surroundings);
  let isDraining = false;
  let server: HttpServer;
  try {
    await opened.hops.ready();
    const build = { version, revision };
    const routes = serviceRoutes(config, { ...opened, build, isDraining: () => isDraining });
    server = await startServer({ ...serverOptions(config, surroundings), admission: opened.gate }, routes);
  } catch (error) {
    await opened.free();
    throw error;
  }
  const unwatch = watchFileLimit(surroundings.log);
  const drain = async ({ delayMs, isLast }: Leave): Promise<void> => {
    isDraining = isLast;
    server.startDraining();
    await sleep(delayMs);
    server.stopListening();
    const lastMs = performance.now() + config.auction.tmaxMaxMs;
    await sleep(Math.min(delayMs, lingerMs));
    while (server.inFlight() > 0 && performance.now() < lastMs + answerMs) await sleep(10);
    server.close();
    unwatch();
    await opened.tellLast();
    await inTime(opened.free(), lastMs + freeMs - performance.now());
  };
  return { port: server.port, drain };
}

function serverOptions(config: Config, { log }: Surroundings): ServerOptions {
  const { host, port, trustedProxies, externalUrl } = config;
  const { maxRequestBytes, bodyTimeoutMs } = config.auction;
  return { host, port, maxRequestBytes, bodyTimeoutMs, trustedProxies, externalUrl, onBug: bugLog(log) };
}

/** All that must be opened before the port is; `free` closes it. */
async function openParts(config: Config, surroundings: Surroundings) {
  const { log, version, env, channel } = surroundings;
  if (nativeFault !== undefined) {
    log.warn(
      { reason: nativeFault },
      'the native envelope is missing: JavaScript reads requests instead, ten times slower',
    );
  }
  const bidders = await loadBidders();
  const registry = new Registry(config.bidders, bidders.definitions);
  const { capture, cache, analytics, texts, stored } = await openStores(config, surroundings);
  const unhear = hearStored(channel, stored, log);
  const server = `gavel/${version}`;
  const hops = startHops(config, bidders, { server, env, log });
  const { gate, stop } = watchLoop(config.overload, hops.backlog, (refused) => log.warn({ refused }, behind));
  const auction = auctionParts(config, hops, { texts, stored, cache, gate, log, registry });
  const free = async (): Promise<void> => {
    for (const end of answers) end();
    stop();
    metrics.close();
    texts.close();
    await Promise.all([hops.close(), auction.fanOut.close(), cache.close(), analytics.close()]);
    // Last of all: until then this process may be the one that tells other machines of changes.
    unhear();
    await Promise.all([capture?.close(), stored.close()]);
  };
  const info = new BiddersInfo(bidders.known, registry, config.bidders);
  const syncTally = new SyncTally();
  const counted = { auction, registry, cache, analytics, syncTally, gate, capture, rates: texts.rates };
  const { counts, metrics } = serviceMetrics(config, counted);
  const endMetrics = channel.answer('metrics', () => metrics.data());
  const answers = [channel.answer('rates', texts.rates.states), endMetrics];
  const tellLast = async (): Promise<void> => {
    endMetrics();
    const last = await metrics.data().catch(() => undefined);
    if (last !== undefined) channel.tellPrimary('lastMetrics', last);
  };
  const serving = { auction, hostCookie: config.userSync.hostCookie, analytics, server, counts, capture };
  return { serving, cache, registry, info, known: bidders.known, syncTally, hops, gate, tellLast, free };
}

/** All that is on disk or elsewhere. Rejects with an AggregateError of everything that cannot be opened. */
function openStores(config: Config, { log, hindrances }: Pick<Surroundings, 'log' | 'hindrances'>) {
  const { store } = config.cache;
  const openers = {
    capture: () => openCapture(config, log),
    cache: () =>
      openCache(
        config.cache,
        (error) => log.warn({ store, reason: reasonOf(error) }, 'the bid cache fails: its keys are left out'),
        () => log.info({ store }, 'the bid cache keeps bids again'),
      ),
    analytics: () =>
      openAnalytics(config.analytics, (module, reason) => log.warn({ module, reason }, 'analytics have trouble')),
    texts: () => startHostTexts(config, log),
    stored: () => openStored(config, { read: readStored(config.namespace), log }),
  };
  return openAll(openers, hindrances);
}

/** What auctions take from the host. */
interface HostParts {
  readonly texts: HostTexts;
  readonly stored: StoredData<StoredEnvelope>;
  readonly cache: BoundedCache;
  readonly gate: Overload;
  readonly log: Log;
  readonly registry: Registry;
}

function auctionParts(config: Config, hops: Hops, parts: HostParts): AuctionParts {
  const { texts, stored, cache, gate, log, registry } = parts;
  const { namespace, auction, blocked } = config;
  return {
    namespace,
    times: { ...auction, cacheExpectedMs: config.cache.expectedMs },
    maxImps: auction.maxImps,
    store: stored.store,
    accounts: stored.accounts,
    accountRules: stored.accountRules,
    blocked: { accounts: new Set(blocked.accounts), apps: new Set(blocked.apps) },
    cohort: new Cohort(),
    hops,
    rates: texts.rates.current,
    lineItems: texts.lineItems.current,
    vendorLists: texts.vendorLists,
    privacyTally: new PrivacyTally(),
    onBug: tellBidderBugs(log),
    cache,
    fanOut: new FanOut({
      connectionsPerOrigin: auction.connectionsPerBidder,
      queuePerOrigin: auction.queuePerBidder,
      maxReplyBytes: auction.maxReplyBytes,
      drainGraceMs: auction.drainGraceMs,
      connectTimeoutMs: auction.tmaxMaxMs,
      ownHosts: registry.hosts(),
      health: { ...config.bidderHealth, isOwnDelay: () => gate.isLate, news: hostLog(log) },
    }),
  };
}
