/** Caches what an endpoint compiles from an account's settings, for as long as the store keeps the account and it stays in use. */
import { LRUCache } from 'lru-cache';
import type { AccountSettings } from '../config/account-settings.ts';
import { mostPolicies, mostPolicyCharacters } from '../privacy/policies.ts';
import type { Account } from '../stored/accounts.ts';

/** A cached `compile`; the accounts given to it must have no faults. */
export function accountReader<T extends object>(compile: (settings: AccountSettings) => T): (account: Account) => T {
  const cache = new LRUCache<Account, T>({
    max: mostPolicies,
    maxSize: mostPolicyCharacters,
    sizeCalculation: (_known, { text }) => text.length,
  });
  return (account) => {
    let compiled = cache.get(account);
    if (compiled === undefined) cache.set(account, (compiled = compile(JSON.parse(account.text) as AccountSettings)));
    return compiled;
  };
}
