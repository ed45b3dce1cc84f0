/**
 * Keeps a text of the host (such as rates or line items) fresh: reads it on a schedule and keeps the last good one (decisions, 'Rates').
 */
import { createHash } from 'node:crypto';
import type { SharedText } from '../auction/messages.ts';
import { seldomEach } from '../seldom.ts';

/** Where a text comes from, and how it is checked. */
export interface TextSource {
  /** Its name in messages, e.g. `currency.ratesFile /etc/rates.json`. */
  readonly name: string;
  readonly everySeconds: number;
  /** Reads the whole text. Rejects with an Error whose message ends a sentence that begins with the name. */
  readonly read: () => Promise<string>;
  /** The text for the threads and the date of its data ('' for none); or a fault, as the end of a sentence that begins with the name. */
  readonly check: (text: string) => { readonly text: string; readonly dataAsOf: string } | { readonly fault: string };
}

/** The state of a refreshed text. Times are in milliseconds since 1970, 0 for never. */
export interface TextState {
  readonly name: string;
  readonly dataAsOf: string;
  readonly readAtMs: number;
  /** True when the text is older than two refreshes. */
  readonly stale: boolean;
  /** Why the last refresh failed, as a sentence; '' when it succeeded. */
  readonly fault: string;
}

/** The part of a logger that reports failures and recoveries. */
export interface Notices {
  warn(text: string): void;
  info(text: string): void;
}

/**
 * The pause after a failed refresh, in seconds. It doubles with each failure in a row, up to the usual pause, so that a short outage is
 * over soon.
 */
const firstRetrySeconds = 5;

/** The pause before a retry, in seconds, for a source that is read every `everySeconds` and has failed `failures` times in a row. */
export function againSeconds(everySeconds: number, failures: number): number {
  return Math.min(everySeconds, firstRetrySeconds * 2 ** (failures - 1));
}

/** One refreshed text. */
export class RefreshedText {
  readonly #source: TextSource;
  readonly #log: Notices;
  readonly #mayLog = seldomEach();
  #isFaultKnown = false;
  #current: SharedText | null = null;
  #text: string | undefined;
  #dataAsOf = '';
  #readAtMs = 0;
  #fault = '';
  /** Refreshes that failed in a row. */
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(source: TextSource, log: Notices) {
    this.#source = source;
    this.#log = log;
  }

  /** The last good text, null before the first. */
  get current(): SharedText | null {
    return this.#current;
  }

  get state(): TextState {
    const { name, everySeconds } = this.#source;
    const stale = this.#readAtMs > 0 && Date.now() - this.#readAtMs > 2000 * everySeconds;
    return { name, dataAsOf: this.#dataAsOf, readAtMs: this.#readAtMs, stale, fault: this.#fault };
  }

  /** Reads the text now, and again every `everySeconds` until closed, sooner after a failure. `state` tells how the first reading went. */
  start(): Promise<void> {
    return this.#refresh();
  }

  /** Stops the schedule. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #refresh(): Promise<void> {
    const { everySeconds } = this.#source;
    const fault = await this.#readOnce();
    this.#logFault(fault);
    this.#fault = fault;
    this.#failures = fault === '' ? 0 : this.#failures + 1;
    if (this.#isClosed) return;
    const pauseSeconds = this.#failures === 0 ? everySeconds : againSeconds(everySeconds, this.#failures);
    this.#timer = setTimeout(() => void this.#refresh(), pauseSeconds * 1000).unref();
  }

  /** Logs a failure or a recovery. Before the first good text the caller of `start` reports the fault. */
  #logFault(fault: string): void {
    if (fault === '') {
      if (this.#isFaultKnown) this.#log.info(`${this.#source.name} works again`);
      this.#isFaultKnown = false;
    } else if (this.#current === null) {
      this.#isFaultKnown = true;
    } else if (this.#mayLog(fault)) {
      this.#isFaultKnown = true;
      this.#log.warn(`${fault}; the version of ${this.#age()} stays in use`);
    }
  }

  async #readOnce(): Promise<string> {
    const { name, read, check } = this.#source;
    try {
      const text = await read();
      if (text !== this.#text) {
        const checked = check(text);
        if ('fault' in checked) return `${name} ${checked.fault}`;
        this.#text = text;
        this.#dataAsOf = checked.dataAsOf;
        this.#current = sharedText(checked.text);
      }
      this.#readAtMs = Date.now();
      return '';
    } catch (error) {
      return `${name} ${(error as Error).message}`;
    }
  }

  #age(): string {
    return new Date(this.#readAtMs).toISOString();
  }
}

/** `text` in memory that all threads share; equal texts have equal versions. */
export function sharedText(text: string): SharedText {
  const bytes = Buffer.from(text);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  return { version: createHash('sha256').update(bytes).digest('hex').slice(0, 32), bytes: shared };
}
