/** Decides which bidders an account does without (interface, `accounts`: `bidders`): they are neither asked nor synchronised for it. */
import type { AccountSettings } from './account-settings.ts';

const nobody: ReadonlySet<string> = new Set();

/**
 * The codes of the configuration and names of aliases, in lower case, that the account has switched off. Of spellings that differ by case
 * alone the last one counts: what an account states stands behind what it only has by default.
 */
export function switchedOff({ bidders }: Pick<AccountSettings, 'bidders'>): ReadonlySet<string> {
  if (bidders === undefined) return nobody;
  const off = new Set<string>();
  for (const [code, { enabled }] of Object.entries(bidders)) {
    if (enabled === false) off.add(code.toLowerCase());
    else if (enabled === true) off.delete(code.toLowerCase());
  }
  return off;
}
