/** Reports the progress of a long task; nothing for the first two seconds (issue 7, item 4). */

const quietMs = 2000;
const everyMs = 1000;

/** The progress of one task. `write` takes a line without its newline; `nowMs` is a clock in milliseconds. */
export class Progress {
  readonly #write: (line: string) => void;
  readonly #nowMs: () => number;
  #nextMs: number;

  constructor(write: (line: string) => void, nowMs: () => number = () => performance.now()) {
    this.#write = write;
    this.#nowMs = nowMs;
    this.#nextMs = nowMs() + quietMs;
  }

  /** Notes that `done` of `total` (0: unknown) items are finished; `action` says what was done, such as `checked`. */
  note(action: string, done: number, total = 0): void {
    const nowMs = this.#nowMs();
    if (nowMs < this.#nextMs) return;
    this.#nextMs = nowMs + everyMs;
    this.#write(total === 0 ? `${done} ${action} …` : `${done} of ${total} ${action} …`);
  }
}
