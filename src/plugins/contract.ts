/**
 * Decides what a host's own code may do in an auction (implementations A 10 and B 11, 'Hooks'): a plugin is a file whose default export
 * is a `Plugin`. Its functions run between the steps of a hop, on the hop's thread, and answer at once; what must be fetched elsewhere
 * for an auction `question` asks for, and `lookUp` fetches, on the main thread, before any bidder is asked.
 */
import type { MediaType } from '../openrtb/media-types.ts';
import type { JsonObject } from '../openrtb/merge-patch.ts';
import type { BidRequest } from '../openrtb/request.ts';
import type { Bid } from '../openrtb/response.ts';

/** What a plugin is told of the auction. */
export interface PluginFacts {
  /** The account's id, '' for none. */
  readonly account: string;
  /** The extension word, as in `ext.svc`. */
  readonly namespace: string;
  /** The plugin's settings: the host's, with the account's over them. */
  readonly settings: JsonObject;
}

/** The same, before bidders are asked. */
export interface PluginRequestFacts extends PluginFacts {
  /** What the plugin's `lookUp` found for this auction; absent for nothing: it was not asked, was late, or failed. */
  readonly found?: unknown;
}

/** The same, of one bidder's part in it. */
export interface PluginBidderFacts extends PluginFacts {
  /** Its code or alias: the seat. */
  readonly bidder: string;
  /** The code whose definition it has. */
  readonly core: string;
}

/** The same, of one bid. */
export interface PluginBidFacts extends PluginBidderFacts {
  /** As its bidder's adapter found it; a change of the bid changes nothing of it. */
  readonly type: MediaType;
}

/** What a look-up is told beside the question. */
export interface LookUpTerms {
  /** Aborted once nobody waits for the answer any more: it is late, or the client has left. */
  readonly signal: AbortSignal;
}

/** Ends an auction before any bidder is asked. */
export interface PluginRefusal {
  /** `nbr` is OpenRTB's reason for no bid (List 5.24); `message` stands in the answer's warnings. */
  readonly refuse: { readonly nbr: number; readonly message?: string };
}

/**
 * What a plugin does at each place; all are optional. What it is given is frozen: it returns a changed copy, or undefined for no change.
 * One that throws, or returns what is none of these, costs the auction nothing: it is left out for the rest of the hop, and logged.
 * `question` and `lookUp` then cost it what would have been found, no more.
 */
export interface Plugin {
  /**
   * What the plugin would know before `auctionRequest`, as JSON; undefined: nothing, and nobody waits. It sees the request as that does,
   * but before any plugin has changed it.
   */
  question?(request: BidRequest, facts: PluginFacts): unknown;
  /**
   * What is to be known of it, as JSON; undefined: nothing. Runs on the main thread of the process, and may do I/O. Where it takes longer
   * than `lookUpMs`, or half of the auction's time, the auction goes on without it; a promise that is rejected is a fault.
   */
  lookUp?(question: unknown, terms: LookUpTerms): Promise<unknown>;
  /**
   * The whole request, its stored parts merged and its implicit fields filled in; what is returned needs the right types, and the
   * same account, app id and `tmax`, which have been read before; else it is validated as if the client had sent it.
   */
  auctionRequest?(request: BidRequest, facts: PluginRequestFacts): BidRequest | PluginRefusal | undefined;
  /**
   * The request as one bidder may see it, in the places of its OpenRTB version, without its params. Imps may be changed or left out, not
   * added or renamed; false: the bidder is not asked.
   */
  bidderRequest?(request: BidRequest, facts: PluginBidderFacts & PluginRequestFacts): BidRequest | false | undefined;
  /** A bid as its bidder sent it, before it is checked and priced; false: it is dropped. */
  bid?(bid: Bid, facts: PluginBidFacts): Bid | false | undefined;
  /** The bid response, about to be written. */
  auctionResponse?(response: JsonObject, facts: PluginFacts): JsonObject | undefined;
}

/** The names of the places. */
export const pluginPlaces = [
  'question',
  'lookUp',
  'auctionRequest',
  'bidderRequest',
  'bid',
  'auctionResponse',
] as const;
