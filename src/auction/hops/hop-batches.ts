/**
 * Sends the hops of one event loop turn to a thread together: crossing costs more than the data carried, and hops that run back to back
 * reuse the thread's caches (bench/README, 'Choices'). If a thread dies, all hops of its batch run again, each alone.
 */
import type { HopEnd } from '../hop-functions.ts';

/** What the batches of one kind of hop need. */
export interface BatchParts<Message, Result> {
  readonly threads: number;
  /** The buffer of a message; the batches take ownership of it. */
  readonly bufferOf: (message: Message) => ArrayBuffer;
  /** Runs the hops on one thread, in order, with copies of their buffers. Rejects when the thread dies. */
  readonly run: (messages: Message[]) => Promise<readonly HopEnd<Result>[]>;
  /** Runs a hop on a thread that nothing else uses. Rejects when the hop kills that thread too. */
  readonly runAlone: (messages: Message[]) => Promise<readonly HopEnd<Result>[]>;
}

/** Most hops in one batch: the first of them waits for the last. */
const mostHops = 16;
/** A hop with more bytes goes alone, since it would delay the others. */
const mostBytes = 32 * 1024;

/** A task that is still running after this many checks counts as hanging. */
const maxChecks = 6;

/** A task of the pool, and how many checks it has seen. */
interface Crossing {
  checks: number;
}

interface Hop<Message, Result> {
  readonly message: Message;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Hops of one kind on their way to threads. */
export class HopBatches<Message, Result> {
  /** Hops completed since the start. */
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

  /** Tasks of the pool in flight. */
  get tasks(): number {
    return this.#crossings.size;
  }

  /** Counts a check for every task in flight; to be called at regular intervals. True when a task hangs. */
  checkHanging(): boolean {
    let isHanging = false;
    for (const crossing of this.#crossings) isHanging = ++crossing.checks > maxChecks || isHanging;
    // Tasks still queued get their full time again: they must not count as hanging on the replacement threads.
    if (isHanging) for (const crossing of this.#crossings) crossing.checks = 0;
    return isHanging;
  }

  /** Resolves with the hop's result. Rejects with what the hop throws, or when it kills its thread. */
  add(message: Message): Promise<Result> {
    return new Promise((resolve, reject) => {
      const hop = { message, resolve, reject };
      if (this.#parts.bufferOf(message).byteLength > mostBytes) {
        this.#cross([hop]);
        return;
      }
      // After all auctions that are resumed at the same moment.
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
    const crossing = { checks: 0 };
    this.#crossings.add(crossing);
    this.#parts
      .run(hops.map(({ message }) => message))
      .finally(() => this.#crossings.delete(crossing))
      .then(
        (ends) => ends.forEach((end, at) => this.#settle(hops[at]!, end)),
        // The thread has died, and any of its hops may be the cause.
        () => hops.forEach((hop) => this.#runAlone(hop)),
      );
  }

  #runAlone(hop: Hop<Message, Result>): void {
    this.#parts.runAlone([hop.message]).then(
      ([end]) => this.#settle(hop, end!),
      (error: Error) => this.#settle(hop, { error }),
    );
  }

  #settle({ message, resolve, reject }: Hop<Message, Result>, end: HopEnd<Result>): void {
    this.completed += 1;
    // The garbage collector hardly accounts for this memory, and would let it pile up.
    this.#parts.bufferOf(message).transfer(0);
    if ('error' in end) reject(end.error);
    else resolve(end.value);
  }
}
