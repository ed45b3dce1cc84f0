/**
 * Measures an operation's CPU time: `process.cpuUsage` over many operations, garbage collection and compilation included.
 */

/** Something to time. `run` is one operation; its result is kept, so that the operation is not optimised away. */
export interface MicroCase {
  readonly name: string;
  /** The request's text: timing `JSON.parse` of it in the same round shows how noisy the machine is. */
  readonly body: string;
  run(): unknown;
}

/** CPU microseconds per operation, and of one `JSON.parse` of the same body in the same round. */
export interface Timing {
  readonly name: string;
  readonly cpuUs: number;
  readonly parseUs: number;
}

/** The length of a batch: long compared with a reading of the clock. */
const batchUs = 200;
const parseShare = 0.3;

/** The last operation's result: exported, so that the engine cannot drop the operation. */
export const last: { result: unknown } = { result: undefined };

/** Times `run` for about `ms` milliseconds, reading the clock every `batch` operations. */
function timeBatches(run: () => unknown, batch: number, ms: number): number {
  const before = process.cpuUsage();
  const endMs = performance.now() + ms;
  let count = 0;
  do {
    for (let left = batch; left > 0; left -= 1) last.result = run();
    count += batch;
  } while (performance.now() < endMs);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** An operation whose batch size is chosen during its warm-up. */
class Operation {
  readonly #run: () => unknown;
  #batch = 1;

  constructor(run: () => unknown) {
    this.#run = run;
  }

  warmUp(ms: number): void {
    this.#batch = Math.max(1, Math.round(batchUs / Math.max(0.01, this.time(ms))));
  }

  /** CPU microseconds per operation over about `ms` milliseconds. */
  time(ms: number): number {
    return timeBatches(this.#run, this.#batch, ms);
  }
}

/** How often to warm up: much of the hops' code is compiled late, and again when a later case has other object shapes. */
const warmUps = 3;
/** Fewer cases than this warm up as long as this many. */
const leastCases = 30;

/** Warms cases up, repeatedly and for `warmUpMs` milliseconds each. Returns a function that times the case at an index. */
export function makeTimer(cases: readonly MicroCase[], warmUpMs: number): (at: number, ms: number) => Timing {
  const timed = cases.map(({ name, body, run }) => ({
    name,
    operation: new Operation(run),
    parse: new Operation(() => JSON.parse(body)),
  }));
  const ms = warmUpMs * Math.max(1, leastCases / warmUps / timed.length);
  for (let pass = 0; pass < warmUps; pass += 1) {
    for (const { operation, parse } of timed) {
      operation.warmUp(ms);
      parse.warmUp(warmUpMs * parseShare);
    }
  }
  return (at, ms) => {
    const { name, operation, parse } = timed[at]!;
    const parseUs = parse.time(ms * parseShare);
    return { name, cpuUs: operation.time(ms), parseUs };
  };
}

/** Calls `operation` with the items in turn, over and over. */
export function inTurn<T>(items: readonly T[], operation: (item: T) => unknown): () => unknown {
  let at = 0;
  return () => {
    at = at + 1 < items.length ? at + 1 : 0;
    return operation(items[at]!);
  };
}
