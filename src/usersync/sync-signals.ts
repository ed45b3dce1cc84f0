/**
 * Reads the privacy parameters of `/cookie_sync` and `/setuid` (spec 4.2, 4.3; implementation A 4, 5): checks their form, and whether GPP
 * says that GDPR applies.
 */
import { gdprInGpp } from '../openrtb/gdpr-in-gpp.ts';
import { isUsPrivacy } from '../openrtb/us-privacy.ts';
import { encode, type SyncValues } from './sync-values.ts';

/** A client's privacy parameters. `values` are as sent, for sync URLs. */
export interface SyncSignals {
  readonly values: SyncValues;
  /** From `gpp_sid`, else from `gdpr`; undefined when neither is sent. */
  readonly gdpr: 0 | 1 | undefined;
  /** undefined when it is not sent. */
  readonly gppSid: readonly number[] | undefined;
}

/** The longest consent or GPP string, measured as it is encoded in a return URL within a sync URL: browsers and bidders cut longer ones. */
const maxConsentLength = 8192;
/** The most section ids: more than GPP has. */
const maxSids = 100;

/** Reads the parameters, '' for absent ones, and adds their faults to `faults`. A malformed `us_privacy` counts as absent. */
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
  // Consent platforms send -1 when no section applies, and clients pass it on.
  if (parts.length > 0 && parts.every((part) => /^(-1|\d{1,3})$/.test(part))) return parts.map(Number);
  faults.push('gpp_sid must be section ids with commas between them, such as 2,6: correct it, or leave it out');
  return undefined;
}

function checkLength(name: string, value: string, faults: string[]): void {
  if (value.length > maxConsentLength || encode(encode(value)).length > maxConsentLength) {
    const fault = `${name} is longer than ${maxConsentLength} characters as encoded in a sync URL`;
    faults.push(`${fault}: send the string of the consent platform`);
  }
}
