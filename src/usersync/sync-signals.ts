/** Reads the privacy parameters of `/cookie_sync` and `/setuid` (spec 4.2, 4.3; implementation A 4, 5): their form, and whether GPP says that GDPR holds. */
import { gdprInGpp } from '../openrtb/gdpr-in-gpp.ts';
import { isUsPrivacy } from '../openrtb/us-privacy.ts';
import { encode, type SyncValues } from './sync-values.ts';

/** What a client says of privacy. `values` are as sent, for sync URLs. */
export interface SyncSignals {
  readonly values: SyncValues;
  /** By `gpp_sid`, else `gdpr`; undefined when the client says neither. */
  readonly gdpr: 0 | 1 | undefined;
  /** undefined when the client does not say. */
  readonly gppSid: readonly number[] | undefined;
}

/** Longest consent or GPP string, as the URL of a sync holds it within its return URL: browsers and bidders cut longer ones. */
const maxConsentLength = 8192;
/** More sections than GPP has. */
const maxSids = 100;

/** Reads the parameters, '' for what is absent, and adds to `faults` what is wrong with them; a malformed `us_privacy` counts as absent. */
export function readSyncSignals(given: SyncValues, faults: string[]): SyncSignals {
  const values = isUsPrivacy(given.usPrivacy) ? given : { ...given, usPrivacy: '' };
  const gppSid = readSids(values.gppSid, faults);
  const gdpr = gdprInGpp(gppSid) ?? readGdpr(values.gdpr, faults);
  checkLength('gdpr_consent', values.gdprConsent, faults);
  checkLength('gpp', values.gpp, faults);
  return { values, gdpr, gppSid };
}

function readGdpr(text: string, faults: string[]): 0 | 1 | undefined {
  if (text === '') return undefined;
  if (text === '0' || text === '1') return text === '0' ? 0 : 1;
  faults.push('gdpr must be 0 or 1: correct it, or leave it out');
  return undefined;
}

function readSids(text: string, faults: string[]): readonly number[] | undefined {
  if (text === '') return undefined;
  const parts = text.length > 4 * maxSids ? [] : text.split(',').map((part) => part.trim());
  // Consent platforms say -1 where no section applies, and clients pass that on.
  if (parts.length > 0 && parts.every((part) => /^(-1|\d{1,3})$/.test(part))) return parts.map(Number);
  faults.push('gpp_sid must be section ids with commas between them, such as 2,6: correct it, or leave it out');
  return undefined;
}

function checkLength(name: string, value: string, faults: string[]): void {
  if (value.length > maxConsentLength || encode(encode(value)).length > maxConsentLength) {
    const fault = `${name} is longer than ${maxConsentLength} characters, as the URL of a sync holds them`;
    faults.push(`${fault}: send the string of a consent platform`);
  }
}
