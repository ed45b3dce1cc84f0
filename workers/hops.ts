/** Builds the two hops from the configuration: the same functions serve a pool's thread and the main thread. */
import type { Adapter } from '../src/adapter/contract.ts';
import { openrtbAdapter } from '../src/adapter/openrtb.ts';
import { Registry } from '../src/adapter/registry.ts';
import type { PrepareMessage, PrepareResult, SettleMessage, SettleResult } from '../src/auction/messages.ts';
import type { Config } from '../src/config/schema.ts';
import { prepareAuction } from './prepare.ts';
import { settleAuction } from './settle.ts';

/** What both hops are set up with. `server` is this server's entry of the version header. */
export interface HopSetup {
  readonly config: Config;
  readonly server: string;
}

/** What both hops share within one thread. */
export interface HopParts extends HopSetup {
  readonly registry: Registry;
  readonly adapters: ReadonlyMap<string, Adapter>;
}

/** The two hops as pure functions of their messages. */
export function createHops(setup: HopSetup): {
  prepare(message: PrepareMessage): PrepareResult;
  settle(message: SettleMessage): SettleResult;
} {
  const adapters = new Map<string, Adapter>([[openrtbAdapter.code, openrtbAdapter]]);
  const parts: HopParts = {
    ...setup,
    adapters,
    registry: new Registry(setup.config.bidders, adapters, openrtbAdapter),
  };
  return {
    prepare: (message) => prepareAuction(message, parts),
    settle: (message) => settleAuction(message, parts),
  };
}
