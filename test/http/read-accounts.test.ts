/** Syncs and events keep the accounts that they have read within bounds of their own, however many the store keeps. */
import t from 'tap';
import { EventAccounts } from '../../src/http/event-accounts.ts';
import { SyncAccounts } from '../../src/http/sync-account.ts';
import { mostPolicies, mostPolicyCharacters } from '../../src/privacy/policies.ts';
import { readAccount, type AccountRules } from '../../src/stored/accounts.ts';
import { CachedStore } from '../../src/stored/cached-store.ts';
import type { StoredKey } from '../../src/stored/store.ts';

const accountRules: AccountRules = { required: false, defaults: {}, check: () => [] };
const text = Buffer.from('{"events":{"enabled":true}}');
const longText = Buffer.from(JSON.stringify({ id: 'x'.repeat(mostPolicyCharacters / 2 - 100) }));
const textOf = ({ id }: { readonly id: string }) => (id.startsWith('long') ? longText : text);
const source = { fetch: (keys: readonly StoredKey[]) => Promise.resolve(keys.map(textOf)) };
const accounts = new CachedStore(source, {
  maxBytes: 1e8,
  ttlMs: 1e9,
  timeoutMs: 60_000,
  read: readAccount(accountRules),
});
const readers = {
  events: new EventAccounts({ accounts, accountRules, privacy: {}, hasEvents: true }),
  syncs: new SyncAccounts({ accounts, accountRules, privacy: {}, blocked: [] }),
};

for (const [name, reader] of Object.entries(readers)) {
  t.test(`${name} read an account once, and again after many others or long ones`, async (t) => {
    const first = await reader.find('first');
    t.equal(await reader.find('first'), first, 'it is read once');
    for (let place = 0; place < mostPolicies; place++) await reader.find(`other-${place}`);
    t.not(await reader.find('first'), first, 'dropped after many others');
    const long = await reader.find('long-1');
    t.equal(await reader.find('long-1'), long);
    await reader.find('long-2');
    await reader.find('long-3');
    t.not(await reader.find('long-1'), long, 'dropped when there is no room for its text');
  });
}
