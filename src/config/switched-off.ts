/** Decides which bidders an account does without (interface, `accounts`: `bidders`): they are neither asked nor synchronised for it. */
import type { AccountSettings } from './account-settings.ts';

const nobody: ReadonlySet<string> = new Set();

/** The codes of the configuration and names of aliases, in lower case, that the account has switched off. */
export function switchedOff({ bidders }: Pick<AccountSettings, 'bidders'>): ReadonlySet<string> {
  if (bidders === undefined) return nobody;
  const off = Object.entries(bidders).filter(([, { enabled }]) => enabled === false);
  return new Set(off.map(([code]) => code.toLowerCase()));
}
