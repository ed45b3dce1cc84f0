/** The notifications and questions between the processes of one service (issue 7, items 1, 3 and 5; issue 6, item 3). */
import type { CaptureState } from '../http/admin-capture.ts';
import type { NamedText } from '../http/admin-stored.ts';
import type { OrderState } from '../observe/capture-order.ts';
import type { ProcessMetrics } from '../observe/metrics/metrics.ts';
import type { StoredKey } from '../stored/store.ts';
import type { TextState } from '../stored/refreshed-text.ts';

/** The notifications, by topic: plain data that survives JSON, and little of it. */
export interface Topics {
  /** Keys of stored data that changed at its source; the process `announcer` notifies the source's other listeners. */
  readonly storedChanged: { readonly keys: readonly StoredKey[]; readonly announcer: number };
  /** The process with this id hears of changed stored data from now on; only to the primary. */
  readonly storedHearer: number;
  /** Texts of stored data that every process serves from now on. */
  readonly storedKept: readonly NamedText[];
  /** The capture order from now on, replacing any earlier one; null: none. */
  readonly captureOrdered: OrderState | null;
  /** One auction of the order with this id was captured. */
  readonly captureTaken: string;
  /** The same, only to the primary, which passes the order's progress to new processes. */
  readonly captureCounted: string;
  /** A process with capture has started and knows no order; only to the primary. */
  readonly captureNewcomer: null;
  /** The final metrics of a process that leaves; only to the primary. */
  readonly lastMetrics: ProcessMetrics;
}

/** The questions to every process, with each one's answer as data that survives JSON. */
export interface Questions {
  /** The sources of conversion rates, in order of precedence. */
  readonly rates: readonly TextState[];
  readonly metrics: ProcessMetrics;
  /** Its capture state; null if it has no capture. */
  readonly captures: CaptureState | null;
}
