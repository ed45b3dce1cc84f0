/**
 * One thread that writes captured auctions, as its process sees it: how it starts, what it is at, and its end when it stands still. Node
 * could stop it from within (node:vm), but where no file can be opened that ends the whole process.
 */
import { Worker } from 'node:worker_threads';
import type { CaptureMessage, CaptureReceipt, CaptureSetup } from './capture-message.ts';

/** What a thread is set up with. */
export interface ThreadRules extends CaptureSetup {
  /** How long it may be at one auction, in milliseconds; half a minute when not stated. */
  readonly longestMs?: number;
}

/** Who hears of a thread. */
export interface ThreadListener {
  /** Told of each auction that it is done with. */
  received(receipt: CaptureReceipt): void;
  /** Told once of its end. */
  ended(end: ThreadEnd): void;
}

/** How a thread ended. */
export interface ThreadEnd {
  /** '' for none. */
  readonly fault: string;
  /** It was at one auction for too long. */
  readonly isStuck: boolean;
  /** How many auctions were with it. */
  readonly lost: number;
}

const threadFile = new URL('./capture-thread.ts', import.meta.url);
const maxOldGenerationSizeMb = 256;

/** Ids and texts that are made for it can hold a pattern up for hours. */
const usualLongestMs = 30_000;
const closeMs = 2000;

/** So many auctions are with a thread at once: it need not wait for this process, and takes no more with it. */
const mostAtOnce = 16;

/** A thread, from its start to its end. */
export class WritingThread {
  readonly #worker: Worker;
  readonly #listener: ThreadListener;
  readonly #watch: NodeJS.Timeout;
  #taken = 0;
  #receipts = 0;
  #fault = '';
  #isStuck = false;

  constructor({ longestMs = usualLongestMs, ...setup }: ThreadRules, listener: ThreadListener) {
    this.#listener = listener;
    this.#worker = new Worker(threadFile, {
      workerData: setup satisfies CaptureSetup,
      env: { NODE_OPTIONS: '' },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb },
    });
    this.#worker.on('message', (receipt: CaptureReceipt) => this.#receive(receipt));
    this.#worker.on('error', ({ message }) => (this.#fault ||= message));
    this.#worker.on('exit', () => this.#end());
    this.#watch = setTimeout(() => this.#look(longestMs), longestMs).unref();
  }

  /** True when one more auction may be handed over. */
  get hasRoom(): boolean {
    return this.#taken < mostAtOnce;
  }

  /** Resolves when files can be written; rejects with an Error that names the setting when they cannot. */
  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.once('message', () => resolve());
      this.#worker.once('error', reject);
    });
  }

  /** From here on it keeps no process alive. */
  unref(): void {
    this.#worker.unref();
  }

  /** Hands an auction over. */
  write(message: CaptureMessage): void {
    if (this.#taken === 0) this.#watch.refresh();
    this.#taken += 1;
    this.#worker.postMessage(message, [message.bytes]);
  }

  /** Resolves when it has written what it has, or after two seconds, and ended. */
  async close(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.#worker.once('exit', () => resolve());
    });
    this.#worker.postMessage('end', []);
    const timer = setTimeout(() => void this.#worker.terminate(), closeMs);
    await ended;
    clearTimeout(timer);
  }

  #receive(receipt: CaptureReceipt): void {
    // The thread's first word is about no auction.
    if (receipt.bytes === 0) return;
    this.#taken -= 1;
    this.#receipts += 1;
    this.#watch.refresh();
    this.#listener.received(receipt);
  }

  /** Timers run before messages are read: what has come by then counts, however long this process stood still itself. */
  #look(longestMs: number): void {
    if (this.#taken === 0) return;
    const receipts = this.#receipts;
    setImmediate(() => {
      if (this.#receipts > receipts) return;
      this.#isStuck = true;
      this.#fault = `it was at one auction for over ${longestMs} ms`;
      void this.#worker.terminate();
    });
  }

  #end(): void {
    clearTimeout(this.#watch);
    this.#listener.ended({ fault: this.#fault, isStuck: this.#isStuck, lost: this.#taken });
  }
}
