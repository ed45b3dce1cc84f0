/** Builds the two hops from the configuration: the same functions serve a pool's thread and the main thread. */
import type { Adapter } from '../src/adapter/contract.ts';
import { openrtbAdapter } from '../src/adapter/openrtb.ts';
import { Registry } from '../src/adapter/registry.ts';
import type { PrepareMessage, PrepareResult, SettleMessage, SettleResult } from '../src/auction/messages.ts';
import type { HopParts, HopSetup } from './parts.ts';
import { prepareAuction } from './prepare.ts';
import { settleAuction } from './settle.ts';

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
