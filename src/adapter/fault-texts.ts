/**
 * The messages that a definition may replace with those that hosts' tools know. Such messages are part of the interface, like those of
 * statuses.
 */
import type { Imp } from '../openrtb/imp.ts';

/** The messages of one bidder; if one is absent, the standard message is used. */
export interface FaultTexts {
  /** An imp whose params cannot be read; `at` is its index in the bidder request's `imps`. */
  readonly params?: string | ((imp: Imp, at: number) => string);
  /** A request without imps. */
  readonly empty?: string;
  /** No imp can be offered; reported after the problems of each. */
  readonly noImps?: string;
  /** A status that means a fault; `stated` is the value of the header `faultHeader`. */
  readonly status?: (status: number, stated: string) => string;
  /** A reply that cannot be read. */
  readonly reply?: string;
}
