/** Remembers what an endpoint makes of an account's settings: it is made once, as long as the store keeps the account and it is in use. */
import { LRUCache } from 'lru-cache';
import type { AccountSettings } from '../config/account-settings.ts';
import { mostPolicies, mostPolicyCharacters } from '../privacy/policies.ts';
import type { Account } from '../stored/accounts.ts';

/** What `compile` makes of the settings of an account without faults. */
export function accountReader<T extends object>(compile: (settings: AccountSettings) => T): (account: Account) => T {
  const read = new LRUCache<Account, T>({
    max: mostPolicies,
    maxSize: mostPolicyCharacters,
    sizeCalculation: (_known, { text }) => text.length,
  });
  return (account) => {
    let known = read.get(account);
    if (known === undefined) read.set(account, (known = compile(JSON.parse(account.text) as AccountSettings)));
    return known;
  };
}
