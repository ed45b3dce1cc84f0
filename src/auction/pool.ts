/** Runs the two hops on the threads of a Piscina pool, or on this thread (interface, `workers`). */
import { setTimeout as sleep } from 'node:timers/promises';
import { queueOptionsSymbol } from 'piscina';
import { OverloadError } from '../errors.ts';
import { Histogram, millisecondBuckets } from '../observe/metrics/histogram.ts';
import { HopBatches } from './hops/hop-batches.ts';
import { CrashRetries } from './hops/crash-retries.ts';
import { SettleFirstQueue } from './hops/settle-first-queue.ts';
import { openThreads, type ThreadOptions, type ThreadPool } from './hops/thread-pool.ts';
import type { PrepareMessage, PrepareResult } from './messages.ts';
import type { HopFunctions } from './hop-functions.ts';
import type { SettleMessage, SettleResult } from './settle-messages.ts';
import type { Backlog } from './overload/queue-watch.ts';

/** The two hops. They take ownership of the buffers in their messages: the caller must not use them afterwards. */
export interface Hops {
  /** Rejects with an `OverloadError` when the queue is full. */
  prepare(message: PrepareMessage): Promise<PrepareResult>;
  /** Never refused while threads are alive: the bids that it settles are already paid for. */
  settle(message: SettleMessage): Promise<SettleResult>;
  /** Resolves when every thread is up, so that the first auction waits for none; rejects when one cannot start. */
  ready(): Promise<void>;
  /** Readings of the queue. */
  readonly backlog: Backlog;
  /** How long hops that found no free thread waited, in milliseconds. */
  readonly waits: Histogram;
  /** Ends the threads once all hops have ended. */
  close(): Promise<void>;
}

/** What a pool of hops needs. */
export interface PoolOptions extends ThreadOptions {
  readonly threads: number;
  /** Most hops waiting; a further `prepare` is refused. */
  readonly queueLimit: number;
  /** Called when a thread hangs and all threads are terminated for it. */
  readonly onHalt?: () => void;
  /** How often to check for hanging threads, in milliseconds. */
  readonly hangCheckMs?: number;
}

const waitBuckets = millisecondBuckets(0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000);

/** A task in flight for six of these intervals counts as hanging: hops take milliseconds. */
const defaultHangCheckMs = 5000;

/** A thread holds a second task in its own queue, so it need not wait for the main thread. */
const tasksPerThread = 2;

/** The hops on a pool of threads. A thread that dies or hangs is replaced, and the auction that caused it is rejected. */
export function poolHops(options: PoolOptions): Hops {
  const { threads, queueLimit, onHalt = () => undefined, hangCheckMs = defaultHangCheckMs } = options;
  const waits = new Histogram(waitBuckets);
  const queue = new SettleFirstQueue((waitedMs) => waits.note(waitedMs));
  const pool = openThreads(options, { threads, tasksPerThread, taskQueue: queue });
  const retries = new CrashRetries(() => openThreads(options, { threads: 1, tasksPerThread: 1 }));
  const batches = <Message, Result>(name: string, bufferOf: (message: Message) => ArrayBuffer) =>
    new HopBatches<Message, Result>({
      threads,
      bufferOf,
      run: (messages) =>
        pool.run(Object.assign(messages, { [queueOptionsSymbol]: { hops: messages.length } }), { name }),
      runAlone: (messages) => retries.run(name, messages),
    });
  const prepares = batches<PrepareMessage, PrepareResult>('prepare', ({ body }) => body.buffer as ArrayBuffer);
  const settles = batches<SettleMessage, SettleResult>('settle', ({ bytes }) => bytes);
  const watch = setInterval(() => checkThreads(pool, [prepares, settles], onHalt), hangCheckMs).unref();
  const waiting = (): number => prepares.waiting + settles.waiting + queue.hops;
  const free = (): number => threads * tasksPerThread + queue.size - prepares.tasks - settles.tasks;
  let refused = 0;
  const refuse = (): Promise<never> => {
    refused += 1;
    return Promise.reject(new OverloadError('too many auctions are waiting: try again later'));
  };
  return {
    // Hops that free threads take at the end of this turn do not count as waiting.
    prepare: (message) => (waiting() - free() >= queueLimit ? refuse() : prepares.add(message)),
    settle: (message) => settles.add(message),
    ready: () => allUp(pool, threads),
    backlog: { waiting, completed: () => prepares.completed + settles.completed, refused: () => refused },
    waits,
    close: async () => {
      await endThreads(pool, watch, () => waiting() + prepares.tasks + settles.tasks);
      await retries.close();
    },
  };
}

/** Keeps threads running, and terminates all of them when one hangs: from here there is no telling which one. */
function checkThreads(pool: ThreadPool, batches: readonly { checkHanging(): boolean }[], onHalt: () => void): void {
  // After a thread fails to start, the library starts others only for new tasks, and a full queue accepts none.
  if (pool.threads.length < pool.options.minThreads) pingOne(pool).catch(() => undefined);
  if (!batches.map((one) => one.checkHanging()).includes(true)) return;
  onHalt();
  for (const thread of pool.threads) void thread.terminate();
}

/** The id of a thread that answers. Rejects when none can start. */
async function pingOne(pool: ThreadPool): Promise<number> {
  return (await pool.run(undefined, { name: 'ready' })) as number;
}

/** Resolves when every thread has answered. */
async function allUp(pool: ThreadPool, threads: number): Promise<void> {
  const up = new Set<number>();
  const ping = async (): Promise<unknown> => up.add(await pingOne(pool));
  while (up.size < threads) await Promise.all(Array.from({ length: threads * tasksPerThread }, ping));
}

/** Ends the threads of `pool`, and its `watch` timer, once nothing is in flight. */
async function endThreads(pool: ThreadPool, watch: NodeJS.Timeout, inFlight: () => number): Promise<void> {
  // The library's own graceful close does not replace a thread that dies meanwhile, and waits half a minute for that thread's tasks.
  while (pool.threads.length > 0 && inFlight() > 0) await sleep(10);
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
