/** Decides how late this process may be (issue 'Overload'): as configured, or a multiple of that until its first auctions warm it up. */

/** How long after its first request a process may be later than configured: its first auctions are slow, which passes by itself. */
const warmUpMs = 2000;
/** The multiple of the bound that applies until then. */
const warmUpSlack = 4;

/** The bound of one process. Every instant is in milliseconds on one clock. */
export class DelayBound {
  readonly #configuredMs: number;
  #ms: number;
  #isUsed = false;
  /** When the process counts as warm; -1 before the first request. */
  #warmAtMs = -1;

  constructor(configuredMs: number) {
    this.#configuredMs = configuredMs;
    this.#ms = configuredMs;
  }

  /** The longest delay allowed now, in milliseconds. */
  get ms(): number {
    return this.#ms;
  }

  /** Notes that a request has come. */
  noteRequest(): void {
    this.#isUsed = true;
  }

  /** Sets the bound for the time until the next tick. */
  tick(nowMs: number): void {
    if (this.#isUsed && this.#warmAtMs < 0) this.#warmAtMs = nowMs + warmUpMs;
    const isWarm = this.#warmAtMs >= 0 && nowMs >= this.#warmAtMs;
    this.#ms = this.#configuredMs * (isWarm ? 1 : warmUpSlack);
  }
}
