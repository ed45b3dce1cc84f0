/**
 * How an operation's processor time is taken: `process.cpuUsage` over many of them, collection of garbage and compilation included.
 */

/** Something to time. `run` is one operation; what it returns is kept from being optimised away. */
export interface MicroCase {
  readonly name: string;
  /** The request's text: `JSON.parse` of it, timed beside, shows how noisy the machine is. */
  readonly body: string;
  run(): unknown;
}

/** Processor microseconds per operation, and of one `JSON.parse` of the same body in the same round. */
export interface Timing {
  readonly name: string;
  readonly cpuUs: number;
  readonly parseUs: number;
}

/** Long enough beside a reading of the clock. */
const batchUs = 200;
const parseShare = 0.3;

/** The last operation's result: where everybody can see it, no engine may leave the operation out. */
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

/** An operation whose batch fits its length once it has warmed up. */
class Operation {
  readonly #run: () => unknown;
  #batch = 1;

  constructor(run: () => unknown) {
    this.#run = run;
  }

  warmUp(ms: number): void {
    this.#batch = Math.max(1, Math.round(batchUs / Math.max(0.01, this.time(ms))));
  }

  /** Processor microseconds per operation over about `ms` milliseconds. */
  time(ms: number): number {
    return timeBatches(this.#run, this.#batch, ms);
  }
}

/** The hops have much code that is compiled late, and again when a later case shows it other shapes. */
const warmUps = 3;
/** A few cases alone warm up as long as so many. */
const leastCases = 30;

/** Warms cases up, `warmUpMs` milliseconds each and more than once, and gives the function that times the one at a place. */
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
