/**
 * Lets the hops of one turn of the event loop cross to a thread together: a crossing costs more than what it carries, and side by
 * side hops find what they need in the thread's caches (bench/README, 'Choices'). What crossed beside a hop that ended its thread
 * runs again alone.
 */
import type { HopEnd } from '../hop-functions.ts';

/** What batches of one kind of hop need. */
export interface BatchParts<Message, Result> {
  readonly threads: number;
  /** The buffer of a message, which the batches take over. */
  readonly bufferOf: (message: Message) => ArrayBuffer;
  /** Runs the hops on one thread, in order, with copies of their buffers; rejects when it dies. */
  readonly run: (messages: Message[]) => Promise<readonly HopEnd<Result>[]>;
  /** Runs a hop alone on a thread that nothing else uses; rejects when the hop ends it, too. */
  readonly runAlone: (messages: Message[]) => Promise<readonly HopEnd<Result>[]>;
}

/** So many cross together at most: the first of them waits for the last. */
const mostHops = 16;
/** A hop with more bytes goes alone: it would hold the others up. */
const mostBytes = 32 * 1024;

/** A task that has been looked at so often does not end. */
const mostLooks = 6;

/** A task of the pool, and how often it has been looked at. */
interface Crossing {
  looks: number;
}

interface Hop<Message, Result> {
  readonly message: Message;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Hops of one kind on their way to threads. */
export class HopBatches<Message, Result> {
  /** Hops that have ended since the start. */
  completed = 0;
  readonly #crossings = new Set<Crossing>();
  readonly #parts: BatchParts<Message, Result>;
  #turn: Hop<Message, Result>[] = [];

  constructor(parts: BatchParts<Message, Result>) {
    this.#parts = parts;
  }

  /** Hops that wait for the end of the turn. */
  get waiting(): number {
    return this.#turn.length;
  }

  /** Tasks of the pool that have not ended. */
  get tasks(): number {
    return this.#crossings.size;
  }

  /** Looks at what is under way, to be called at even intervals: true when a task does not end. */
  look(): boolean {
    let isEndless = false;
    for (const crossing of this.#crossings) isEndless = ++crossing.looks > mostLooks || isEndless;
    // What still waits has its time anew: it must not end the threads that start for it.
    if (isEndless) for (const crossing of this.#crossings) crossing.looks = 0;
    return isEndless;
  }

  /** What the hop gives; rejects with what it throws, or when it ended its thread. */
  add(message: Message): Promise<Result> {
    return new Promise((resolve, reject) => {
      const hop = { message, resolve, reject };
      if (this.#parts.bufferOf(message).byteLength > mostBytes) {
        this.#cross([hop]);
        return;
      }
      // Behind all auctions that go on at the same moment.
      if (this.#turn.length === 0) queueMicrotask(() => this.#send());
      this.#turn.push(hop);
    });
  }

  #send(): void {
    const hops = this.#turn;
    this.#turn = [];
    const size = Math.min(mostHops, Math.ceil(hops.length / this.#parts.threads));
    for (let at = 0; at < hops.length; at += size) this.#cross(hops.slice(at, at + size));
  }

  #cross(hops: readonly Hop<Message, Result>[]): void {
    const crossing = { looks: 0 };
    this.#crossings.add(crossing);
    this.#parts
      .run(hops.map(({ message }) => message))
      .finally(() => this.#crossings.delete(crossing))
      .then(
        (ends) => ends.forEach((end, at) => this.#end(hops[at]!, end)),
        // The thread has died, and any of the hops may be why.
        () => hops.forEach((hop) => this.#repeat(hop)),
      );
  }

  #repeat(hop: Hop<Message, Result>): void {
    this.#parts.runAlone([hop.message]).then(([end]) => this.#end(hop, end!), hop.reject);
  }

  #end({ message, resolve, reject }: Hop<Message, Result>, end: HopEnd<Result>): void {
    this.completed += 1;
    // The collector sees little of it, and would let it pile up.
    this.#parts.bufferOf(message).transfer(0);
    if ('error' in end) reject(end.error);
    else resolve(end.value);
  }
}
