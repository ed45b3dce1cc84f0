/** Decides which bidders an account's auctions do not wait for (implementation B 12, 'secondarybidders'). */
import type { AccountSettings } from './account-settings.ts';

const nobody: ReadonlySet<string> = new Set();

/** Codes and aliases in lower case, each for itself: the alias of a secondary bidder is waited for. */
export function secondaryBidders({ secondaryBidders: names }: AccountSettings): ReadonlySet<string> {
  return names === undefined ? nobody : new Set(names.map((name) => name.toLowerCase()));
}
