/** Decides the URL that registers an event of a bid (spec 6; implementation B 6; decisions, 'Events'). */

/** What the URLs of one auction share. */
export interface EventFacts {
  /** The URL at which browsers reach this host, without a slash at the end. */
  readonly externalUrl: string;
  readonly account: string;
  /** The auction's id, '' for none. */
  readonly auctionId: string;
  /** Milliseconds since 1970, null for unknown. */
  readonly timestampMs: number | null;
  /** `ext.<namespace>.integration`, '' for none. */
  readonly integration: string;
}

/** One event: format `b` answers with nothing (a beacon), `i` with an image; without `counts`, analytics modules are not notified. */
interface BidEvent {
  readonly type: 'win' | 'imp';
  readonly bidId: string;
  readonly bidder: string;
  readonly format: 'b' | 'i';
  readonly counts: boolean;
}

/** A longer id makes a URL that servers reject, and a hostile id would be in the answer many times. */
const longestId = 256;

/** A later time has more digits than the event's URL may have. */
const latestMs = 999_999_999_999_999;

/** What is wrong with the URL parameter `int` (implementation B 6); undefined when it is valid or empty. */
export function integrationFault(text: string): string | undefined {
  return /^[\w-]{0,64}$/.test(text) ? undefined : 'int must be at most 64 letters, digits, "-" and "_"';
}

/** True when a bid with this id can have events in an auction of this account: both ids must fit into a URL. */
export function canHaveEvents(account: string, bidId: string): boolean {
  return account !== '' && account.length <= longestId && bidId.trim() !== '' && bidId.length <= longestId;
}

/** The URL of `event`; optional parts that are absent, too long or too late are left out. The caller has checked `canHaveEvents`. */
export function eventUrl(event: BidEvent, facts: EventFacts): string {
  const { account, auctionId, timestampMs, integration } = facts;
  let url = `${facts.externalUrl}/event?t=${event.type}&b=${encoded(event.bidId)}&a=${encoded(account)}`;
  if (auctionId !== '' && auctionId.length <= longestId) url += `&aid=${encoded(auctionId)}`;
  if (timestampMs !== null && timestampMs <= latestMs) url += `&ts=${timestampMs}`;
  if (event.bidder !== '' && event.bidder.length <= longestId) url += `&bidder=${encoded(event.bidder)}`;
  url += `&f=${event.format}&int=${integrationFault(integration) === undefined ? integration : ''}`;
  return event.counts ? url : `${url}&x=0`;
}

/** `text` for a URL; a lone surrogate, which cannot be encoded, is replaced. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
