/** Reads the resources of this machine or container, for sizes set to `auto` (config/sizes.ts). */
import { availableParallelism, totalmem } from 'node:os';
import type { Machine } from './config/sizes.ts';

/** The cores and memory that this process and its threads and child processes may use. */
export function thisMachine(): Machine {
  // Without a limit this is 0, or more than the machine has.
  const limit = process.constrainedMemory() || Infinity;
  return { cores: availableParallelism(), memoryBytes: Math.min(totalmem(), limit) };
}
