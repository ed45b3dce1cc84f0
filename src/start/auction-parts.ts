/** Builds `AuctionParts`, which all auctions of a process share, from the opened parts (house, 'The journey of one request'). */
import type { Registry } from '../adapter/registry.ts';
import type { AuctionParts } from '../auction/auction-input.ts';
import { Cohort } from '../auction/cohort.ts';
import { FanOut } from '../auction/fan-out.ts';
import type { StoredEnvelope } from '../auction/look-up.ts';
import type { OverloadGate } from '../auction/overload/gate.ts';
import { PluginLookUps } from '../auction/plugin-look-ups.ts';
import type { Hops } from '../auction/pool.ts';
import { TimeoutNotices } from '../auction/timeout-notices.ts';
import type { BoundedCache } from '../cache/bounded-cache.ts';
import type { Config } from '../config/schema.ts';
import { CodeBugs } from '../observe/code-bugs.ts';
import { hostLog } from '../observe/host-log.ts';
import type { Log } from '../observe/log.ts';
import type { Plugin } from '../plugins/contract.ts';
import { PrivacyTally } from '../privacy/counts.ts';
import type { HostTexts } from '../stored/host-texts.ts';
import type { StoredData } from '../stored/open-stored.ts';

/** What auctions need from the host. */
interface HostParts {
  readonly texts: HostTexts;
  readonly stored: StoredData<StoredEnvelope>;
  readonly cache: BoundedCache;
  readonly gate: OverloadGate;
  readonly log: Log;
  readonly registry: Registry;
  /** The host's plugins by name. */
  readonly plugins: ReadonlyMap<string, Plugin>;
}

/** Builds the parts, with their own connections to bidders. */
export function auctionParts(config: Config, hops: Hops, parts: HostParts): AuctionParts {
  const { texts, stored, cache, gate, log, registry, plugins } = parts;
  const { namespace, auction, blocked } = config;
  const codeBugs = new CodeBugs(log, [...plugins.keys()]);
  const ownHosts = registry.hosts();
  const timeoutNotices = auction.tellTimeouts ? new TimeoutNotices({ ownHosts }) : undefined;
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
    categories: texts.categories.current,
    floorsOf: texts.floors.of,
    vendorLists: texts.vendorLists,
    privacyTally: new PrivacyTally(),
    codeBugs,
    lookUps: new PluginLookUps(config.plugins, plugins, codeBugs.note),
    cache,
    timeoutNotices,
    fanOut: new FanOut({
      connectionsPerOrigin: auction.connectionsPerBidder,
      queuePerOrigin: auction.queuePerBidder,
      maxReplyBytes: auction.maxReplyBytes,
      drainGraceMs: auction.drainGraceMs,
      connectTimeoutMs: auction.tmaxMaxMs,
      ownHosts,
      onSettled: timeoutNotices?.note,
      health: { ...config.bidderHealth, isOwnDelay: () => gate.isLate, news: hostLog(log) },
    }),
  };
}

/** Closes all connections to bidders, which ends the calls on them. */
export async function closeCalls({ fanOut, timeoutNotices }: AuctionParts): Promise<void> {
  await Promise.all([fanOut.close(), timeoutNotices?.close()]);
}
