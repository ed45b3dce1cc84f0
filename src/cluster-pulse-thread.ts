/** The thread that watches the process it is in (cluster-pulse): it goes on where the main thread stands still. */
import { write } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { OwnPulse } from './cluster-pulse.ts';

const standardError = 2;

const { beats, everyMs, mostSilent, lastWords } = workerData as OwnPulse;
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
