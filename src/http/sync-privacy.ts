/** Judges the privacy of one sync: what its parameters mean under the account's policy (spec 4.2, 4.3; implementation A 4, 5). */
import { RequestError } from '../errors.ts';
import type { PrivacyPolicy } from '../privacy/policy.ts';
import { type RawSignals, readSignals, type Signals, silence } from '../privacy/signals.ts';
import { hostCookieAllowed, syncPermission, type SyncPermission } from '../privacy/sync-permission.ts';
import { readSyncSignals, type SyncSignals } from '../usersync/sync-signals.ts';
import type { SyncBidder } from '../usersync/syncers.ts';
import type { SyncParts } from './sync-parts.ts';

/** The privacy verdict on one request. */
export interface SyncPrivacy {
  readonly signals: Signals;
  /** This host may set its cookie. */
  readonly allowsHost: boolean;
  readonly permission: (bidder: SyncBidder) => SyncPermission;
}

/** What the client sent: its parameters and its `Sec-GPC` header. */
export interface SentSignals {
  readonly signals: SyncSignals;
  readonly gpc: string;
}

/** The readers of consent strings and vendor lists. */
type PrivacySources = Pick<SyncParts, 'reader' | 'vendorLists'>;

/** Reads the privacy parameters of `/setuid`; adds their faults to `faults`. */
export function readQuerySignals(query: URLSearchParams, faults: string[]): SyncSignals {
  const text = (name: string): string => query.get(name) ?? '';
  const sent = {
    gdpr: text('gdpr'),
    gdprConsent: text('gdpr_consent'),
    usPrivacy: text('us_privacy'),
    gpp: text('gpp'),
    gppSid: text('gpp_sid'),
  };
  return readSyncSignals(sent, faults);
}

/** The privacy signals that the parameters give under an account's policy. */
export function syncSignals(sent: SentSignals, policy: PrivacyPolicy, sources: PrivacySources): Signals {
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
  return readSignals(raw, policy, { reader: sources.reader, vendorLists: sources.vendorLists.current() });
}

/** Judges one request. Throws a `RequestError` 400 where the client says that GDPR applies, but sends no consent string. */
export function readPrivacy(sent: SentSignals, policy: PrivacyPolicy, sources: PrivacySources): SyncPrivacy {
  const signals = syncSignals(sent, policy, sources);
  if (signals.consent !== undefined) sources.vendorLists.want(signals.consent.list);
  if (sent.signals.gdpr === 1) needConsent(signals);
  return {
    signals,
    allowsHost: hostCookieAllowed(signals, policy),
    permission: ({ code, core, gvlVendorId = 0 }) =>
      syncPermission({ name: code, core, vendorId: gvlVendorId }, signals, policy),
  };
}

/** Throws a `RequestError` 400 if no consent string was sent; to be called where GDPR applies. */
export function needConsent({ consentState }: Signals): void {
  if (consentState === 'missing') throw new RequestError(400, [consentFault]);
}

const consentFault = 'gdpr_consent is missing under GDPR: add the consent string, or gdpr=0 where GDPR does not apply';
