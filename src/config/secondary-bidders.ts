/** Decides which bidders an account's auctions do not wait for (implementation B 12, 'secondarybidders'). */
import type { AccountSettings } from './account-settings.ts';

const none: ReadonlySet<string> = new Set();

/** Bidder codes and aliases, in lower case. Each stands for itself only: an auction waits for the alias of a secondary bidder. */
export function secondaryBidders({ secondaryBidders: names }: AccountSettings): ReadonlySet<string> {
  return names === undefined ? none : new Set(names.map((name) => name.toLowerCase()));
}
