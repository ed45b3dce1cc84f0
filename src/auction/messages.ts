/**
 * The messages that cross threads (house, 'The journey of one request'): those of the first hop, and types that both hops share;
 * `settle-messages.ts` has those of the second hop. Only bytes, numbers and short strings cross. The results of both hops and the second
 * hop's message have one ArrayBuffer each, and refer to ranges of it. Hops cross in batches.
 */
import type { StoredKind } from '../config/stored-kinds.ts';
import type { PrivacySeen } from '../privacy/counts.ts';
import type { PrivacyChannel } from '../privacy/policy.ts';
import type { Range } from './byte-range.ts';
import type { CallRecord } from './call-records.ts';

/**
 * The first hop's context for the second hop, opened by nobody in between: a range of the hop's buffer, or the object itself if both hops
 * run on one thread.
 */
export type Carried = Range | { readonly kept: object };

/** What the transport knows about the client. Strings are as received, '' when absent. */
export interface Arrival {
  readonly https: boolean;
  readonly ip: string;
  readonly ua: string;
  readonly referer: string;
  readonly dnt: string;
  readonly gpc: string;
  /** The browser's `uids` cookie, undecoded. */
  readonly uids: string;
  /** The host's own id for the browser. */
  readonly hostUid: string;
  /** The client gets debug output whatever its request and account say; absent for most, to save bytes. */
  readonly seesDebug?: true;
  /** Alternating names and values of the browser's client hints, sent to every bidder; absent for none, to save bytes. */
  readonly hints?: readonly string[];
}

/** A stored text that was found. */
export interface StoredText {
  readonly kind: Exclude<StoredKind, 'accounts'>;
  readonly id: string;
  readonly text: Uint8Array;
}

/** A text that all auctions share, in memory that every thread can read and nobody changes. */
export interface SharedText {
  /** Equal versions mean equal texts, so a thread parses each version once. */
  readonly version: string;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

/** What admission read from the envelopes. `prepare` reads the same from the merged request and rejects a difference. '' = none. */
export interface Admitted {
  readonly account: string;
  readonly app: string;
  /** The merged request's own value; null for none. */
  readonly tmax: number | null;
}

/** How a request came in: '' as an OpenRTB body; `amp` and `get` as URL parameters over a stored request. */
export type EntryPoint = '' | 'amp' | 'get';

/** First hop, main thread to worker. */
export interface PrepareMessage {
  readonly entryPoint: EntryPoint;
  readonly body: Uint8Array;
  readonly stored: readonly StoredText[];
  readonly arrival: Arrival;
  readonly admitted: Admitted;
  /** The account's settings, or the host's defaults, as JSON. */
  readonly account: string;
  /** The host's conversion rates (`Rates` as JSON); null for none. */
  readonly rates: SharedText | null;
  /** The floors from the account's floor provider (`FloorData` as JSON); absent for none, to save bytes. */
  readonly floors?: SharedText;
  /** The host's line items (`LineItem[]` as JSON); null for none. */
  readonly lineItems: SharedText | null;
  /** The host's vendor lists (privacy/vendor-table); null for none. */
  readonly vendorLists: SharedArrayBuffer | null;
  /** Milliseconds since 1970 when this message was posted. */
  readonly nowMs: number;
  /**
   * Milliseconds left for bidders when this message was posted. Bidders get this as `tmax`, less the caching time if the auction caches.
   */
  readonly bidderTmaxMs: number;
  /** 32 hexadecimal digits from which this auction derives its ids (but for those of cached bids: `cacheSeed`). */
  readonly seed: string;
  /** Results of the plugins' look-ups; null: plugins may still ask questions. Absent where no plugin looks anything up, to save bytes. */
  readonly found?: readonly PluginText[] | null;
}

/** A plugin's question, or the result of its look-up. */
export interface PluginText {
  /** The plugin's name in the configuration. */
  readonly plugin: string;
  readonly json: string;
}

/** A bug in a bidder's code, to be logged. The bidder loses this auction. */
export interface BidderBug {
  /** The bidder's code in the configuration. */
  readonly bidder: string;
  readonly stack: string;
  readonly auction?: string;
}

/** A bug in a plugin of the host, to be logged. The plugin is skipped for the rest of the hop. */
export interface PluginBug {
  /** The plugin's name in the configuration. */
  readonly plugin: string;
  readonly stack: string;
  readonly auction?: string;
}

/** A bug in code that is not the service's own. `auction` is the auction's id; absent until the hop ends, and for requests that are refused. */
export type CodeBug = BidderBug | PluginBug;

/** First hop's result. */
export type PrepareResult =
  | {
      readonly ok: false;
      readonly status: number;
      readonly faults: readonly string[];
      /** Absent when there is none. */
      readonly bugs?: readonly CodeBug[];
    }
  | Questions
  | Unasked
  | Prepared;

/** First hop's result when plugins ask questions: the hop must run again with the results of the look-ups. */
export interface Questions {
  readonly ok: true;
  readonly questions: readonly PluginText[];
  /** Absent when there is none. */
  readonly bugs?: readonly CodeBug[];
}

/** First hop's result when the request states its own response, or a plugin rejects it: no bidder is called, and there is no second hop. */
export interface Unasked {
  readonly ok: true;
  readonly bytes: ArrayBuffer;
  /** The answer's JSON. */
  readonly answer: Range;
  /** Why the answer has no seats, as its warnings say; absent where the answer is the response that the request states. */
  readonly fault?: string;
  readonly channel: PrivacyChannel;
  /** Absent when there is none. */
  readonly bugs?: readonly CodeBug[];
}

/** First hop's result when the request can be served. `context` is carried to `settle` unopened. */
export interface Prepared {
  readonly ok: true;
  readonly bytes: ArrayBuffer;
  readonly context: Carried;
  readonly calls: readonly CallRecord[];
  /** The second hop needs the calls for debug output. */
  readonly keepCalls: boolean;
  /** The auction caches bids, so time must be reserved for it. */
  readonly caches: boolean;
  /** The second hop needs the host's category mappings; absent where it does not, to save bytes. */
  readonly mapsCategories?: true;
  /** What the privacy rules did; absent when they did nothing. */
  readonly privacy?: PrivacySeen | undefined;
  readonly channel: PrivacyChannel;
  /** Absent when there is none. */
  readonly bugs?: readonly CodeBug[];
}
