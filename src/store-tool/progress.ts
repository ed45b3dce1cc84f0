/** Says how far a long task is: nothing for what takes under two seconds (issue 7, item 4). */

const quietMs = 2000;
const everyMs = 1000;

/** The progress of one task; `write` takes a line without its end, `nowMs` is a clock in milliseconds. */
export class Progress {
  readonly #write: (line: string) => void;
  readonly #nowMs: () => number;
  #nextMs: number;

  constructor(write: (line: string) => void, nowMs: () => number = () => performance.now()) {
    this.#write = write;
    this.#nowMs = nowMs;
    this.#nextMs = nowMs() + quietMs;
  }

  /** Notes that `done` of `total` (0: not known) are through with what `deed` names. */
  note(deed: string, done: number, total = 0): void {
    const nowMs = this.#nowMs();
    if (nowMs < this.#nextMs) return;
    this.#nextMs = nowMs + everyMs;
    this.#write(total === 0 ? `${done} ${deed} …` : `${done} of ${total} ${deed} …`);
  }
}
