/**
 * Captures a random share of the auctions for replay, and those that are ordered (issue 6, item 3). An auction that is not sampled costs
 * one random number. A sampled one costs a copy of its request at once, and of the rest after the answer is sent. While an order is open,
 * every request is copied.
 */
import type { OnTrouble } from '../seldom.ts';
import { CaptureDraft } from './capture-draft.ts';
import type { MessageAnswer, MessageRequest } from './capture-message.ts';
import { CaptureOrders } from './capture-order.ts';
import { CaptureWriter, type CaptureCounts, type WriterRules } from './capture-writer.ts';

/** The settings of capture, with the secrets to redact. */
export interface CaptureRules extends WriterRules {
  readonly sampleRate: number;
}

/** Callbacks of capture. */
interface CaptureListeners {
  /** Called now and then with the reason why auctions are lost. */
  readonly onTrouble: OnTrouble;
  /** See `CaptureOrders`. */
  readonly onTaken: (id: string) => void;
}

/** Capture of one process. */
export class Capture {
  /** The orders from the admin port. */
  readonly orders: CaptureOrders;
  readonly #rules: CaptureRules;
  readonly #writer: CaptureWriter;

  constructor(rules: CaptureRules, { onTrouble, onTaken }: CaptureListeners) {
    this.orders = new CaptureOrders(onTaken);
    this.#rules = rules;
    this.#writer = new CaptureWriter(rules, onTrouble);
  }

  /** For metrics. */
  get counts(): CaptureCounts {
    return this.#writer.counts;
  }

  /** The path from which file names derive. */
  get path(): string {
    return this.#rules.path;
  }

  /** Resolves when files can be written. Rejects with an Error that names the setting when they cannot. */
  ready(): Promise<void> {
    return this.#writer.ready();
  }

  /** Decides at random whether the next auction is captured. */
  draws(): boolean {
    return Math.random() < this.#rules.sampleRate;
  }

  /** Starts the capture of an auction; `body` is copied. */
  begin(request: MessageRequest, body: Uint8Array | null): CaptureDraft {
    return new CaptureDraft(request, body && body.slice());
  }

  /** Whether an auction can be stored at all: user data cannot be removed from a body that is not JSON. */
  canKeep({ isJson }: { readonly isJson: boolean }): boolean {
    return isJson || this.#rules.keepUserIds;
  }

  /** Queues an answered auction for writing; false when it is dropped. */
  end(draft: CaptureDraft, answer: MessageAnswer): boolean {
    return this.#writer.write(() => draft.message(answer));
  }

  /** Writes what is waiting, for at most two seconds. */
  close(): Promise<void> {
    return this.#writer.close();
  }
}
