/**
 * Decides whether a bidder may be synced, and whether this host may keep its cookie (spec 4.2; implementation A 4, 5, 7). Used by
 * `/cookie_sync` and `/setuid`: read the parameters with `readSignals`, compile the account's policy with `compilePolicy`.
 */
import { isAllowed } from './activities.ts';
import type { PrivacyPolicy } from './policy.ts';
import type { Signals } from './signals.ts';
import { TcfVendor } from './tcf.ts';

/** The bidder to sync: its code or alias, the code of its adapter, and its vendor id (0: none). */
interface SyncParty {
  readonly name: string;
  readonly core: string;
  readonly vendorId: number;
}

/** Allowed, or the rule that forbids it. */
export type SyncPermission = 'allowed' | 'activity' | 'us_privacy' | 'tcf';

/** Whether `party` may be synced. Under GDPR a bidder without a vendor id never may. */
export function syncPermission(party: SyncParty, signals: Signals, policy: PrivacyPolicy): SyncPermission {
  const component = { type: 'bidder', names: [party.name.toLowerCase(), party.core.toLowerCase()] } as const;
  const { circumstances } = signals;
  if (!isAllowed(policy.activities, 'syncUser', { component, circumstances })) return 'activity';
  if (signals.optedOut) return 'us_privacy';
  if (!signals.gdpr) return 'allowed';
  return party.vendorId > 0 && new TcfVendor(party, policy, signals).mayStore ? 'allowed' : 'tcf';
}

/** True when this host may read and write its own cookie of ids. A host without a vendor id may: its owner is responsible for that. */
export function hostCookieAllowed(signals: Signals, policy: PrivacyPolicy): boolean {
  if (!signals.gdpr || policy.hostVendorId === 0) return true;
  return new TcfVendor({ name: '', vendorId: policy.hostVendorId }, policy, signals).mayStore;
}
