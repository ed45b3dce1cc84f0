/**
 * Controls one capture thread from its process: its start, its work, and its termination when it hangs. Node could interrupt it from within
 * (node:vm), but that ends the whole process when no file can be opened.
 */
import { Worker } from 'node:worker_threads';
import type { CaptureMessage, CaptureReceipt, CaptureSetup } from './capture-message.ts';

/** What a thread is set up with. */
export interface ThreadRules extends CaptureSetup {
  /** How long it may take for one auction, in milliseconds; default: half a minute. */
  readonly longestMs?: number;
}

/** Callbacks for a thread. */
export interface ThreadListener {
  /** Called for each auction that it is done with. */
  received(receipt: CaptureReceipt): void;
  /** Called once, at its end. */
  ended(end: ThreadEnd): void;
}

/** How a thread ended. */
export interface ThreadEnd {
  /** The error that ended it; '' for none. */
  readonly fault: string;
  /** It was terminated because it took too long for one auction. */
  readonly isStuck: boolean;
  /** The number of auctions that it held. */
  readonly lost: number;
}

const threadFile = new URL('./capture-thread.ts', import.meta.url);
const maxOldGenerationSizeMb = 256;

/** Crafted ids and texts can keep a pattern busy for hours. */
const defaultLongestMs = 30_000;
const closeMs = 2000;

/** Most auctions that a thread holds: enough that it need not wait for this process, and few enough to lose with it. */
const mostHeld = 16;

/** A thread, from its start to its end. */
export class WritingThread {
  readonly #worker: Worker;
  readonly #listener: ThreadListener;
  readonly #watch: NodeJS.Timeout;
  #held = 0;
  #receipts = 0;
  #fault = '';
  #isStuck = false;

  constructor({ longestMs = defaultLongestMs, ...setup }: ThreadRules, listener: ThreadListener) {
    this.#listener = listener;
    this.#worker = new Worker(threadFile, {
      workerData: setup satisfies CaptureSetup,
      env: { NODE_OPTIONS: '' },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb },
    });
    // The thread's first message is not about an auction.
    this.#worker.once('message', () => this.#worker.on('message', (receipt: CaptureReceipt) => this.#receive(receipt)));
    this.#worker.on('error', ({ message }) => (this.#fault ||= message));
    this.#worker.on('exit', () => this.#end());
    this.#watch = setTimeout(() => this.#check(longestMs), longestMs).unref();
  }

  /** True when the thread may take one more auction. */
  get hasRoom(): boolean {
    return this.#held < mostHeld;
  }

  /** Resolves when files can be written. Rejects with an Error that names the setting when they cannot. */
  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.once('message', () => resolve());
      this.#worker.once('error', reject);
    });
  }

  /** Stops the thread from keeping the process alive. */
  unref(): void {
    this.#worker.unref();
  }

  /** Passes an auction to the thread; its buffer is transferred. */
  write(message: CaptureMessage): void {
    if (this.#held === 0) this.#watch.refresh();
    this.#held += 1;
    this.#worker.postMessage(message, [message.bytes]);
  }

  /** Lets the thread write what it holds, for at most two seconds, and resolves when it has ended. */
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
    this.#held -= 1;
    this.#receipts += 1;
    this.#watch.refresh();
    this.#listener.received(receipt);
  }

  /**
   * Terminates a hanging thread. Timers run before messages are read, so messages that have arrived by then are counted first, however long
   * this process itself was blocked.
   */
  #check(longestMs: number): void {
    if (this.#held === 0) return;
    const receipts = this.#receipts;
    setImmediate(() => {
      if (this.#receipts > receipts) return;
      this.#isStuck = true;
      this.#fault = `it spent over ${longestMs} ms on one auction`;
      void this.#worker.terminate();
    });
  }

  #end(): void {
    clearTimeout(this.#watch);
    this.#listener.ended({ fault: this.#fault, isStuck: this.#isStuck, lost: this.#held });
  }
}
