/** Decides when hosts are asked again that do not answer: the names and the time of one that is away must not cost the others theirs. */
import { againSeconds } from './refreshed-text.ts';

/** The longest pause. */
const mostSeconds = 60;

interface Silence {
  /** Fetches in a row that nobody answered, begun at once with another apart. */
  failures: number;
  nextAtMs: number;
}

/** The hosts that did not answer when they were asked last. Times are in milliseconds of one clock. */
export class SilentHosts {
  readonly #silences = new Map<string, Silence>();

  /** Whether the host may be asked now: one that is silent by one fetch after the other, with longer and longer pauses. */
  mayAsk(hostname: string, nowMs: number): boolean {
    return nowMs >= (this.#silences.get(hostname)?.nextAtMs ?? -Infinity);
  }

  /** A fetch of it begins. */
  asked(hostname: string): void {
    const silence = this.#silences.get(hostname);
    if (silence !== undefined) silence.nextAtMs = Infinity;
  }

  /** A fetch of it has ended. */
  ended(hostname: string, { isAnswered, nowMs }: { readonly isAnswered: boolean; readonly nowMs: number }): void {
    if (isAnswered) return void this.#silences.delete(hostname);
    const { failures, nextAtMs } = this.#silences.get(hostname) ?? { failures: 0, nextAtMs: Infinity };
    if (nextAtMs < Infinity) return;
    const pauseSeconds = againSeconds(mostSeconds, failures + 1);
    this.#silences.set(hostname, { failures: failures + 1, nextAtMs: nowMs + pauseSeconds * 1000 });
  }
}
