/**
 * Hands captured auctions to a thread of its own that writes them, and puts another one in its place when it dies (issue 6, item 3).
 * What that thread cannot keep up with is dropped and counted.
 */
import { Worker } from 'node:worker_threads';
import { seldom, type OnTrouble } from '../seldom.ts';
import type { CaptureMessage, CaptureReceipt, CaptureSetup } from './capture-message.ts';

/** What the thread is set up with, and how much may wait for it. */
export interface WriterRules extends CaptureSetup {
  readonly maxWaitingBytes: number;
  /** How long after its thread has died another one may take its place, in milliseconds; a minute when not stated. */
  readonly againMs?: number;
}

/** What capture did since the start. */
export interface CaptureCounts {
  readonly written: number;
  /** Lost because too much waited, the disk refused, or the request could not be rid of its user. */
  readonly dropped: number;
}

const threadFile = new URL('./capture-thread.ts', import.meta.url);
const closeMs = 2000;
const usualAgainMs = 60_000;
const maxOldGenerationSizeMb = 256;

/** The writing of one process. */
export class CaptureWriter {
  readonly #rules: WriterRules;
  #thread: Worker;
  readonly #onTrouble: OnTrouble;
  #waiting = 0;
  #waitingBytes = 0;
  #written = 0;
  #dropped = 0;
  #isReady = false;
  #isOver = false;
  #againAtMs = 0;

  /** Starts the thread; `onTrouble` is told now and then why auctions are lost. */
  constructor(rules: WriterRules, onTrouble: OnTrouble) {
    this.#rules = rules;
    this.#onTrouble = seldom(onTrouble);
    this.#thread = this.#startThread();
  }

  /** For metrics. */
  get counts(): CaptureCounts {
    return { written: this.#written, dropped: this.#dropped };
  }

  /** Resolves when files can be written; rejects with an Error that names the setting when they cannot. */
  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#thread.once('message', () => {
        // From here on the thread keeps no process alive.
        this.#thread.unref();
        this.#isReady = true;
        resolve();
      });
      this.#thread.once('error', reject);
    });
  }

  /** Takes what `message` gives to the thread; false when it is dropped because too much waits, or there is no thread. */
  write(message: () => CaptureMessage): boolean {
    if (this.#isOver && !this.#startAgain()) {
      this.#dropped += 1;
      return false;
    }
    const made = message();
    const { byteLength } = made.bytes;
    if (this.#waitingBytes + byteLength > this.#rules.maxWaitingBytes) {
      this.#lose('more waits for the disk than capture.maxWaitingBytes: raise it, or lower capture.sampleRate');
      return false;
    }
    this.#waiting += 1;
    this.#waitingBytes += byteLength;
    this.#thread.postMessage(made, [made.bytes]);
    return true;
  }

  /** Writes what waits, within two seconds, and ends the thread. */
  async close(): Promise<void> {
    this.#againAtMs = Infinity;
    if (this.#isOver) return;
    const ended = new Promise<void>((resolve) => {
      this.#thread.once('exit', () => resolve());
    });
    this.#thread.postMessage('end', []);
    const timer = setTimeout(() => void this.#thread.terminate(), closeMs);
    await ended;
    clearTimeout(timer);
  }

  #startThread(): Worker {
    const thread = new Worker(threadFile, {
      workerData: this.#rules satisfies CaptureSetup,
      env: { NODE_OPTIONS: '' },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb },
    });
    thread.on('message', (receipt: CaptureReceipt) => this.#receive(receipt));
    thread.on('error', (error) => this.#tellEnd(error));
    thread.on('exit', () => this.#end());
    return thread;
  }

  /** Puts another thread in the place of one that has died; false while it is too early, and once capture is closed. */
  #startAgain(): boolean {
    if (performance.now() < this.#againAtMs) return false;
    this.#isOver = false;
    this.#thread = this.#startThread();
    this.#thread.unref();
    return true;
  }

  /** What goes wrong before `ready` is the start's to tell: nothing was to be captured yet. */
  #tellEnd({ message }: Error): void {
    if (this.#isReady) this.#onTrouble(`the thread that writes them has ended (${message})`);
  }

  /** What still waits for a thread that has ended is lost. */
  #end(): void {
    this.#isOver = true;
    this.#againAtMs = Math.max(this.#againAtMs, performance.now() + (this.#rules.againMs ?? usualAgainMs));
    this.#dropped += this.#waiting;
    this.#waiting = 0;
    this.#waitingBytes = 0;
  }

  #receive({ bytes, fault }: CaptureReceipt): void {
    // The thread's first word is about no auction.
    if (bytes === 0) return;
    this.#waiting -= 1;
    this.#waitingBytes -= bytes;
    if (fault === '') this.#written += 1;
    else this.#lose(fault);
  }

  #lose(reason: string): void {
    this.#dropped += 1;
    if (reason !== 'unreadable') this.#onTrouble(reason);
  }
}
