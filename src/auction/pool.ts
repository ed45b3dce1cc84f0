/** The two hops on the threads of a Piscina pool, or on this one (interface, `workers`). */
import { setTimeout as sleep } from 'node:timers/promises';
import { queueOptionsSymbol } from 'piscina';
import { OverloadError } from '../errors.ts';
import { Histogram, millisecondBuckets } from '../observe/metrics/histogram.ts';
import { HopBatches } from './hops/hop-batches.ts';
import { ReadyThreads } from './hops/ready-threads.ts';
import { SecondLives } from './hops/second-lives.ts';
import { SettleFirstQueue } from './hops/settle-first-queue.ts';
import { ThreadPool } from './hops/thread-pool.ts';
import type { PrepareMessage, PrepareResult } from './messages.ts';
import type { HopFunctions } from './hop-functions.ts';
import type { SettleMessage, SettleResult } from './settle-messages.ts';
import type { Backlog } from './queue-watch.ts';

/** The two hops. They take the buffers of their messages over: the caller must not use them afterwards. */
export interface Hops {
  /** Rejects with an `OverloadError` when too many auctions wait. */
  prepare(message: PrepareMessage): Promise<PrepareResult>;
  /** Never refused while threads live: the bids it settles are already paid for. */
  settle(message: SettleMessage): Promise<SettleResult>;
  /** Resolves when every thread is up, so that the first auction waits for none; rejects when one cannot start. */
  ready(): Promise<void>;
  /** What waits for a thread. */
  readonly backlog: Backlog;
  /** How long hops that found no free thread have waited, in milliseconds. */
  readonly waits: Histogram;
  /** Ends the threads once the hops have ended. */
  close(): Promise<void>;
}

/** What a pool needs: `filename` is the file URL of its entry, `setup` what the entry reads from `workerData`. */
export interface PoolOptions {
  readonly filename: string;
  readonly threads: number;
  readonly queueLimit: number;
  readonly setup: unknown;
  /** Whether code in the threads has timers and sockets of its own, which else stand still between tasks. */
  readonly hasTimers?: boolean;
  /** The environment of the threads. */
  readonly env: { readonly [name: string]: string | undefined };
  /** Told that a thread stood still, and that all are ended for it. */
  readonly onHalt?: () => void;
  /** How often threads are looked at that may stand still, in milliseconds. */
  readonly lookMs?: number;
}

/** Most memory one thread may take; a thread over it dies alone, with its auction. */
const maxOldGenerationSizeMb = 512;
/** Room for what auctions leave behind: with less, more of it is copied again and again (bench/README, 'Choices'). */
const maxYoungGenerationSizeMb = 96;

const waitBuckets = millisecondBuckets(0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000);

/** A thread that has been on a task for six of these will not end it: hops take milliseconds. */
const usualLookMs = 5000;

/** A thread takes its next task from its own queue, without waiting for the main thread. */
const tasksPerThread = 2;

/** Threads of the hops' entry; `own` is what one pool has for itself. */
function openThreads(
  { filename, setup, env, hasTimers = false }: PoolOptions,
  own: ConstructorParameters<typeof ThreadPool>[0],
): ThreadPool {
  const pool = new ThreadPool({
    filename,
    recordTiming: false,
    // The library's usual way of waiting for a task is faster, and lets nothing else run on the thread.
    atomics: hasTimers ? 'disabled' : 'sync',
    workerData: setup,
    env: { ...env, NODE_OPTIONS: '' },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb },
    ...own,
  });
  // A dying thread rejects its tasks; without a listener it would end the process as well.
  pool.on('error', () => undefined);
  return pool;
}

