/**
 * Hands captured auctions to a thread of its own that writes them, and puts another one in its place when it ends (issue 6, item 3).
 * What that thread cannot keep up with is dropped and counted.
 */
import { seldom, type OnTrouble } from '../seldom.ts';
import type { CaptureMessage, CaptureReceipt } from './capture-message.ts';
import { WritingThread, type ThreadEnd, type ThreadRules } from './writing-thread.ts';

/** What the thread is set up with, and how much may wait for it. */
export interface WriterRules extends ThreadRules {
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

const usualAgainMs = 60_000;

/** The writing of one process. */
export class CaptureWriter {
  readonly #rules: WriterRules;
  #thread: WritingThread;
  readonly #onTrouble: OnTrouble;
  /** Those that are not with the thread yet. */
  #waiting: CaptureMessage[] = [];
  /** Of those, and of those that are with it. */
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
  async ready(): Promise<void> {
    await this.#thread.ready();
    this.#isReady = true;
    this.#thread.unref();
  }

  /** Takes what `message` gives for the thread; false when it is dropped because too much waits, or there is no thread. */
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
    this.#waitingBytes += byteLength;
    this.#waiting.push(made);
    this.#handOver();
    return true;
  }

  /** Writes what waits, within two seconds, and ends the thread. */
  async close(): Promise<void> {
    this.#againAtMs = Infinity;
    if (this.#isOver) return;
    for (const message of this.#waiting.splice(0)) this.#thread.write(message);
    await this.#thread.close();
  }

  #startThread(): WritingThread {
    return new WritingThread(this.#rules, {
      received: (receipt) => this.#receive(receipt),
      ended: (end) => this.#end(end),
    });
  }

  /** Puts another thread in the place of one that has ended; false while it is too early, and once capture is closed. */
  #startAgain(): boolean {
    if (performance.now() < this.#againAtMs) return false;
    this.#isOver = false;
    this.#thread = this.#startThread();
    this.#thread.unref();
    return true;
  }

  #handOver(): void {
    while (this.#waiting.length > 0 && this.#thread.hasRoom) this.#thread.write(this.#waiting.shift()!);
  }

  /** What is with a thread that ends is lost, and what waits for one that has died. */
  #end({ fault, isStuck, lost }: ThreadEnd): void {
    this.#isOver = true;
    this.#dropped += lost;
    // Before, it is the start's to tell: nothing was to be captured yet.
    if (fault !== '' && this.#isReady) this.#onTrouble(`the thread that writes them has ended (${fault})`);
    const restMs = isStuck ? 0 : (this.#rules.againMs ?? usualAgainMs);
    this.#againAtMs = Math.max(this.#againAtMs, performance.now() + restMs);
    if (isStuck && this.#startAgain()) {
      this.#waitingBytes = this.#waiting.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
      this.#handOver();
      return;
    }
    this.#dropped += this.#waiting.splice(0).length;
    this.#waitingBytes = 0;
  }

  #receive({ bytes, fault }: CaptureReceipt): void {
    this.#waitingBytes -= bytes;
    if (fault === '') this.#written += 1;
    else this.#lose(fault);
    if (!this.#isOver) this.#handOver();
  }

  #lose(reason: string): void {
    this.#dropped += 1;
    if (reason !== 'unreadable') this.#onTrouble(reason);
  }
}
