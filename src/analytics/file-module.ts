/** The analytics module that writes a file of JSON lines (issue 3, item 5). If the disk is slow or full, events are lost, nothing else. */
import { writeFix } from '../error-text.ts';
import { inTime } from '../in-time.ts';
import { Trouble, type OnTrouble } from '../seldom.ts';
import type { AnalyticsModule } from './module.ts';
import { RotatingFile, type RotationRules } from './rotating-file.ts';

/** Limit of the queue, in bytes. */
const maxWaitingBytes = 16_777_216;

/** Limit of one write, in bytes, unless the file's own limit is lower: rotation happens only between two writes. */
const maxWriteBytes = 1_048_576;

/** How long closing waits for the disk, in milliseconds. */
const closeMs = 2000;

/** A file of events. The constructor throws an Error that names the setting if the file cannot be written. */
export class FileModule implements AnalyticsModule {
  readonly name = 'file';
  readonly #file: RotatingFile;
  readonly #trouble: Trouble<string>;
  readonly #writeBytes: number;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #dropped = 0;
  #writing: Promise<void> | undefined;
  #isClosed = false;

  /** `onEnd` is called when a trouble ends that `onTrouble` was called for. */
  constructor(rules: RotationRules, onTrouble: OnTrouble, onEnd: () => void = () => undefined) {
    const stuck = 'the events file is full and cannot be rotated';
    this.#file = new RotatingFile(rules, (error) =>
      onTrouble(`${stuck} (${codeOf(error)}): it keeps growing, no events are lost`),
    );
    this.#trouble = new Trouble(onTrouble, onEnd);
    this.#writeBytes = Math.min(maxWriteBytes, rules.maxBytes);
  }

  get dropped(): number {
    return this.#dropped;
  }

  take(line: Uint8Array): void {
    if (this.#isClosed || this.#waitingBytes + line.byteLength > maxWaitingBytes) {
      this.#dropped++;
      if (!this.#isClosed) this.#trouble.begin('the disk is too slow for the events file');
      return;
    }
    this.#waiting.push(line);
    this.#waitingBytes += line.byteLength;
    this.#writing ??= this.#writeAll();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#writing !== undefined) await inTime(this.#writing, closeMs);
    if (this.#writing === undefined) await this.#end();
  }

  async #writeAll(): Promise<void> {
    // Events that are taken later in the same synchronous run join the first write.
    await undefined;
    while (this.#waiting.length > 0) {
      const lines = this.#nextLines();
      const droppedBefore = this.#dropped;
      try {
        await this.#file.append(Buffer.concat(lines));
        // If events were dropped meanwhile, the disk takes events but is too slow: the trouble goes on.
        if (this.#dropped === droppedBefore) this.#trouble.end();
      } catch (error) {
        this.#dropped += lines.length - wholeLines(lines, writtenOf(error));
        this.#tell(error);
      }
    }
    this.#writing = undefined;
    if (this.#isClosed) await this.#end();
  }

  /** A network disk may fail only on close: that is reported, and closing goes on. */
  async #end(): Promise<void> {
    await this.#file.close().catch((error: unknown) => this.#tell(error));
  }

  #tell(error: unknown): void {
    const fix = writeFix(error, 'analytics.file.path');
    this.#trouble.begin(`the events file cannot be written (${codeOf(error)}): ${fix}`);
  }

  /** Takes as many lines as fit one write, at least one, out of the queue. */
  #nextLines(): Uint8Array[] {
    let bytes = 0;
    let count = 0;
    for (const { byteLength } of this.#waiting) {
      if (count > 0 && bytes + byteLength > this.#writeBytes) break;
      bytes += byteLength;
      count++;
    }
    const lines = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    this.#waitingBytes -= bytes;
    return lines;
  }
}

/** How many of `lines` are whole within their first `bytes` bytes. */
function wholeLines(lines: readonly Uint8Array[], bytes: number): number {
  let end = 0;
  const torn = lines.findIndex(({ byteLength }) => (end += byteLength) > bytes);
  return torn === -1 ? lines.length : torn;
}

function writtenOf(error: unknown): number {
  return (error as { bytesWritten?: number }).bytesWritten ?? 0;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
