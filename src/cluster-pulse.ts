/** Notices a worker that stands still (issue 7, item 1): what reached it is never answered, and more of it comes with every connection. */
import type { Worker } from 'node:cluster';
import { sendToWorker } from './cluster-messages.ts';
import type { Order, Word } from './cluster-protocol.ts';

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
