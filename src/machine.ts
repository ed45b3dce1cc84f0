/** Reads the resources of this machine or container, for sizes set to `auto` (config/sizes.ts). */
import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Machine } from './config/sizes.ts';

/** Where Linux says which control group this process is in, and where the limits of each are. */
const linux = { group: '/proc/self/cgroup', limits: '/sys/fs/cgroup' };

/** The cores and memory that this process and its threads and child processes may use. `places` is for tests. */
export function thisMachine(places = linux): Machine {
  // Without a limit this is 0, or more than the machine has.
  const limit = process.constrainedMemory() || Infinity;
  return { cores: hasPartOfCore(places) ? 1 : availableParallelism(), memoryBytes: Math.min(totalmem(), limit) };
}

/** True if a quota leaves this process less than one core, which Node 22 takes for no quota. False where that cannot be read. */
function hasPartOfCore({ group, limits }: typeof linux): boolean {
  try {
    const [, path] = /^0::(.*)$/m.exec(readFileSync(group, 'utf8')) ?? [];
    const [quota, period] = readFileSync(join(limits, path!, 'cpu.max'), 'utf8').split(' ');
    return Number(quota) < Number(period);
  } catch {
    return false;
  }
}
