/** Looks at what this machine, or the container around the process, has for the sizes that are `auto` (config/sizes.ts). */
import { availableParallelism, totalmem } from 'node:os';
import type { Machine } from './config/sizes.ts';

/** The cores and the memory that this process and its threads and processes may use. */
export function thisMachine(): Machine {
  // Without a limit it is 0, or more than there is.
  const limit = process.constrainedMemory() || Infinity;
  return { cores: availableParallelism(), memoryBytes: Math.min(totalmem(), limit) };
}