/** The hops on a pool of threads. A thread that dies, or stands still, is replaced; the auction that ended it is rejected. */
export function poolHops(options: PoolOptions): Hops {
  const { threads, queueLimit, onHalt = () => undefined, lookMs = usualLookMs } = options;
  const waits = new Histogram(waitBuckets);
  const queue = new SettleFirstQueue((waitedMs) => waits.note(waitedMs));
  const size = { minThreads: threads, maxThreads: threads, concurrentTasksPerWorker: tasksPerThread };
  const ready = new ReadyThreads(tasksPerThread);
  const pool = openThreads(options, { ...size, taskQueue: queue, stricterFIFO: true, loadBalancer: ready.choose });
  ready.follow(pool);
  const second = new SecondLives(() => openThreads(options, { minThreads: 1, maxThreads: 1 }));
  const batches = <Message, Result>(name: string, bufferOf: (message: Message) => ArrayBuffer) =>
    new HopBatches<Message, Result>({
      threads,
      bufferOf,
      run: (messages) =>
        pool.run(Object.assign(messages, { [queueOptionsSymbol]: { hops: messages.length } }), { name }),
      runAlone: (messages) => second.run(name, messages),
    });
  const prepares = batches<PrepareMessage, PrepareResult>('prepare', ({ body }) => body.buffer as ArrayBuffer);
  const settles = batches<SettleMessage, SettleResult>('settle', ({ bytes }) => bytes);
  const watch = setInterval(() => watchOver(pool, [prepares, settles], onHalt), lookMs).unref();
  const waiting = (): number => prepares.waiting + settles.waiting + queue.hops;
  const free = (): number => threads * tasksPerThread + queue.size - prepares.tasks - settles.tasks;
  let refused = 0;
  const refuse = (): Promise<never> => {
    refused += 1;
    return Promise.reject(new OverloadError('too many auctions are waiting: try again later'));
  };
  return {
    // What the end of the turn gives to free threads does not wait.
    prepare: (message) => (waiting() - free() >= queueLimit ? refuse() : prepares.add(message)),
    settle: (message) => settles.add(message),
    ready: () => allUp(pool, threads),
    backlog: { waiting, completed: () => prepares.completed + settles.completed, refused: () => refused },
    waits,
    close: async () => {
      await endThreads(pool, watch, () => waiting() + prepares.tasks + settles.tasks);
      await second.close();
    },
  };
}

/** Sees to it that there are threads, and ends them when one of them does not end a task. Which it is cannot be seen from here. */
function watchOver(pool: ThreadPool, batches: readonly { look(): boolean }[], onHalt: () => void): void {
  // Once a thread could not start, the library starts others for new tasks alone, of which a full queue takes none.
  if (pool.threads.length < pool.options.minThreads) askOne(pool).catch(() => undefined);
  if (!batches.map((one) => one.look()).includes(true)) return;
  onHalt();
  for (const thread of pool.threads) void thread.terminate();
}

/** The id of a thread that answers; rejects when none can start. */
async function askOne(pool: ThreadPool): Promise<number> {
  return (await pool.run(undefined, { name: 'ready' })) as number;
}

/** Resolves when every thread has answered. */
async function allUp(pool: ThreadPool, threads: number): Promise<void> {
  const up = new Set<number>();
  const ask = async (): Promise<unknown> => up.add(await askOne(pool));
  while (up.size < threads) await Promise.all(Array.from({ length: threads * tasksPerThread }, ask));
}

/** Ends the threads of `pool`, and the `watch` over them, once nothing is under way. */
async function endThreads(pool: ThreadPool, watch: NodeJS.Timeout, underWay: () => number): Promise<void> {
  // The library's own way starts no thread for one that dies meanwhile, and waits half a minute for what that one had.
  while (pool.threads.length > 0 && underWay() > 0) await sleep(10);
  clearInterval(watch);
  await pool.destroy();
}

/** The hops on this thread. */
export function inlineHops(functions: HopFunctions): Hops {
  return {
    prepare: async (message) => functions.prepare(message),
    settle: async (message) => functions.settle(message),
    ready: () => Promise.resolve(),
    backlog: { waiting: () => 0, completed: () => 0, refused: () => 0 },
    waits: new Histogram(waitBuckets),
    close: () => Promise.resolve(),
  };
}
