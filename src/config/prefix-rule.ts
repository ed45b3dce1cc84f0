/** Rule of the prefix of targeting keys (interface, `targeting`; decisions, 'Truncation'): it must leave room for names. */
import { longestPrefix, prefixFits } from '../money/key-length.ts';
import { breach, type Checked } from './checked.ts';

type Name = 'prefix' | 'truncateKeyLength';

/** Adds a finding for a prefix that is too long for the length of keys, of the host or of `accounts.defaults`. */
export function checkPrefixes(checked: Checked): void {
  const { targeting, accounts } = checked.config;
  const ofAccounts = accounts.defaults.targeting ?? {};
  const path = (name: Name): readonly string[] =>
    ofAccounts[name] === undefined ? ['targeting', name] : ['accounts', 'defaults', 'targeting', name];
  checkPrefix(checked, targeting, (name) => ['targeting', name]);
  if (ofAccounts.prefix !== undefined || ofAccounts.truncateKeyLength !== undefined)
    checkPrefix(checked, { ...targeting, ...ofAccounts }, path);
}

function checkPrefix(
  checked: Checked,
  { prefix, truncateKeyLength }: { readonly prefix: string; readonly truncateKeyLength: number },
  path: (name: Name) => readonly string[],
): void {
  if (prefixFits(prefix, truncateKeyLength)) return;
  const most = longestPrefix(truncateKeyLength);
  const limit = path('truncateKeyLength');
  const what = `is ${prefix}, longer than the ${most} characters that ${limit.join('.')} (${truncateKeyLength}) leaves for it: shorten it, or raise that limit`;
  breach(checked, [path('prefix'), limit], what);
}
