/** Decides what `auto` means for `processes` and `workers` (interface, 'Configuration'; the figures behind it: bench/README.md). */

/** How many processes share the port, and how many threads each has beside its main thread. */
export interface Sizes {
  readonly processes: number;
  readonly workers: number;
}

/** What the configuration says of both. */
export interface SizeSettings {
  readonly processes: number | 'auto';
  readonly workers: number | 'auto';
}

/**
 * The rule, by the least cores each row is for: the cores that one process stands for, and its threads. A process that
 * works on its main thread alone spends the least per auction, for nothing crosses threads; the port spreads connections.
 */
const rule = [{ fromCores: 1, coresPerProcess: 1, workers: 0 }] as const;

/** What `settings` mean on `cores` cores (1 or more): what is stated stays, and what is `auto` fills the cores that are left. */
export function chooseSizes(cores: number, { processes, workers }: SizeSettings): Sizes {
  if (processes === 'auto') {
    const row = rule.findLast(({ fromCores }) => fromCores <= cores) ?? rule[0];
    const coresPerProcess = workers === 'auto' ? row.coresPerProcess : workers + 1;
    const threads = workers === 'auto' ? row.workers : workers;
    return { processes: Math.max(1, Math.floor(cores / coresPerProcess)), workers: threads };
  }
  if (workers !== 'auto') return { processes, workers };
  // One process alone gets a thread even on one core: a long request then delays no other auction's deadline.
  return { processes, workers: Math.max(processes === 1 ? 1 : 0, Math.floor(cores / processes) - 1) };
}
