/** Decides what an account's settings mean for bidders (interface, `accounts`: `bidders`; implementation B 12, 'secondarybidders'). */
import type { AccountSettings } from './account-settings.ts';

const none: ReadonlySet<string> = new Set();

/**
 * The bidders that an account's auctions do not wait for: codes and aliases, in lower case. Each stands for itself only: an auction waits
 * for the alias of a secondary bidder.
 */
export function secondaryBidders({ secondaryBidders: names }: AccountSettings): ReadonlySet<string> {
  return names === undefined ? none : new Set(names.map((name) => name.toLowerCase()));
}

/**
 * The bidders that an account has switched off, which are neither called nor synced for it: codes and aliases, in lower case. Of entries
 * that differ only in case the last counts: merging puts what an account states after its defaults.
 */
export function switchedOff({ bidders }: Pick<AccountSettings, 'bidders'>): ReadonlySet<string> {
  if (bidders === undefined) return none;
  const off = new Set<string>();
  for (const [code, { enabled }] of Object.entries(bidders)) {
    if (enabled === false) off.add(code.toLowerCase());
    else if (enabled === true) off.delete(code.toLowerCase());
  }
  return off;
}
