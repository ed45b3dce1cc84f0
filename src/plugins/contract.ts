/**
 * Decides what a host's own code may do in an auction (implementations A 10 and B 11, 'Hooks'): a plugin is a file whose default export is
 * a `Plugin`. Its functions run synchronously between the steps of a hop, on the hop's thread. Only `lookUp` is asynchronous: it fetches
 * what `question` asks for, on the main thread, before any bidder is called.
 */
import type { MediaType } from '../openrtb/media-types.ts';
import type { JsonObject } from '../openrtb/json-object.ts';
import type { BidRequest } from '../openrtb/request.ts';
import type { Bid } from '../openrtb/response.ts';

/** What a plugin learns about the auction. */
export interface PluginFacts {
  /** The account's id, '' for none. */
  readonly account: string;
  /** The service's key in extensions, as in `ext.svc`. */
  readonly namespace: string;
  /** The plugin's settings: the host's, overridden by the account's. */
  readonly settings: JsonObject;
}

/** The facts about an auction before bidders are called. */
export interface PluginRequestFacts extends PluginFacts {
  /** What the plugin's `lookUp` found for this auction; absent if it was not called, found nothing, was late, or failed. */
  readonly found?: unknown;
}

/** The facts about one bidder's part in the auction. */
export interface PluginBidderFacts extends PluginFacts {
  /** Its code or alias: the seat. */
  readonly bidder: string;
  /** The code whose definition it uses. */
  readonly core: string;
}

/** The facts about one bid. */
export interface PluginBidFacts extends PluginBidderFacts {
  /** The media type that the bidder's adapter found; changing the bid does not change it. */
  readonly type: MediaType;
}

/** What `lookUp` receives besides the question. */
export interface LookUpTerms {
  /** Aborted when nobody waits for the answer any longer: it is late, or the client has disconnected. */
  readonly signal: AbortSignal;
}

/** Ends an auction before any bidder is asked. */
export interface PluginRefusal {
  /** `nbr` is OpenRTB's reason for no bid (List 5.24); `message` goes into the response's warnings. */
  readonly refuse: { readonly nbr: number; readonly message?: string };
}

/**
 * The functions of a plugin, all optional. Their input is frozen: they return a changed copy, or undefined for no change. If one throws or
 * returns anything else, the fault is logged and the auction goes on: the plugin is left out for the rest of the hop. A fault of `question`
 * or `lookUp` costs only what would have been found.
 */
export interface Plugin {
  /**
   * What to look up before `auctionRequest`, as JSON; undefined for nothing, and the auction does not wait. Sees the request as
   * `auctionRequest` does, but before any plugin has changed it.
   */
  question?(request: BidRequest, facts: PluginFacts): unknown;
  /**
   * The answer to a question, as JSON; undefined for none. Runs on the process's main thread and may do I/O. If it takes longer than
   * `lookUpMs`, or than half of the auction's time, the auction goes on without it. A rejected promise is a fault.
   */
  lookUp?(question: unknown, terms: LookUpTerms): Promise<unknown>;
  /**
   * Changes the whole request: stored parts are merged and implicit fields filled in. The result needs the right types, and the same
   * account, app id and `tmax`, which have been read already. It is then validated as if the client had sent it.
   */
  auctionRequest?(request: BidRequest, facts: PluginRequestFacts): BidRequest | PluginRefusal | undefined;
  /**
   * Changes the request as one bidder may see it, in the form of its OpenRTB version, without its params. Imps may be changed or left out,
   * not added or renamed. False: the bidder is not called.
   */
  bidderRequest?(request: BidRequest, facts: PluginBidderFacts & PluginRequestFacts): BidRequest | false | undefined;
  /** Changes a bid as its bidder sent it, before it is checked and priced. False: the bid is dropped. */
  bid?(bid: Bid, facts: PluginBidFacts): Bid | false | undefined;
  /** Changes the bid response, right before it is written. */
  auctionResponse?(response: JsonObject, facts: PluginFacts): JsonObject | undefined;
}

/** The names of a plugin's functions. */
export const pluginPlaces = [
  'question',
  'lookUp',
  'auctionRequest',
  'bidderRequest',
  'bid',
  'auctionResponse',
] as const;
