/**
 * Auctions that somebody asks the admin port for (issue 6, item 3; implementation B 11, 'logging/httpinteraction'): the next ones of
 * an account, of a bidder, or with a status. All processes of a service work one order off together, each at once with what the others take.
 */

/** What is asked for; what is absent may be anything. */
export interface CaptureOrder {
  /** Tells orders apart. */
  readonly id: string;
  readonly account?: string;
  /** Code or alias that the auction called, in upper or lower case. */
  readonly bidder?: string;
  /** Of the answer. */
  readonly status?: number;
  /** How many auctions. */
  readonly limit: number;
  /** When it is over, in milliseconds since 1970. */
  readonly untilMs: number;
}

/** How far an order is. */
export interface OrderState extends CaptureOrder {
  /** How many auctions it still waits for. */
  readonly left: number;
}

/** An answered auction. */
interface AnsweredAuction {
  readonly status: number;
  /** '' for none. */
  readonly account: string;
  readonly calls: {
    /** Whether it called this bidder, in lower case. */
    called(bidder: string): boolean;
  };
}

/** The order that one process works at: the last one given. */
export class CaptureOrders {
  readonly #onTaken: (id: string) => void;
  #order: CaptureOrder | null = null;
  #left = 0;

  /** `onTaken` is called with the order's id for each auction that is taken: it must tell every process to `note` it, this one at once. */
  constructor(onTaken: (id: string) => void) {
    this.#onTaken = onTaken;
  }

  /** True while auctions are waited for. */
  get isOpen(): boolean {
    return this.#left > 0 && this.#order !== null && Date.now() < this.#order.untilMs;
  }

  /** The order, null for none. */
  get state(): OrderState | null {
    return this.#order && { ...this.#order, left: this.isOpen ? this.#left : 0 };
  }

  /** Takes an order in the place of the one before, null for none. The same one is told again where processes have come meanwhile. */
  give(order: OrderState | null): void {
    const isKnown = order !== null && order.id === this.#order?.id;
    this.#left = isKnown ? Math.min(this.#left, order.left) : (order?.left ?? 0);
    this.#order = order;
  }

  /** One auction of the order `id` was taken, here or elsewhere. */
  note(id: string): void {
    if (this.#order?.id === id) this.#left = Math.max(0, this.#left - 1);
  }

  /** Whether the auction is one of those that are waited for. */
  wants({ status, account, calls }: AnsweredAuction): boolean {
    const order = this.#order;
    if (order === null || !this.isOpen) return false;
    if (order.status !== undefined && order.status !== status) return false;
    if (order.account !== undefined && order.account !== account) return false;
    return order.bidder === undefined || calls.called(order.bidder.toLowerCase());
  }

  /** Counts an auction that is wanted and captured. */
  take(): void {
    if (this.#order !== null) this.#onTaken(this.#order.id);
  }
}
