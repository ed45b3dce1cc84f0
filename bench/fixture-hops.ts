/**
 * Runs fixtures through both hops with a fixed clock, fixed seeds and fixed replies, so that the output is the same bytes every time
 * (house, 'The journey of one request'). Nothing is sent over the network.
 */
import { settleMessage, withoutKept } from '../src/auction/hop-bytes.ts';
import { readStored, type AuctionStore } from '../src/auction/look-up.ts';
import type { Prepared } from '../src/auction/messages.ts';
import type { HopFunctions } from '../src/auction/hop-functions.ts';
import type { SettleResult } from '../src/auction/settle-messages.ts';
import { checkAccount } from '../src/config/account.ts';
import type { Config } from '../src/config/schema.ts';
import { RequestError } from '../src/errors.ts';
import { loadBidders } from '../src/load-bidders.ts';
import type { CapturedAuction } from '../src/observe/capture-record.ts';
import type { Plugin } from '../src/plugins/contract.ts';
import { readAccount, type Account } from '../src/stored/accounts.ts';
import { CachedStore } from '../src/stored/cached-store.ts';
import { fileStore } from '../src/stored/file-store.ts';
import { startHostTexts } from '../src/stored/host-texts.ts';
import { createHops } from '../workers/hops.ts';
import { digitsOf, messageOf } from './fixture-message.ts';
import { settledCalls, type Replies } from './fixture-replies.ts';

/** All output of one fixture. A refused fixture has faults and nothing else. */
export interface FixtureRun {
  readonly faults: readonly string[];
  readonly prepared: Prepared | null;
  readonly settled: SettleResult | null;
}

/** The hops over the fixtures' stored data and host texts. */
export interface FixtureHops {
  run(fixture: CapturedAuction, replies: Replies): Promise<FixtureRun>;
  close(): void;
}

const mutedLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** How the context gets from hop to hop: as bytes, as an object, or as an object that is turned into bytes later, for another thread. */
export type ContextRoad = 'bytes' | 'kept' | 'given away';

/** How to run fixtures; `watch` may wrap the hops. */
export interface FixtureRules {
  readonly watch?: (hops: HopFunctions) => HopFunctions;
  readonly road?: ContextRoad;
  /** Code of the plugins that `config` names. */
  readonly plugins?: ReadonlyMap<string, Plugin>;
}

/** Opens the hops of `config`. */
export async function openFixtureHops(
  config: Config,
  { watch = (hops) => hops, road = 'bytes', plugins = new Map() }: FixtureRules = {},
): Promise<FixtureHops> {
  const { namespace, stored } = config;
  const { definitions } = await loadBidders();
  const setup = { config, server: 'gavel/fixtures', keepsContext: road !== 'bytes' };
  const hops = watch(createHops(setup, definitions, { plugins }));
  const texts = await startHostTexts(config, mutedLog);
  const source = fileStore(stored.dir);
  const kept = { ttlMs: 3_600_000, timeoutMs: 10_000, maxBytes: 16_777_216 };
  const store: AuctionStore = new CachedStore(source, { ...kept, read: readStored(namespace) });
  const accountRules = { ...config.accounts, check: checkAccount };
  const accounts = new CachedStore<Account>(source, { ...kept, read: readAccount(accountRules) });
  const host = { config, texts, store, accounts, accountRules };
  const run = async (fixture: CapturedAuction, replies: Replies): Promise<FixtureRun> => {
    const asked = await messageOf(fixture, host).catch(faultsOf);
    if (Array.isArray(asked)) return { faults: asked, prepared: null, settled: null };
    const prepared = hops.prepare(asked);
    if (!prepared.ok) return { faults: prepared.faults, prepared: null, settled: null };
    // No bidder was called when it was captured, either.
    if (!('calls' in prepared)) return { faults: [], prepared: null, settled: null };
    const terms = {
      rates: texts.rates.current(),
      ...(prepared.mapsCategories && { categories: texts.categories.current() }),
      cacheSeed: digitsOf(`cache ${fixture.name}`),
      cached: null,
    };
    const message = settleMessage(prepared, settledCalls(prepared, replies), terms);
    const settled = hops.settle(road === 'given away' ? withoutKept(message) : message);
    return { faults: [], prepared, settled };
  };
  return { run, close: () => texts.close() };
}

function faultsOf(error: unknown): string[] {
  if (error instanceof RequestError) return [`${error.status}`, ...error.faults];
  throw error;
}
