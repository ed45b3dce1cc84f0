/** Decides how far a request's consent string can be believed (decisions, 'Privacy'; implementation A 7; TCF 2.3 for disclosed vendors). */
import type { DisclosureRule } from './policy.ts';
import type { SignalReader } from './signal-reader.ts';
import type { TcString } from './tc-string.ts';
import { ListedVendors } from './vendor-table.ts';

/** How far a consent string can be believed. */
type ConsentState = 'valid' | 'missing' | 'malformed';

/** What a request's consent string is worth; only where GDPR holds is it read. */
export interface Consent {
  readonly consentState: ConsentState;
  /** Undefined unless GDPR holds and the consent string can be read. */
  readonly consent: TcString | undefined;
  /** The vendor list that the consent string was made with, undefined when this host does not have it. */
  readonly vendors: ListedVendors | undefined;
  /** The string must name the vendors that the user was shown, and names nobody: only what is not enforced, or an exception, is left. */
  readonly lacksDisclosure: boolean;
}

/** The sources that signals are read with: one thread's memory of decoded strings, and the message's block of vendor lists. */
export interface SignalSources {
  readonly reader: SignalReader;
  readonly vendorLists: SharedArrayBuffer | null;
}

/** A consent string ('' for none), where it stands, and how it is judged. */
interface ConsentText {
  readonly text: string;
  readonly place: string;
  readonly gdpr: boolean;
  readonly rule: DisclosureRule;
}

/** Reads the consent string; what is wrong with it is added to `warnings`. */
export function readConsent(
  { text, place, gdpr, rule }: ConsentText,
  { reader, vendorLists }: SignalSources,
  warnings: string[],
): Consent {
  const consent = gdpr && text !== '' ? reader.consent(text) : undefined;
  if (gdpr && text !== '' && consent === undefined) {
    warnings.push(`${place} is no consent string of TCF 2: it counts as no consent`);
  }
  const lacksDisclosure = rule === 'required' && consent?.disclosure === 'missing';
  if (lacksDisclosure) {
    warnings.push(`${place} names no vendors that the user was shown, as TCF 2.3 demands: nobody has consent`);
  }
  return {
    consentState: consent !== undefined ? 'valid' : text === '' ? 'missing' : 'malformed',
    consent,
    vendors: consent && ListedVendors.in(vendorLists, consent.list),
    lacksDisclosure,
  };
}

/** Why TCF has nothing to go by under GDPR, in a few words; '' when it has a consent string and its vendor list. */
export function tcfTrouble({ consentState, lacksDisclosure, vendors }: Consent): string {
  if (consentState === 'missing') return 'user.consent is missing';
  if (consentState === 'malformed') return 'the consent string is malformed';
  if (lacksDisclosure) return 'the consent string names no vendors that the user was shown';
  return vendors === undefined ? 'the vendor list is not known here' : '';
}
