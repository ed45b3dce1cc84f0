/** Detects hanging processes (issue 7, item 1): their requests are never answered, and every new connection adds some. */
import type { Worker } from 'node:cluster';
import { url as debuggerUrl } from 'node:inspector';
import { Worker as Thread } from 'node:worker_threads';
import { sendToWorker } from './channel.ts';
import type { PrimaryMessage, WorkerMessage } from './protocol.ts';

/** How often a worker is asked for a pulse, in milliseconds, and how many unanswered pulses are allowed. */
const everyMs = 3000;
const mostSilent = 5;

/** The longest time that a worker may be silent, in seconds. */
export const longestSilence = (everyMs * mostSilent) / 1000;

/** Asks `worker` for pulses until it ends; calls `onStill` once it has been silent for too long. */
export function watchPulse(worker: Worker, onStill: () => void): void {
  let silent = 0;
  // Pulses are counted, not timed: a primary that was itself blocked finds answers waiting when it goes on.
  const timer = setInterval(() => {
    if (silent === mostSilent) {
      clearInterval(timer);
      onStill();
      return;
    }
    silent++;
    sendToWorker(worker, { gavel: 'ask pulse' } satisfies PrimaryMessage);
  }, everyMs).unref();
  worker.on('message', (message: WorkerMessage) => {
    if (message.gavel === 'pulse') silent = 0;
  });
  worker.once('exit', () => clearInterval(timer));
}

/** The data of the `watchOwnPulse` thread. `beats` holds the main thread's beat count, and 1 while a debugger may pause it. */
interface OwnPulse {
  readonly beats: Int32Array;
  readonly everyMs: number;
  readonly mostSilent: number;
  readonly lastWords: string;
}

/**
 * Watches this process, which has no primary to do so: a thread kills it by SIGKILL once it has been silent for too long, so that its
 * supervisor can restart it. Returns a function that ends the watch.
 */
export function watchOwnPulse(): () => void {
  const beats = new Int32Array(new SharedArrayBuffer(8));
  const beat = (): void => {
    Atomics.add(beats, 0, 1);
    Atomics.store(beats, 1, debuggerUrl() === undefined ? 0 : 1);
  };
  beat();
  const timer = setInterval(beat, everyMs / 2).unref();
  const lastWords = `gavel: the process has been blocked for ${longestSilence} s: it is killed\n`;
  const pulse: OwnPulse = { beats, everyMs, mostSilent, lastWords };
  const thread = new Thread(
    `(${endWhenSilent.toString()})(require('node:worker_threads').workerData, require('node:fs'))`,
    {
      eval: true,
      workerData: pulse,
      env: { NODE_OPTIONS: '' },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    },
  );
  // The process can serve without this thread.
  thread.on('error', () => undefined).unref();
  return () => {
    clearInterval(timer);
    void thread.terminate();
  };
}

/**
 * Watches the main thread. Runs in another thread, from its own source text, so it goes on when the main thread hangs. Reading a TypeScript
 * file would cost that thread 0.15 s of processor time, just when the port has opened.
 */
function endWhenSilent({ beats, everyMs, mostSilent, lastWords }: OwnPulse, { write }: typeof import('node:fs')): void {
  const standardError = 2;
  let lastBeats = 0;
  let silent = 0;
  setInterval(() => {
    const [beatCount, isDebugged] = [Atomics.load(beats, 0), Atomics.load(beats, 1) === 1];
    silent = beatCount === lastBeats && !isDebugged ? silent + 1 : 0;
    lastBeats = beatCount;
    if (silent !== mostSilent) return;
    // Asynchronous: if nobody reads standard error, the write must not delay the kill.
    write(standardError, lastWords, () => undefined);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);
  }, everyMs);
}
