/**
 * Decides when to retry hosts that do not answer: DNS look-ups and timeouts of a host that is down must not delay fetches from the others.
 */
import { againSeconds } from './refreshed-text.ts';

/** The longest pause, in seconds. */
const maxPauseSeconds = 60;

interface Silence {
  /** Unanswered fetches in a row; fetches that ran at the same time count once. */
  failures: number;
  nextAtMs: number;
}

/** The hosts that did not answer their last fetch. Times are in milliseconds of one clock. */
export class SilentHosts {
  readonly #silences = new Map<string, Silence>();

  /** Whether the host may be asked now. A silent host gets one fetch at a time, with longer and longer pauses. */
  mayAsk(hostname: string, nowMs: number): boolean {
    return nowMs >= (this.#silences.get(hostname)?.nextAtMs ?? -Infinity);
  }

  /** Notes that a fetch from the host begins. */
  asked(hostname: string): void {
    const silence = this.#silences.get(hostname);
    if (silence !== undefined) silence.nextAtMs = Infinity;
  }

  /** Notes that a fetch from the host has ended. */
  ended(hostname: string, { isAnswered, nowMs }: { readonly isAnswered: boolean; readonly nowMs: number }): void {
    if (isAnswered) return void this.#silences.delete(hostname);
    const { failures, nextAtMs } = this.#silences.get(hostname) ?? { failures: 0, nextAtMs: Infinity };
    if (nextAtMs < Infinity) return;
    const pauseSeconds = againSeconds(maxPauseSeconds, failures + 1);
    this.#silences.set(hostname, { failures: failures + 1, nextAtMs: nowMs + pauseSeconds * 1000 });
  }
}
