/**
 * Records a share of the auctions for replay, and those that somebody asks for (issue 6, item 3). An auction that is not drawn costs
 * one random number; one that is, a copy of its request at once and of the rest after its answer has gone. While an order is open the
 * requests of all are copied.
 */
import type { OnTrouble } from '../seldom.ts';
import { CaptureDraft } from './capture-draft.ts';
import type { MessageAnswer, MessageRequest } from './capture-message.ts';
import { CaptureOrders } from './capture-order.ts';
import { CaptureWriter, type CaptureCounts, type WriterRules } from './capture-writer.ts';

/** The settings of capture, with the texts that must never be shown. */
export interface CaptureRules extends WriterRules {
  readonly sampleRate: number;
}

/** Who hears of it. */
interface CaptureListeners {
  /** Told now and then why auctions are lost. */
  readonly onTrouble: OnTrouble;
  /** As `CaptureOrders` has it. */
  readonly onTaken: (id: string) => void;
}

/** Capture of one process. */
export class Capture {
  /** What somebody asks for. */
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

  /** What the files' names are made of. */
  get path(): string {
    return this.#rules.path;
  }

  /** Resolves when files can be written; rejects with an Error that names the setting when they cannot. */
  ready(): Promise<void> {
    return this.#writer.ready();
  }

  /** Draws whether the next auction is captured. */
  draws(): boolean {
    return Math.random() < this.#rules.sampleRate;
  }

  /** Begins to capture an auction; `body` is copied. */
  begin(request: MessageRequest, body: Uint8Array | null): CaptureDraft {
    return new CaptureDraft(request, body && body.slice());
  }

  /** Whether an auction can stand in a file at all: users cannot be taken out of what is no JSON. */
  canKeep({ isJson }: { readonly isJson: boolean }): boolean {
    return isJson || this.#rules.keepUserIds;
  }

  /** Hands an answered auction on to be written; false when it is dropped. */
  end(draft: CaptureDraft, answer: MessageAnswer): boolean {
    return this.#writer.write(() => draft.message(answer));
  }

  /** Writes what waits, within two seconds. */
  close(): Promise<void> {
    return this.#writer.close();
  }
}
