/** The inputs of the flow (house, 'The journey of one request'): one request as it arrived, and what all auctions of a process share. */
import type { FloorFetch } from '../config/floor-settings.ts';
import type { CaptureDraft } from '../observe/capture-draft.ts';
import type { AuctionChannel } from '../observe/metrics/auction-counts.ts';
import type { CodeBugs } from '../observe/code-bugs.ts';
import type { PrivacyTally } from '../privacy/counts.ts';
import type { AccountSources } from '../stored/accounts.ts';
import type { VendorLists } from '../stored/vendor-lists.ts';
import type { Blocked } from './admission.ts';
import type { Cancel } from './cancel.ts';
import type { Cohort } from './cohort.ts';
import type { TimeReserves, TmaxBounds } from './deadline.ts';
import type { FanOut } from './fan-out.ts';
import type { Keeping } from './keep-bids.ts';
import type { AuctionStore } from './look-up.ts';
import type { Arrival, EntryPoint, SharedText } from './messages.ts';
import type { PluginLookUps } from './plugin-look-ups.ts';
import type { Hops } from './pool.ts';
import type { TimeoutNotices } from './timeout-notices.ts';

/** A request as it arrived. The auction takes ownership of `body`. */
export interface AuctionRequest {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly entryPoint: EntryPoint;
  readonly arrival: Arrival;
  /** When the request's head had arrived, as `performance.now()`. */
  readonly arrivedAtMs: number;
  readonly cancel: Cancel;
  readonly notes: AuctionNotes;
  /** Records the calls of a captured auction; undefined when it is not captured. */
  readonly capture: Pick<CaptureDraft, 'note'> | undefined;
}

/** Facts about an auction for metrics and captures. The auction fills them in as it runs, so they are there even when it fails. */
export interface AuctionNotes {
  /** The body has been read as JSON. */
  isJson: boolean;
  channel: AuctionChannel;
  account: string;
  /** Milliseconds spent waiting for bidders. */
  biddersMs: number;
}

/** Everything that auctions of one process share. */
export interface AuctionParts extends AccountSources {
  readonly namespace: string;
  readonly times: TmaxBounds & TimeReserves;
  readonly maxImps: number;
  readonly store: AuctionStore;
  readonly blocked: Blocked;
  readonly cohort: Cohort;
  readonly hops: Hops;
  readonly lookUps: PluginLookUps;
  readonly fanOut: FanOut;
  /** Undefined: bidders are not notified of their timeouts. */
  readonly timeoutNotices: TimeoutNotices | undefined;
  readonly cache: Keeping['cache'];
  /** The host's current conversion rates and line items; null for none. */
  readonly rates: () => SharedText | null;
  readonly lineItems: () => SharedText | null;
  /** The host's current category mappings; null for none. */
  readonly categories: () => SharedText | null;
  /** The current floors from an account's floor provider; null for none. */
  readonly floorsOf: (fetch: FloorFetch | undefined) => SharedText | null;
  readonly vendorLists: Pick<VendorLists, 'current' | 'want'>;
  readonly privacyTally: PrivacyTally;
  /** Reports every bug in the code of a bidder or a plugin. */
  readonly codeBugs: CodeBugs;
}
