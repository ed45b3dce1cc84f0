/** Decides what laws, the user and the account deny to a bidder (implementation A 7; decisions, 'Privacy'). */
import { isAllowed, type ActivityName } from './activities.ts';
import { denial } from './denials.ts';
import type { PrivacyPolicy } from './policy.ts';
import type { Signals } from './signals.ts';
import { TcfVendor } from './tcf.ts';

/** A bidder as privacy rules see it: its code or alias, its configured code, the code of its adapter, and its vendor id (0: none). */
interface PrivacyParty {
  readonly name: string;
  readonly configured: string;
  readonly core: string;
  readonly vendorId: number;
  /** True when `ext.svc.no-sale` names it: opt-outs of sale do not apply to it (spec 2.2). */
  readonly noSale: boolean;
}

const deniedActivities: readonly (readonly [ActivityName, number])[] = [
  ['fetchBids', denial.fetchBids],
  ['enrichUfpd', denial.enrich],
  ['transmitUfpd', denial.ufpd],
  ['transmitEids', denial.eids],
  ['transmitPreciseGeo', denial.preciseGeo],
  ['transmitUniqueRequestIds', denial.requestIds],
  ['transmitTid', denial.tid],
];

/** True when no bidder can be denied anything, so that none need be checked. */
export function deniesNothing(signals: Signals, policy: PrivacyPolicy): boolean {
  return !signals.gdpr && !signals.optedOut && !signals.coppa && !signals.lmt && policy.activities === undefined;
}

/** The set of denials (denials.ts) for `party`; 0 for none. */
export function denialsFor(party: PrivacyParty, signals: Signals, policy: PrivacyPolicy): number {
  let denials = 0;
  if (signals.gdpr) denials |= tcfDenials(party, signals, policy);
  if (signals.optedOut && !party.noSale) denials |= denial.optOut;
  if (signals.lmt) denials |= denial.lmt;
  if (signals.coppa) denials |= denial.coppa;
  if (policy.activities === undefined) return denials;
  const names = [party.name, party.configured, party.core].map((name) => name.toLowerCase());
  const component = { type: 'bidder', names } as const;
  const asked = { component, circumstances: signals.circumstances };
  for (const [name, bit] of deniedActivities) if (!isAllowed(policy.activities, name, asked)) denials |= bit;
  return denials;
}

function tcfDenials({ configured, vendorId }: PrivacyParty, signals: Signals, policy: PrivacyPolicy): number {
  // Exceptions apply to the configured code: a request may invent any alias.
  const vendor = new TcfVendor({ name: configured, vendorId }, policy, signals);
  const denials =
    (vendor.mayBid ? 0 : denial.purpose2) |
    (vendor.mayHaveIds ? 0 : denial.tcfIds) |
    (vendor.mayHavePreciseGeo ? 0 : denial.specialFeature1);
  return denials === 0 || vendor.isShown ? denials : denials | denial.notShown;
}
