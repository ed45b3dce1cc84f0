/** Asks privacy about one sync: what the parameters mean under the account's policy (spec 4.2, 4.3; implementation A 4, 5). */
import { RequestError } from '../errors.ts';
import type { PrivacyPolicy } from '../privacy/policy.ts';
import { type RawSignals, readSignals, type Signals, silence } from '../privacy/signals.ts';
import { hostCookieAllowed, syncPermission, type SyncPermission } from '../privacy/sync-permission.ts';
import type { SyncSignals } from '../usersync/sync-signals.ts';
import type { SyncBidder } from '../usersync/syncers.ts';
import type { SyncParts } from './sync-parts.ts';

/** What privacy says of one request. */
export interface SyncPrivacy {
  readonly signals: Signals;
  /** This host may keep its cookie. */
  readonly allowsHost: boolean;
  readonly permission: (bidder: SyncBidder) => SyncPermission;
}

/** Reads the signals of one request; `gpc` is its `Sec-GPC` header. Throws a `RequestError` 400 for GDPR without a consent string. */
export function readPrivacy(
  sent: { readonly signals: SyncSignals; readonly gpc: string },
  policy: PrivacyPolicy,
  { reader, vendorLists }: Pick<SyncParts, 'reader' | 'vendorLists'>,
): SyncPrivacy {
  const { values, gdpr, gppSid } = sent.signals;
  const raw: RawSignals = {
    ...silence,
    gdpr,
    consent: values.gdprConsent,
    usPrivacy: values.usPrivacy,
    gpp: values.gpp,
    gppSids: gppSid,
    gpc: sent.gpc,
  };
  const signals = readSignals(raw, policy, { reader, vendorLists: vendorLists.current() });
  if (signals.consent !== undefined && signals.vendors === undefined) vendorLists.want(signals.consent.list);
  if (gdpr === 1 && signals.consentState === 'missing') throw new RequestError(400, [consentFault]);
  return {
    signals,
    allowsHost: hostCookieAllowed(signals, policy),
    permission: ({ code, core, gvlVendorId = 0 }) =>
      syncPermission({ name: code, core, vendorId: gvlVendorId }, signals, policy),
  };
}

/** What a client does about GDPR without consent. */
export const consentFault =
  'gdpr_consent is missing under GDPR: add the consent string, or gdpr=0 where GDPR does not hold';
