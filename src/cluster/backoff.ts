/** Decides how soon a process is forked again after others failed (issue 7, item 1): at once, then ever later. */
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that dies sooner than this after it began to listen counts as a failed start, in milliseconds. */
const soundMs = 1000;
/** The pause after one failed start, doubled with each in a row up to the longest, in milliseconds. */
const firstPauseMs = 250;
const longestPauseMs = 30_000;
/** So many failed starts in a row are enough. */
const most = 5;

/** The failed starts in a row. */
export class Backoff {
  #failures = 0;

  /** True when there were so many that the next would hardly be better. */
  get isHopeless(): boolean {
    return this.#failures >= most;
  }

  /** Notes a process that never listened. */
  noteFailure(): void {
    this.#failures++;
  }

  /** Notes a process that died after it had listened for `livedMs`. */
  noteDeath(livedMs: number): void {
    this.#failures = livedMs < soundMs ? this.#failures + 1 : 0;
  }

  /** Waits until the next fork may be tried. */
  async pause(): Promise<void> {
    if (this.#failures > 0) await sleep(Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#failures - 1)));
  }
}
