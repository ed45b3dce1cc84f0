/**
 * Opens everything that a running service needs: bidders, stores, hops, fan-out, metrics (interface, 'Commands': every fault of a start at
 * once).
 */
import { BiddersInfo } from '../adapter/info.ts';
import { Registry } from '../adapter/registry.ts';
import { openAnalytics } from '../analytics/open-analytics.ts';
import { readStored } from '../auction/look-up.ts';
import { watchLoop } from '../auction/overload/watch-loop.ts';
import { openCache } from '../cache/open-cache.ts';
import type { Channel } from '../cluster/channel.ts';
import { hearCaptures, tellTaken } from '../cluster/captures.ts';
import { hearStored } from '../cluster/stored.ts';
import type { Config } from '../config/schema.ts';
import { arrivalRules } from '../http/arrival.ts';
import { inTime } from '../in-time.ts';
import { loadBidders } from '../load-bidders.ts';
import { loadPlugins } from '../load-plugins.ts';
import { nativeFault } from '../native/envelope.ts';
import type { Log } from '../observe/log.ts';
import { openAll } from '../open-all.ts';
import { openCapture } from '../observe/open-capture.ts';
import { startHostTexts } from '../stored/host-texts.ts';
import { openStored } from '../stored/open-stored.ts';
import { reasonOf } from '../error-text.ts';
import { auctionParts, closeCalls } from './auction-parts.ts';
import { serviceMetrics } from './service-metrics.ts';
import { startHops } from './hops.ts';
import { SyncTally } from '../usersync/sync-tally.ts';

/** What the process provides to the service. */
export interface Surroundings {
  readonly log: Log;
  readonly version: string;
  /** The commit that is running; '' when unknown. */
  readonly revision: string;
  readonly env: { readonly [name: string]: string | undefined };
  /** The channel to all processes of the service. */
  readonly channel: Channel;
  /** Known reasons why the service cannot start, to be reported together with all others. */
  readonly hindrances?: readonly string[];
}

const noNativeMessage = 'the native envelope is missing: requests are read by JavaScript, ten times slower';

const refusingMessage =
  'auctions are rejected with 503 because this process is overloaded (refused: how many since its start, by cause): add processes or machines';

/**
 * Opens everything that must be open before the port is; `free` closes it. Rejects with an AggregateError of everything that cannot be
 * opened.
 */
export async function openParts(config: Config, surroundings: Surroundings) {
  const { log, version, env, channel } = surroundings;
  if (nativeFault !== undefined) log.warn({ reason: nativeFault }, noNativeMessage);
  const [bidders, plugins] = await Promise.all([loadBidders(), loadPlugins(config.plugins)]);
  const registry = new Registry(config.bidders, bidders.definitions);
  const { capture, cache, analytics, texts, stored } = await openStores(config, surroundings);
  const unhear = hearStored(channel, stored, log);
  const unhearOrders = hearCaptures(channel, capture);
  const server = `gavel/${version}`;
  const hops = startHops(config, { bidders, plugins }, { server, env, log });
  const { gate, stop } = watchLoop(config.overload, hops.backlog, (refused) => log.warn({ refused }, refusingMessage));
  const auction = auctionParts(config, hops, { texts, stored, cache, gate, log, registry, plugins: plugins.code });
  const info = new BiddersInfo(bidders.known, registry, config.bidders);
  const syncTally = new SyncTally();
  const counted = { auction, registry, cache, analytics, syncTally, gate, capture, texts };
  const { counts, metrics } = serviceMetrics(config, counted);
  const endMetrics = channel.answer('metrics', () => metrics.data());
  const endRates = channel.answer('rates', texts.rates.states);
  let closing: Promise<unknown> | undefined;
  const closeRecorders = (): Promise<unknown> => (closing ??= Promise.all([analytics.close(), capture?.close()]));
  const tellLast = async (mostMs: number): Promise<void> => {
    // What analytics and capture lose when they close must be counted, too.
    await inTime(closeRecorders(), mostMs);
    endMetrics();
    const last = await metrics.data().catch(() => undefined);
    if (last !== undefined) channel.tellPrimary('lastMetrics', last);
  };
  const free = async (): Promise<void> => {
    for (const end of [endRates, endMetrics, unhearOrders, stop]) end();
    metrics.close();
    texts.close();
    await Promise.all([hops.close(), closeCalls(auction), cache.close(), closeRecorders()]);
    // Last: until then this process may be the one that notifies other machines of changes.
    unhear();
    await stored.close();
  };
  const serving = { auction, ...arrivalRules(config), analytics, server, counts, capture };
  return { serving, cache, registry, info, known: bidders.known, syncTally, hops, gate, tellLast, free };
}

/** Opens everything that is on disk or on other machines. Rejects with an AggregateError of everything that cannot be opened. */
function openStores(
  config: Config,
  { log, hindrances, channel }: Pick<Surroundings, 'log' | 'hindrances' | 'channel'>,
) {
  const { store } = config.cache;
  const openers = {
    capture: () => openCapture(config, log, (id) => tellTaken(channel, id)),
    cache: () =>
      openCache(config.cache, {
        onTrouble: (error) =>
          log.warn({ store, reason: reasonOf(error) }, 'the bid cache fails: its keys are left out'),
        onWell: () => log.info({ store }, 'the bid cache works again'),
      }),
    analytics: () =>
      openAnalytics(config.analytics, {
        onTrouble: (module, reason) => log.warn({ module, reason }, 'an analytics module has a problem'),
        onEnd: (module) => log.info({ module }, 'the analytics module works again'),
      }),
    texts: () => startHostTexts(config, log),
    stored: () => openStored(config, { read: readStored(config.namespace), log }),
  };
  return openAll(openers, hindrances);
}
