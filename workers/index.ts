/** The pool's entry: each thread builds the two hops once, from what the pool was set up with (traps, 'Piscina'). */
import { threadId } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';
import type { PrepareMessage, PrepareResult, SettleMessage, SettleResult } from '../src/auction/messages.ts';
import type { BidderDefinition } from '../src/adapter/define-bidder.ts';
import { createHops } from './hops.ts';
import { releasing } from './release.ts';
import type { PoolSetup } from './parts.ts';
import { warmUp } from './warm-up.ts';

const setup = workerData as PoolSetup;
const modules = await Promise.all(setup.bidderFiles.map((file) => import(file) as Promise<DefinitionModule>));
const made = createHops(
  setup,
  modules.map((module) => module.default),
);

warmUp(made, setup.config);
const hops = releasing(made);

/** Tells which thread is up: the pool asks until all are. */
export function ready(): number {
  return threadId;
}

interface DefinitionModule {
  readonly default: BidderDefinition;
}

/** The first hop; its buffer is handed over, not copied. */
export function prepare(message: PrepareMessage): PrepareResult {
  const result = hops.prepare(message);
  return result.ok ? handOver(result, result.bytes) : result;
}

/** The second hop; its buffer is handed over, not copied. */
export function settle(message: SettleMessage): SettleResult {
  const result = hops.settle(message);
  return handOver(result, result.bytes);
}

/** Piscina transfers what `move` marks, and passes its value to the other side. */
function handOver<T>(result: T, bytes: ArrayBuffer): T {
  return move({
    get [transferableSymbol]() {
      return [bytes];
    },
    get [valueSymbol]() {
      return result;
    },
  } as unknown as Parameters<typeof move>[0]) as T;
}
