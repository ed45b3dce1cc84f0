/**
 * What crosses threads (house, 'The journey of one request'): the messages of an auction's two hops, and what they give; those of the
 * second stand in `settle-messages.ts`. Only bytes, numbers and short strings travel; each hop carries one ArrayBuffer, with ranges into
 * it. Hops cross in lists.
 */
import type { StoredKind } from '../config/stored-kinds.ts';
import type { PrivacySeen } from '../privacy/counts.ts';
import type { PrivacyChannel } from '../privacy/policy.ts';
import type { Range } from './byte-range.ts';
import type { CallRecord } from './call-records.ts';

/** What the first hop leaves for the second, which nobody on the way opens: a range of the hop's buffer, or itself where both hops are on one thread. */
export type Carried = Range | { readonly kept: object };

/** What the transport knows of the client. Strings are as received, '' when absent. */
export interface Arrival {
  readonly https: boolean;
  readonly ip: string;
  readonly ua: string;
  readonly referer: string;
  readonly dnt: string;
  readonly gpc: string;
  /** The browser's `uids` cookie, undecoded. */
  readonly uids: string;
  /** The host's own id of the browser. */
  readonly hostUid: string;
  /** The client may see debug output whatever its request and account say; absent for most, which costs no byte. */
  readonly seesDebug?: true;
  /** Names and values by turns of the browser's hints that every bidder gets; absent for none, which costs no byte. */
  readonly hints?: readonly string[];
}

/** A text that the stored-data source found: `<kind>/<id>`. */
export interface StoredText {
  readonly kind: Exclude<StoredKind, 'accounts'>;
  readonly id: string;
  readonly text: Uint8Array;
}

/** A text that the host keeps for all its auctions, in memory that every thread shares and nobody changes. */
export interface SharedText {
  /** Equal versions, equal texts: a thread reads each version once. */
  readonly version: string;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

/** What admission read from the envelopes; `prepare` reads it again and refuses a difference. '' = none. */
export interface Admitted {
  readonly account: string;
  readonly app: string;
  /** The merged request's own value, null for none. */
  readonly tmax: number | null;
}

/** How a request came in: '' as a bid request of its own, `amp` and `get` by the parameters of an address over a stored one. */
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
  /** The host's conversion rates (`Rates` as JSON), null for none. */
  readonly rates: SharedText | null;
  /** The floors that the account's provider makes (`FloorData` as JSON); absent for none, which costs no byte. */
  readonly floors?: SharedText;
  /** The host's line items (`LineItem[]` as JSON), null for none. */
  readonly lineItems: SharedText | null;
  /** The host's vendor lists (privacy/vendor-table), null for none. */
  readonly vendorLists: SharedArrayBuffer | null;
  /** Milliseconds since 1970 when this message was posted. */
  readonly nowMs: number;
  /** The milliseconds left for bidders when this message was posted; they are told so in `tmax`, less the time for caching where the auction does. */
  readonly bidderTmaxMs: number;
  /** 32 hexadecimal digits: every id that this auction mints derives from them. */
  readonly seed: string;
  /** What plugins' look-ups have found; null: they may ask for it. Absent where none looks anything up, which costs no byte. */
  readonly found?: readonly PluginText[] | null;
}

/** What a plugin asks to have looked up, or what its look-up has found. */
export interface PluginText {
  /** The plugin's name in the configuration. */
  readonly plugin: string;
  readonly json: string;
}

/** A bug in a bidder's code, which cost that bidder the auction: the log tells of it. */
export interface BidderBug {
  /** The bidder's code in the configuration. */
  readonly bidder: string;
  readonly stack: string;
}

/** A fault of a plugin of the host, which is left out for the rest of the hop: the log tells of it. */
export interface PluginBug {
  /** The plugin's name in the configuration. */
  readonly plugin: string;
  readonly stack: string;
}

/** A bug in code that is not the service's own. */
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

/** First hop's result when plugins would have something looked up first: the hop is to run again with what is found. */
export interface Questions {
  readonly ok: true;
  readonly questions: readonly PluginText[];
  /** Absent when there is none. */
  readonly bugs?: readonly CodeBug[];
}

/** First hop's result when the request states its own response, or a plugin refuses it: nobody is asked, and there is nothing to settle. */
export interface Unasked {
  readonly ok: true;
  readonly bytes: ArrayBuffer;
  /** The answer's JSON. */
  readonly answer: Range;
  /** Why it has no seats, as its warnings say; absent where it has what the request states. */
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
  /** Settle wants the calls back, for debug output. */
  readonly keepCalls: boolean;
  /** The auction caches its bids, and so needs time for it. */
  readonly caches: boolean;
  /** Settle wants the host's category mappings; absent where it does not, which costs no byte. */
  readonly mapsCategories?: true;
  /** What privacy did, when it did anything. */
  readonly privacy?: PrivacySeen | undefined;
  readonly channel: PrivacyChannel;
  /** Absent when there is none. */
  readonly bugs?: readonly CodeBug[];
}
