/**
 * How many queries may be in flight at a source (issue 7, 'Must hold'): as many as it has connections, where connections are slow to make.
 * A look-up that waited for a new connection would be late, while the existing ones answer at once.
 */
import type { SourceLimits } from './store.ts';

type RoomLimits = Pick<SourceLimits, 'connections' | 'onFewer'>;

/** The connections of a source that makes them one by one. */
export interface Growing {
  /** How many there are, including one that is being added. */
  count(): number;
  /** Adds one; rejects when it cannot be made. */
  add(): Promise<unknown>;
  /** True for an error of `add` that means that the source gives no more connections. */
  isTooMany(error: unknown): boolean;
}

/** The pause after a connection that could not be made, in milliseconds: each attempt costs a server at its limit work. */
const restMs = 1000;

/** One query per connection; where connections are `growing`, their number grows to the limit. */
export class QueryRoom {
  readonly #limits: RoomLimits;
  readonly #growing: Growing | undefined;
  #isAdding = false;
  #restsUntilMs = -Infinity;

  constructor(limits: RoomLimits, growing: Growing | undefined) {
    this.#limits = limits;
    this.#growing = growing;
  }

  /** How many queries may be in flight now, at least one. */
  get size(): number {
    return this.#growing === undefined
      ? this.#limits.connections
      : Math.max(1, this.#growing.count() - Number(this.#isAdding));
  }

  /** Adds a connection unless there are enough, one is being added, or one has just failed. Resolves when it is there or has failed. */
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
