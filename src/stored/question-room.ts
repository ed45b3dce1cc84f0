/**
 * How many questions a source may be asked at once (issue 7, 'Must hold'): as many as it has connections, where those take long to
 * make. A look-up that waited for a new one would be late, while those that are there answer in a moment.
 */
import type { SourceLimits } from './store.ts';

type RoomLimits = Pick<SourceLimits, 'connections' | 'onFewer'>;

/** The connections of such a source. */
export interface Growing {
  /** How many there are, one that is being added among them. */
  count(): number;
  /** Adds one; rejects when it cannot be made. */
  add(): Promise<unknown>;
  /** True for what `add` rejects with where the source gives no more. */
  isTooMany(error: unknown): boolean;
}

/** How long none is added after one that could not be made, in milliseconds: a server at its limit is kept busy by each that it refuses. */
const restMs = 1000;

/** Room for a question on each connection, which grows to that where these are `growing`. */
export class QuestionRoom {
  readonly #limits: RoomLimits;
  readonly #growing: Growing | undefined;
  #isAdding = false;
  #restsUntilMs = -Infinity;

  constructor(limits: RoomLimits, growing: Growing | undefined) {
    this.#limits = limits;
    this.#growing = growing;
  }

  /** Questions that may be under way now, one at least. */
  get size(): number {
    return this.#growing === undefined
      ? this.#limits.connections
      : Math.max(1, this.#growing.count() - Number(this.#isAdding));
  }

  /** Adds a connection unless there are enough, one is being added, or none could be of late; resolves when it is there, or cannot be. */
  async grow(): Promise<void> {
    if (this.#growing === undefined || this.#isAdding || this.#growing.count() >= this.#limits.connections) return;
    if (performance.now() < this.#restsUntilMs) return;
    this.#isAdding = true;
    try {
      await this.#growing.add();
    } catch (error) {
      this.#restsUntilMs = performance.now() + restMs;
      if (this.#growing.isTooMany(error)) this.#limits.onFewer?.();
    }
    this.#isAdding = false;
  }
}
