/** Decides what `auto` means for `processes` and `workers` (interface, 'Configuration'; the measurements are in bench/README.md). */

/** The number of processes that share the port, and of threads in each beside its main thread. */
export interface Sizes {
  readonly processes: number;
  readonly workers: number;
}

/** The available resources: those of the container where they are less than the machine's. */
export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** The two settings. */
export interface SizeSettings {
  readonly processes: number | 'auto';
  readonly workers: number | 'auto';
}

/** The memory that each process takes under load, and again each of its threads, in bytes. */
const bytesPerThread = 300_000_000;

/**
 * The sizes on a machine. Stated values stay; `auto` fills the remaining cores as far as the memory allows. With both `auto` every core
 * gets one process without threads, which costs least per auction since nothing crosses threads.
 */
export function chooseSizes(machine: Machine, { processes, workers }: SizeSettings): Sizes {
  const cores = Math.max(1, Math.min(machine.cores, Math.floor(machine.memoryBytes / bytesPerThread)));
  if (processes === 'auto') {
    const threads = workers === 'auto' ? 0 : workers;
    return { processes: Math.max(1, Math.floor(cores / (threads + 1))), workers: threads };
  }
  if (workers !== 'auto') return { processes, workers };
  // A single process with memory for it gets a thread even on one core, so that a long request does not delay other auctions' deadlines.
  const fewest = processes === 1 && machine.memoryBytes >= 2 * bytesPerThread ? 1 : 0;
  return { processes, workers: Math.max(fewest, Math.floor(cores / processes) - 1) };
}

/** Warnings about sizes on a machine: when memory runs out, the system kills processes without a message. */
export function sizeDoubts({ processes, workers }: Sizes, { memoryBytes }: Machine): readonly string[] {
  const neededBytes = processes * (workers + 1) * bytesPerThread;
  if (neededBytes <= memoryBytes) return [];
  const [needed, given] = [neededBytes, memoryBytes].map((bytes) => `${Math.floor(bytes / 1e6)} MB`);
  const what = `processes: ${processes} and workers: ${workers} take about ${needed} of memory under load`;
  const fix = 'give the machine or container more memory, or lower processes or workers';
  return [`${what}, but only ${given} are available, and the system kills processes that exceed it: ${fix}`];
}
