/** Decides which analytics modules may receive an event (implementation A 7, reportAnalytics; implementation B 11, TCF purpose 7). */
import { isAllowed } from './activities.ts';
import type { PrivacyPolicy } from './policy.ts';
import type { Signals } from './signals.ts';
import { TcfVendor } from './tcf.ts';

/** A module as privacy rules see it: its name, and the vendor id of the recipient (0: the host itself, which is responsible for that). */
export interface ReportParty {
  readonly name: string;
  readonly vendorId: number;
}

interface Destinations {
  readonly file: { readonly path: string; readonly gvlVendorId: number };
  readonly http: { readonly url: string; readonly gvlVendorId: number };
}

/** The modules that the configuration's `analytics` gives a destination. */
export function reportParties({ file, http }: Destinations): readonly ReportParty[] {
  return [
    ...(file.path === '' ? [] : [{ name: 'file', vendorId: file.gvlVendorId }]),
    ...(http.url === '' ? [] : [{ name: 'http', vendorId: http.gvlVendorId }]),
  ];
}

/** True when `party` may receive events of a request with these signals. */
export function mayReport(party: ReportParty, signals: Signals, policy: PrivacyPolicy): boolean {
  if (!reportAllowed(party.name, signals.circumstances, policy)) return false;
  return !signals.gdpr || party.vendorId === 0 || new TcfVendor(party, policy, signals).mayMeasure;
}

/** True when the account's activity rules let a module receive an event. For events that carry no user, and so no consent. */
export function reportAllowed(
  name: string,
  circumstances: Signals['circumstances'],
  { activities }: Pick<PrivacyPolicy, 'activities'>,
): boolean {
  const component = { type: 'analytics', names: [name] } as const;
  return isAllowed(activities, 'reportAnalytics', { component, circumstances });
}
