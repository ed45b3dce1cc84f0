/** The kinds of analytics events, and their members (spec 6; implementations A 9, B 11). */

/** An auction that was refused. For one that ran, the second hop makes the record. */
export interface RefusedAuction {
  readonly kind: 'auction' | 'amp';
  readonly status: number;
  /** '' if the auction was refused before the account was known, or because its settings could not be read. */
  readonly account: string;
  /** Why it was refused, one sentence each. */
  readonly faults: readonly string[];
}

/** A bid that won or was shown, as its event URL says. Members that the URL lacks are left out. */
export interface Notification {
  readonly kind: 'notification';
  readonly type: string;
  readonly bidId: string;
  readonly account: string;
  readonly bidder?: string | undefined;
  readonly auctionId?: string | undefined;
  /** The time of the auction, in milliseconds since 1970. */
  readonly auctiontimestamp?: number | undefined;
  readonly integration?: string | undefined;
  /** For a VAST event: how far the video has been played. */
  readonly vtype?: string | undefined;
}

/** A cookie sync, with the bidders that the client was asked to sync. */
export interface CookieSync {
  readonly kind: 'cookie_sync';
  readonly status: number;
  readonly bidders: readonly string[];
}

/** An id that was set, or refused. The id itself is left out. */
export interface Setuid {
  readonly kind: 'setuid';
  readonly status: number;
  readonly bidder: string;
}

/** Any event that the main thread writes. */
export type AnalyticsEvent = RefusedAuction | Notification | CookieSync | Setuid;
