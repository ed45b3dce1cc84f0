/** Decides which faults a definition may tell in the texts by which hosts' tools know them: part of the interface, like those of statuses. */
import type { Imp } from '../openrtb/imp.ts';

/** The texts of one bidder; ours stand where it has none. */
export interface FaultTexts {
  /** An imp whose params cannot be read; `at` is its place in the request. */
  readonly params?: string | ((imp: Imp, at: number) => string);
  /** A request without imps. */
  readonly empty?: string;
  /** No imp can be asked for: told after what is wrong with each. */
  readonly noImps?: string;
  /** A status that tells of a fault; `stated` is the text of the definition's `faultHeader`. */
  readonly status?: (status: number, stated: string) => string;
  /** A reply that cannot be read. */
  readonly reply?: string;
}
