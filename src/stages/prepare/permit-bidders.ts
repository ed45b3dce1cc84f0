/** Decides what privacy denies to each bidder of one auction (implementation A 7; spec 2.2, `no-sale`). */
import type { Bidder } from '../../adapter/contract.ts';
import { namesIn, type NameOf } from '../../openrtb/bidder-names.ts';
import type { RequestSvc } from '../../openrtb/svc.ts';
import { denialsFor, deniesNothing } from '../../privacy/permissions.ts';
import type { PrivacyPolicy } from '../../privacy/policy.ts';
import type { Signals } from '../../privacy/signals.ts';

/** What a bidder's permissions depend on; `svc` is the request's `ext.<namespace>`. */
interface PermissionRules {
  readonly signals: Signals;
  readonly policy: PrivacyPolicy;
  readonly svc: RequestSvc;
  readonly nameOf: NameOf;
}

/** Returns the set of denials (privacy/denials.ts) of a bidder under its name in this auction; 0 for none. */
export function permitBidders({ signals, policy, svc, nameOf }: PermissionRules): (b: Bidder, name: string) => number {
  if (deniesNothing(signals, policy)) return () => 0;
  const exempt = namesIn([...(svc['no-sale'] ?? []), ...(svc.nosale ?? [])], nameOf);
  const isExempt = (name: string): boolean => exempt.has('*') || exempt.has(name);
  return ({ configured, core, gvlVendorId }, name) =>
    denialsFor({ name, configured, core, vendorId: gvlVendorId ?? 0, noSale: isExempt(name) }, signals, policy);
}
