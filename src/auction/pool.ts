/** Decides where the two hops run: in a Piscina pool, or on the main thread (interface, `workers`). */
import { Piscina, queueOptionsSymbol } from 'piscina';
import { OverloadError } from '../errors.ts';
import { Histogram, millisecondBuckets } from '../observe/metrics/histogram.ts';
import { HopBatches, oneByOne } from './hop-batches.ts';
import type { Backlog } from './queue-watch.ts';
import { SettleFirstQueue } from './settle-first-queue.ts';
import type { HopEnd, PrepareMessage, PrepareResult, SettleMessage, SettleResult } from './messages.ts';

/** The two hops. They take the buffers of their messages over: the caller must not use them afterwards. */
export interface Hops {
  /** Rejects with an `OverloadError` when too many auctions wait. */
  prepare(message: PrepareMessage): Promise<PrepareResult>;
  /** Never refused: the bids it settles are already paid for. */
  settle(message: SettleMessage): Promise<SettleResult>;
  /** Resolves when every thread is up, so that the first auction waits for none; rejects when one cannot start. */
  ready(): Promise<void>;
  /** What waits for a thread. */
  readonly backlog: Backlog;
  /** How long hops that found no free thread have waited, in milliseconds. */
  readonly waits: Histogram;
  close(): Promise<void>;
}

/** The hops as functions of one thread. */
export interface HopFunctions {
  prepare(message: PrepareMessage): PrepareResult;
  settle(message: SettleMessage): SettleResult;
}

/** What a pool needs: `filename` is the file URL of its entry, `setup` what the entry reads from `workerData`. */
export interface PoolOptions {
  readonly filename: string;
  readonly threads: number;
  readonly queueLimit: number;
  readonly setup: unknown;
  /** The environment of the threads. */
  readonly env: { readonly [name: string]: string | undefined };
}

/** Most memory one thread may take; a thread over it dies alone, with its auction. */
const maxOldGenerationSizeMb = 512;
/** Room for what auctions leave behind: with less, more of it is copied again and again (bench/README, 'Choices'). */
const maxYoungGenerationSizeMb = 96;

const waitBuckets = millisecondBuckets(0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000);

/** A thread takes its next task from its own queue, without waiting for the main thread. */
const tasksPerThread = 2;

/** The hops on a pool of threads. A thread that dies is replaced; the auction that ended it is rejected. */
export function poolHops(options: PoolOptions): Hops {
  const waits = new Histogram(waitBuckets);
  const queue = new SettleFirstQueue((waitedMs) => waits.note(waitedMs));
  const pool = new Piscina({
    filename: options.filename,
    minThreads: options.threads,
    maxThreads: options.threads,
    concurrentTasksPerWorker: tasksPerThread,
    recordTiming: false,
    workerData: options.setup,
    env: { ...options.env, NODE_OPTIONS: '' } as NodeJS.ProcessEnv,
    execArgv: [],
    taskQueue: queue,
    resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb },
  });
  // A dying thread rejects its task; without a listener it would end the process as well.
  pool.on('error', () => undefined);
  const runner =
    <Message, Result>(name: string) =>
    (messages: Message[]): Promise<HopEnd<Result>[]> =>
      pool.run(Object.assign(messages, { [queueOptionsSymbol]: { hops: messages.length } }), { name });
  const shared = { threads: options.threads, again: oneByOne() };
  const prepares = new HopBatches<PrepareMessage, PrepareResult>({
    ...shared,
    bufferOf: ({ body }) => body.buffer as ArrayBuffer,
    run: runner('prepare'),
  });
  const settles = new HopBatches<SettleMessage, SettleResult>({
    ...shared,
    bufferOf: ({ bytes }) => bytes,
    run: runner('settle'),
  });
  const waiting = (): number => prepares.waiting + settles.waiting + queue.hops;
  return {
    prepare: (message) => (waiting() >= options.queueLimit ? Promise.reject(overloaded()) : prepares.add(message)),
    settle: (message) => settles.add(message),
    ready: async () => {
      const up = new Set<number>();
      const ask = async (): Promise<unknown> => up.add((await pool.run(undefined, { name: 'ready' })) as number);
      while (up.size < options.threads) {
        await Promise.all(Array.from({ length: options.threads * tasksPerThread }, ask));
      }
    },
    backlog: { waiting, completed: () => prepares.completed + settles.completed },
    waits,
    close: () => pool.close(),
  };
}

/** The hops on this thread. */
export function inlineHops(functions: HopFunctions): Hops {
  return {
    prepare: (message) => run(() => functions.prepare(message)),
    settle: (message) => run(() => functions.settle(message)),
    ready: () => Promise.resolve(),
    backlog: { waiting: () => 0, completed: () => 0 },
    waits: new Histogram(waitBuckets),
    close: () => Promise.resolve(),
  };
}

function overloaded(): OverloadError {
  return new OverloadError('too many auctions are waiting: try again later');
}

function run<T>(hop: () => T): Promise<T> {
  try {
    return Promise.resolve(hop());
  } catch (error) {
    return Promise.reject(error);
  }
}
