/** The kinds of event that analytics are told of, and what each says (spec 6; implementations A 9, B 11). */

/** An auction that was refused; one that ran has a record made by the second hop. */
export interface RefusedAuction {
  readonly kind: 'auction' | 'amp';
  readonly status: number;
  /** '' when it was refused before it was known, or because its settings could not be read then. */
  readonly account: string;
  /** Why, one sentence each. */
  readonly faults: readonly string[];
}

/** A bid that won or was shown, as its event address says. Members that the address lacks are left out. */
export interface Notification {
  readonly kind: 'notification';
  readonly type: string;
  readonly bidId: string;
  readonly account: string;
  readonly bidder?: string | undefined;
  readonly auctionId?: string | undefined;
  /** Milliseconds since 1970: when the auction was. */
  readonly auctiontimestamp?: number | undefined;
  readonly integration?: string | undefined;
  /** Of a VAST event: how far the video has been played. */
  readonly vtype?: string | undefined;
}

/** A cookie sync, with the bidders that the client was told to synchronise. */
export interface CookieSync {
  readonly kind: 'cookie_sync';
  readonly status: number;
  readonly bidders: readonly string[];
}

/** An id that was set, or refused. The id itself is never told. */
export interface Setuid {
  readonly kind: 'setuid';
  readonly status: number;
  readonly bidder: string;
}

/** Any event that the main thread writes. */
export type AnalyticsEvent = RefusedAuction | Notification | CookieSync | Setuid;
