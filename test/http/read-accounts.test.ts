/** How many accounts syncs and events keep as they read them: those in use, however many the store keeps. */
import t from 'tap';
import { EventAccounts } from '../../src/http/event-accounts.ts';
import { SyncAccounts } from '../../src/http/sync-account.ts';
import { mostPolicies } from '../../src/privacy/policies.ts';
import { readAccount, type AccountRules } from '../../src/stored/accounts.ts';
import { CachedStore } from '../../src/stored/cached-store.ts';

const accountRules: AccountRules = { required: false, defaults: {}, check: () => [] };
const text = Buffer.from('{"events":{"enabled":true}}');
const source = { fetch: (keys: readonly unknown[]) => Promise.resolve(keys.map(() => text)) };
const accounts = new CachedStore(source, {
  maxBytes: 1e7,
  ttlMs: 1e9,
  timeoutMs: 60_000,
  read: readAccount(accountRules),
});
const readers = {
  events: new EventAccounts({ accounts, accountRules, privacy: {}, hasEvents: true }),
  syncs: new SyncAccounts(accounts, accountRules, {}),
};

for (const [name, reader] of Object.entries(readers)) {
  t.test(name, async (t) => {
    const first = await reader.find('first');
    t.equal(await reader.find('first'), first, 'it is read once');
    for (let place = 0; place < mostPolicies; place++) await reader.find(`other-${place}`);
    t.not(await reader.find('first'), first, 'as long as it is in use');
  });
}
