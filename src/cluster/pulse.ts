/** Notices a process that stands still (issue 7, item 1): what reached it is never answered, and more of it comes with every connection. */
import type { Worker } from 'node:cluster';
import { url as debuggerUrl } from 'node:inspector';
import { Worker as Thread } from 'node:worker_threads';
import { sendToWorker } from './channel.ts';
import type { Order, Word } from './protocol.ts';

/** How often a worker is asked, in milliseconds, and how many times in vain. */
const everyMs = 3000;
const mostSilent = 5;

/** The longest that a worker may be silent, in seconds. */
export const longestSilence = (everyMs * mostSilent) / 1000;

/** Asks `worker` until it ends; calls `onStill` once it has been silent for too long. */
export function watchPulse(worker: Worker, onStill: () => void): void {
  let silent = 0;
  // Counted, not timed: a primary that stood still itself has answers waiting when it goes on.
  const timer = setInterval(() => {
    if (silent === mostSilent) {
      clearInterval(timer);
      onStill();
      return;
    }
    silent++;
    sendToWorker(worker, { gavel: 'ask pulse' } satisfies Order);
  }, everyMs).unref();
  worker.on('message', (word: Word) => {
    if (word.gavel === 'pulse') silent = 0;
  });
  worker.once('exit', () => clearInterval(timer));
}

/** What the thread of `watchOwnPulse` works with: `beats` are those of the main thread, and 1 while a debugger may hold it. */
interface OwnPulse {
  readonly beats: Int32Array;
  readonly everyMs: number;
  readonly mostSilent: number;
  readonly lastWords: string;
}

/**
 * Watches this process, which nobody else does: a thread ends it by SIGKILL once it has been silent for too long, so that whoever
 * started it can start it again. The function returned ends the watch.
 */
export function watchOwnPulse(): () => void {
  const beats = new Int32Array(new SharedArrayBuffer(8));
  const beat = (): void => {
    Atomics.add(beats, 0, 1);
    Atomics.store(beats, 1, debuggerUrl() === undefined ? 0 : 1);
  };
  beat();
  const timer = setInterval(beat, everyMs / 2).unref();
  const lastWords = `gavel: the process has stood still for ${longestSilence} s: it is killed\n`;
  const given: OwnPulse = { beats, everyMs, mostSilent, lastWords };
  const thread = new Thread(
    `(${endWhenSilent.toString()})(require('node:worker_threads').workerData, require('node:fs'))`,
    {
      eval: true,
      workerData: given,
      env: { NODE_OPTIONS: '' },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    },
  );
  // Without it the process serves as well.
  thread.on('error', () => undefined).unref();
  return () => {
    clearInterval(timer);
    void thread.terminate();
  };
}

/**
 * Watches the main thread from another one, where it runs as its own text: it goes on where the main thread stands still. To read a
 * file of TypeScript would cost that thread 0.15 s of processor time, just when the port has opened.
 */
function endWhenSilent({ beats, everyMs, mostSilent, lastWords }: OwnPulse, { write }: typeof import('node:fs')): void {
  const standardError = 2;
  let heard = 0;
  let silent = 0;
  setInterval(() => {
    const [beaten, isDebugged] = [Atomics.load(beats, 0), Atomics.load(beats, 1) === 1];
    silent = beaten === heard && !isDebugged ? silent + 1 : 0;
    heard = beaten;
    if (silent !== mostSilent) return;
    // Where nobody reads what is said, it must not hold up the end.
    write(standardError, lastWords, () => undefined);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);
  }, everyMs);
}
