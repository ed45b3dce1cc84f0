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
 * What `settings` mean on `cores` cores (1 or more): what is stated stays, and what is `auto` fills the cores that are left. With
 * both `auto` every core is a process without threads: it spends the least per auction, for nothing crosses threads.
 */
export function chooseSizes(cores: number, { processes, workers }: SizeSettings): Sizes {
  if (processes === 'auto') {
    const threads = workers === 'auto' ? 0 : workers;
    return { processes: Math.max(1, Math.floor(cores / (threads + 1))), workers: threads };
  }
  if (workers !== 'auto') return { processes, workers };
  // One process alone gets a thread even on one core: a long request then delays no other auction's deadline.
  return { processes, workers: Math.max(processes === 1 ? 1 : 0, Math.floor(cores / processes) - 1) };
}
