/** The bidders at one host with recent failures, each with its throttle. Bounded in number, since requests make up names (aliases). */
import type { CallRecord } from '../call-records.ts';
import { Throttle } from './throttle.ts';

/** The bidder of a call: its name, and its configured code where that differs (an alias of the request). */
export type CalledBidder = Pick<CallRecord, 'bidder' | 'configured'>;

/** One bidder with recent failures. */
interface Suspect {
  readonly code: string;
  readonly throttle: Throttle;
}

const mostBidders = 64;

/** The configured code of a called bidder. */
export function codeOf({ bidder, configured = bidder }: CalledBidder): string {
  return configured;
}

/** The suspects at one host, by name: an alias is a bidder of its own. */
export class Suspects {
  readonly #throttleMemory: number;
  readonly #byName = new Map<string, Suspect>();

  /** `throttleMemory` is that of each new `Throttle`. */
  constructor(throttleMemory: number) {
    this.#throttleMemory = throttleMemory;
  }

  get size(): number {
    return this.#byName.size;
  }

  /** The throttle of the bidder with this name; undefined when it is no suspect. */
  throttleOf(name: string): Throttle | undefined {
    return this.#byName.get(name)?.throttle;
  }

  /** All suspects, the latest last. */
  all(): Suspect[] {
    return [...this.#byName.values()];
  }

  /** Makes the bidder a suspect, the latest one, and returns its throttle. */
  add(called: CalledBidder): Throttle {
    const { bidder } = called;
    const throttle = this.throttleOf(bidder) ?? new Throttle(this.#throttleMemory);
    this.#byName.delete(bidder);
    if (this.#byName.size >= mostBidders) this.#evictOne();
    this.#byName.set(bidder, { code: codeOf(called), throttle });
    return throttle;
  }

  /** Removes the suspects whose throttles are clean. */
  removeClean(): void {
    for (const [name, { throttle }] of this.#byName) if (throttle.isClean) this.#byName.delete(name);
  }

  /** Evicts the bidder with the smallest share of timeouts, the earliest of equals: made-up names cannot evict a throttled bidder. */
  #evictOne(): void {
    let least: string | undefined;
    let leastShare = Infinity;
    for (const [bidder, { throttle }] of this.#byName) {
      const { timedOutShare } = throttle;
      if (timedOutShare >= leastShare) continue;
      least = bidder;
      leastShare = timedOutShare;
    }
    if (least !== undefined) this.#byName.delete(least);
  }
}
