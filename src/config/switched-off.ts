/** Decides which bidders an account has switched off (interface, `accounts`: `bidders`): they are neither called nor synced for it. */
import type { AccountSettings } from './account-settings.ts';

const none: ReadonlySet<string> = new Set();

/**
 * The codes and aliases, in lower case, that the account has switched off. Of entries that differ only in case the last counts: merging
 * puts what an account states after its defaults.
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
