/** What the processes of one service tell and ask each other (issue 7, items 1, 3 and 5; issue 6, item 3). */
import type { CaptureState } from '../http/admin-capture.ts';
import type { NamedText } from '../http/admin-stored.ts';
import type { OrderState } from '../observe/capture-order.ts';
import type { ProcessMetrics } from '../observe/metrics/metrics.ts';
import type { StoredKey } from '../stored/store.ts';
import type { TextState } from '../stored/refreshed-text.ts';

/** What may be told, by topic: plain data that survives JSON, and little of it. */
export interface Topics {
  /** Keys of stored data that changed at its source; the process `announcer` tells the source's other listeners. */
  readonly storedChanged: { readonly keys: readonly StoredKey[]; readonly announcer: number };
  /** Texts of stored data that every process serves from now on. */
  readonly storedKept: readonly NamedText[];
  /** Auctions to capture from now on, in the place of those before; null: none. */
  readonly captureOrdered: OrderState | null;
  /** One auction of the order of this id was captured. */
  readonly captureTaken: string;
  /** The same for whoever tells newcomers of the order: told to the primary alone. */
  readonly captureCounted: string;
  /** A process that captures starts, and has heard of no order: told to the primary alone. */
  readonly captureNewcomer: null;
  /** What a process had counted when it left: told to the primary alone. */
  readonly lastMetrics: ProcessMetrics;
}

/** What may be asked of every process, by question: what each answers, as data that survives JSON. */
export interface Questions {
  /** The sources of conversion rates, the one that goes first at the front. */
  readonly rates: readonly TextState[];
  readonly metrics: ProcessMetrics;
  /** What it captures, null for nothing. */
  readonly captures: CaptureState | null;
}
