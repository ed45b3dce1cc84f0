/** Decides how soon a process is forked again after others failed (issue 7, item 1): at once, then with growing pauses. */
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that dies sooner than this after it started to listen counts as a failed start, in milliseconds. */
const soundAfterMs = 1000;
/** The pause after one failed start, doubled with each further one up to the longest, in milliseconds. */
const firstPauseMs = 250;
const longestPauseMs = 30_000;
/** After this many consecutive failed starts, further attempts are hopeless. */
const hopelessAfter = 5;

/** Counts consecutive failed starts. */
export class Backoff {
  #failures = 0;

  /** True when so many starts failed that the next would probably fail too. */
  get isHopeless(): boolean {
    return this.#failures >= hopelessAfter;
  }

  /** Notes a process that never listened. */
  noteFailure(): void {
    this.#failures++;
  }

  /** Notes a process that died after it had listened for `livedMs`. */
  noteDeath(livedMs: number): void {
    this.#failures = livedMs < soundAfterMs ? this.#failures + 1 : 0;
  }

  /** How long the next fork must wait, in milliseconds. */
  get pauseMs(): number {
    if (this.#failures === 0) return 0;
    return Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#failures - 1));
  }

  /** Waits until the next fork may be tried. */
  async pause(): Promise<void> {
    if (this.pauseMs > 0) await sleep(this.pauseMs);
  }
}
