/** Decides what `auto` means for `processes` and `workers` (interface, 'Configuration'; the figures behind it: bench/README.md). */

/** How many processes share the port, and how many threads each has beside its main thread. */
export interface Sizes {
  readonly processes: number;
  readonly workers: number;
}

/** What there is to fill: of a container where it gives less than the machine has. */
export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** What the configuration says of both. */
export interface SizeSettings {
  readonly processes: number | 'auto';
  readonly workers: number | 'auto';
}

/** So much each process takes under load, and each of its threads again. */
const usualBytes = 300_000_000;

/**
 * What both settings mean on a machine: what is stated stays, and what is `auto` fills the cores that are left, as far as the memory
 * goes. With both `auto` every core is a process without threads: it spends the least per auction, for nothing crosses threads.
 */
export function chooseSizes(machine: Machine, { processes, workers }: SizeSettings): Sizes {
  const cores = Math.max(1, Math.min(machine.cores, Math.floor(machine.memoryBytes / usualBytes)));
  if (processes === 'auto') {
    const threads = workers === 'auto' ? 0 : workers;
    return { processes: Math.max(1, Math.floor(cores / (threads + 1))), workers: threads };
  }
  if (workers !== 'auto') return { processes, workers };
  // One process alone gets a thread even on one core: a long request then delays no other auction's deadline.
  return { processes, workers: Math.max(processes === 1 ? 1 : 0, Math.floor(cores / processes) - 1) };
}

/** What is doubtful about sizes on a machine: where memory ends, the system ends processes without a word. */
export function sizeDoubts({ processes, workers }: Sizes, { memoryBytes }: Machine): readonly string[] {
  const neededBytes = processes * (workers + 1) * usualBytes;
  if (neededBytes <= memoryBytes) return [];
  const [needed, given] = [neededBytes, memoryBytes].map((bytes) => `${Math.floor(bytes / 1e6)} MB`);
  const what = `processes: ${processes} and workers: ${workers} take about ${needed} of memory under load`;
  const fix = 'give more to the machine or container, or set processes or workers lower';
  return [`${what}, and there are ${given}, beyond which the system kills without a word: ${fix}`];
}
