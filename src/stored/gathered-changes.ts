/** Gathers changes of files for a moment and reports them together (issue 7: file watching). */
import { nameOf, type StoredChange, type StoredKey } from './store.ts';

/** How long changes are gathered before they are reported, in milliseconds: writing a file takes several steps, a folder many. */
const gatherMs = 50;

/** With this many events at once some may be lost: the kernel queues 16,384 unread ones and drops the rest, which libuv does not report. */
const manyEvents = 8192;

/** The changes of one source since the last report. `onChange` gets each report. */
export class GatheredChanges {
  readonly #onChange: (change: StoredChange) => void;
  readonly #keys = new Map<string, StoredKey>();
  #all = false;
  #events = 0;
  #hasBegun = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(onChange: (change: StoredChange) => void) {
    this.#onChange = onChange;
  }

  /** Adds a change, which is reported soon; one of no keys only counts as an event. */
  add(change: StoredChange): void {
    if (change === 'all' || ++this.#events === manyEvents) this.#all = true;
    if (change !== 'all') for (const key of change) this.#keys.set(nameOf(key), key);
    if (this.#hasBegun) this.#timer ??= setTimeout(() => this.#report(), gatherMs).unref();
  }

  /** Nothing is reported before the first call, which reports at once: a text that is kept from now on is not older than the watch. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#all = true;
    this.#report();
  }

  /** Drops what has not been reported. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #report(): void {
    this.#timer = undefined;
    const keys = [...this.#keys.values()];
    this.#keys.clear();
    const isAll = this.#all;
    this.#all = false;
    this.#events = 0;
    // Both, since named texts are not served even where the folder cannot be read.
    if (isAll) this.#onChange('all');
    if (keys.length > 0) this.#onChange(keys);
  }
}
