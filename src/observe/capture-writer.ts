/**
 * Passes captured auctions to a writing thread, and replaces that thread when it ends (issue 6, item 3). Auctions that the thread cannot
 * keep up with are dropped and counted.
 */
import { seldom, type OnTrouble } from '../seldom.ts';
import { notJson, type CaptureMessage, type CaptureReceipt } from './capture-message.ts';
import { WritingThread, type ThreadEnd, type ThreadRules } from './writing-thread.ts';

/** The thread's setup, and how much may wait for it. */
export interface WriterRules extends ThreadRules {
  readonly maxWaitingBytes: number;
  /** How long to wait before replacing a thread that died, in milliseconds; default: one minute. */
  readonly restartAfterMs?: number;
}

/** What capture has done since the start. */
export interface CaptureCounts {
  readonly written: number;
  /** Lost because too much was waiting, the disk refused them, the thread ended, or user data could not be removed from the request. */
  readonly dropped: number;
}

const defaultRestartAfterMs = 60_000;

/** The capture writer of one process. */
export class CaptureWriter {
  readonly #rules: WriterRules;
  #thread: WritingThread;
  readonly #onTrouble: OnTrouble;
  /** Messages not yet passed to the thread. */
  readonly #waiting: CaptureMessage[] = [];
  /** Bytes of these, and of those with the thread. */
  #waitingBytes = 0;
  #written = 0;
  #dropped = 0;
  #isReady = false;
  #isOver = false;
  #restartAtMs = 0;

  /** Starts the thread. `onTrouble` is called now and then with the reason why auctions are lost. */
  constructor(rules: WriterRules, onTrouble: OnTrouble) {
    this.#rules = rules;
    this.#onTrouble = seldom(onTrouble);
    this.#thread = this.#startThread();
  }

  /** For metrics. */
  get counts(): CaptureCounts {
    return { written: this.#written, dropped: this.#dropped };
  }

  /** Resolves when files can be written. Rejects with an Error that names the setting when they cannot. */
  async ready(): Promise<void> {
    await this.#thread.ready();
    this.#isReady = true;
    this.#thread.unref();
  }

  /** Queues the result of `message`. False when the auction is dropped because too much is waiting, or because there is no thread. */
  write(message: () => CaptureMessage): boolean {
    if (this.#isOver && !this.#restart()) {
      this.#dropped += 1;
      return false;
    }
    const prepared = message();
    const { byteLength } = prepared.bytes;
    if (this.#waitingBytes + byteLength > this.#rules.maxWaitingBytes) {
      this.#lose('more than capture.maxWaitingBytes is waiting for the disk: raise it, or lower capture.sampleRate');
      return false;
    }
    this.#waitingBytes += byteLength;
    this.#waiting.push(prepared);
    this.#handOver();
    return true;
  }

  /** Writes what is waiting, for at most two seconds, and ends the thread. */
  async close(): Promise<void> {
    this.#restartAtMs = Infinity;
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

  /** Starts a new thread after one has ended. False while that is too early, or once capture is closed. */
  #restart(): boolean {
    if (performance.now() < this.#restartAtMs) return false;
    this.#isOver = false;
    this.#thread = this.#startThread();
    this.#thread.unref();
    return true;
  }

  #handOver(): void {
    while (this.#waiting.length > 0 && this.#thread.hasRoom) this.#thread.write(this.#waiting.shift()!);
  }

  /** Auctions with a thread that ends are lost. Those waiting are lost too if it died, but not if it was stuck. */
  #end({ fault, isStuck, lost }: ThreadEnd): void {
    this.#isOver = true;
    this.#dropped += lost;
    // Before `ready`, the start itself fails with the error, and nothing was to be captured yet.
    if (fault !== '' && this.#isReady) this.#onTrouble(`the thread that writes them has stopped (${fault})`);
    const restMs = isStuck ? 0 : (this.#rules.restartAfterMs ?? defaultRestartAfterMs);
    this.#restartAtMs = Math.max(this.#restartAtMs, performance.now() + restMs);
    if (isStuck && this.#restart()) {
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
    if (reason !== notJson) this.#onTrouble(reason);
  }
}
