/**
 * Capture orders from the admin port (issue 6, item 3; implementation B 11, 'logging/httpinteraction'): for the next auctions of an
 * account, of a bidder, or with a status. All processes of a service fill one order together, and each learns at once what the others
 * captured.
 */

/** What is ordered; an absent member matches anything. */
export interface CaptureOrder {
  /** Distinguishes orders. */
  readonly id: string;
  readonly account?: string;
  /** A code or alias that the auction must have called, in any case. */
  readonly bidder?: string;
  /** The answer's status. */
  readonly status?: number;
  /** The number of auctions. */
  readonly limit: number;
  /** When it expires, in milliseconds since 1970. */
  readonly untilMs: number;
}

/** An order with its progress. */
export interface OrderState extends CaptureOrder {
  /** The number of auctions still to be captured. */
  readonly left: number;
}

/** An answered auction. */
interface AnsweredAuction {
  readonly status: number;
  /** '' for none. */
  readonly account: string;
  readonly calls: {
    /** Whether the auction called this bidder, given in lower case. */
    called(bidder: string): boolean;
  };
}

/** The current order of one process: the last one given. */
export class CaptureOrders {
  readonly #onTaken: (id: string) => void;
  #order: CaptureOrder | null = null;
  #left = 0;

  /** `onTaken` is called with the order's id for each captured auction. It must make every process `note` it, this one at once. */
  constructor(onTaken: (id: string) => void) {
    this.#onTaken = onTaken;
  }

  /** True while auctions are still to be captured. */
  get isOpen(): boolean {
    return this.#left > 0 && this.#order !== null && Date.now() < this.#order.untilMs;
  }

  /** The order; null for none. */
  get state(): OrderState | null {
    return this.#order && { ...this.#order, left: this.isOpen ? this.#left : 0 };
  }

  /** Replaces the order; null for none. The same order may come again, since it is sent to all when a new process asks for it. */
  give(order: OrderState | null): void {
    const isKnown = order !== null && order.id === this.#order?.id;
    this.#left = isKnown ? Math.min(this.#left, order.left) : (order?.left ?? 0);
    this.#order = order;
  }

  /** Notes that one auction of the order `id` was captured, here or in another process. */
  note(id: string): void {
    if (this.#order?.id === id) this.#left = Math.max(0, this.#left - 1);
  }

  /** Whether the auction matches the order. */
  wants({ status, account, calls }: AnsweredAuction): boolean {
    const order = this.#order;
    if (order === null || !this.isOpen) return false;
    if (order.status !== undefined && order.status !== status) return false;
    if (order.account !== undefined && order.account !== account) return false;
    return order.bidder === undefined || calls.called(order.bidder.toLowerCase());
  }

  /** Counts a matching auction that was captured. */
  take(): void {
    if (this.#order !== null) this.#onTaken(this.#order.id);
  }
}
