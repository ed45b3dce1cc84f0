/** The pool's entry point: each thread builds the two hops once, from the pool's setup (traps, 'Piscina'). */
import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';
import type { PrepareMessage, PrepareResult } from '../src/auction/messages.ts';
import type { HopEnd, HopFunctions } from '../src/auction/hop-functions.ts';
import type { SettleMessage, SettleResult } from '../src/auction/settle-messages.ts';
import type { BidderDefinition } from '../src/adapter/define-bidder.ts';
import type { Plugin } from '../src/plugins/contract.ts';
import { createHops } from './hops.ts';
import { importPlugin } from './import-plugin.ts';
import { releasing } from './release.ts';
import type { PoolSetup } from './parts.ts';
import { thrownError } from './thrown-error.ts';
import { warmHops, warmUp } from './warm-up.ts';

const setup = workerData as PoolSetup;
const modules = setup.bidderFiles.map((file) => import(file) as Promise<{ readonly default: BidderDefinition }>);
const definitions = (await Promise.all(modules)).map((module) => module.default);
/** How long a thread that cannot read a plugin stays, in milliseconds: its successor may find the plugins fixed. */
const uselessMs = 5000;

const hops = await openHops();
let isWarm = false;

/**
 * Returns the thread's id once the thread is up and warm: the pool calls this until all threads are. A thread that replaces another is not
 * called: auctions wait for it, and warming would cost them more than cold code does.
 */
export function ready(): number {
  if (hops.fault !== undefined) throw new Error(hops.fault);
  if (!isWarm) warmUp(warmHops(setup), setup.config);
  isWarm = true;
  return threadId;
}

/** Runs first hops, one after the other; the buffers of their results are transferred, not copied. */
export function prepare(messages: readonly PrepareMessage[]): readonly HopEnd<PrepareResult>[] {
  return runAll(messages, hops.prepare, (result) => ('bytes' in result ? [result.bytes] : []));
}

/** Runs second hops, likewise. */
export function settle(messages: readonly SettleMessage[]): readonly HopEnd<SettleResult>[] {
  return runAll(messages, hops.settle, ({ bytes }) => [bytes]);
}

/** The hops. If a plugin that could be read when the process started no longer can, they fail, and this thread ends soon. */
async function openHops(): Promise<HopFunctions & { readonly fault?: string }> {
  const plugins = new Map<string, Plugin>();
  for (const [name, file] of setup.pluginFiles) {
    const plugin = await importPlugin(file);
    if (typeof plugin === 'string') return noHops(`plugins.${name}.file: ${plugin}`);
    plugins.set(name, plugin);
  }
  return releasing(createHops(setup, definitions, { plugins, knownCodes: setup.knownCodes }));
}

function noHops(fault: string): HopFunctions & { readonly fault: string } {
  const fail = (): never => {
    throw new Error(fault);
  };
  void sleep(uselessMs).then(() => process.exit());
  return { prepare: fail, settle: fail, fault };
}

function runAll<Message, Result>(
  messages: readonly Message[],
  hop: (message: Message) => Result,
  buffersOf: (result: Result) => readonly ArrayBuffer[],
): readonly HopEnd<Result>[] {
  const buffers: ArrayBuffer[] = [];
  const ends = messages.map((message): HopEnd<Result> => {
    try {
      const value = hop(message);
      buffers.push(...buffersOf(value));
      return { value };
    } catch (error) {
      return { error: thrownError(error) };
    }
  });
  return handOver(ends, buffers);
}

/** Piscina transfers the buffers that `move` marks, and passes its value to the other side. */
function handOver<T>(result: T, buffers: readonly ArrayBuffer[]): T {
  return move({
    get [transferableSymbol]() {
      return buffers;
    },
    get [valueSymbol]() {
      return result;
    },
  } as unknown as Parameters<typeof move>[0]) as T;
}
