/** Decides whether a request's consent string is valid (decisions, 'Privacy'; implementation A 7; TCF 2.3 for disclosed vendors). */
import type { DisclosureRule } from './policy.ts';
import type { SignalReader } from './signal-reader.ts';
import type { TcString } from './tc-string.ts';
import { ListedVendors } from './vendor-table.ts';

/** The validity of a consent string. */
type ConsentState = 'valid' | 'missing' | 'malformed';

/** A request's consent string; it is read only when GDPR applies. */
export interface Consent {
  readonly consentState: ConsentState;
  /** Undefined unless GDPR applies and the string is valid. */
  readonly consent: TcString | undefined;
  /** The vendor list that the consent string was made with; undefined when this host does not have it. */
  readonly vendors: ListedVendors | undefined;
  /**
   * True when the string must name the vendors that the user was shown, and names none: only purposes that are not enforced, and
   * exceptions, remain.
   */
  readonly lacksDisclosure: boolean;
}

/** What reading signals needs: the thread's memory of decoded strings, and the message's block of vendor lists. */
export interface SignalSources {
  readonly reader: SignalReader;
  readonly vendorLists: SharedArrayBuffer | null;
}

/** A consent string ('' for none), its place in the request, and the rules for it. */
interface ConsentText {
  readonly text: string;
  readonly place: string;
  readonly gdpr: boolean;
  readonly rule: DisclosureRule;
}

/** Reads the consent string; adds its faults to `warnings`. */
export function readConsent(
  { text, place, gdpr, rule }: ConsentText,
  { reader, vendorLists }: SignalSources,
  warnings: string[],
): Consent {
  const consent = gdpr && text !== '' ? reader.consent(text) : undefined;
  if (gdpr && text !== '' && consent === undefined) {
    warnings.push(`${place} is not a TCF 2 consent string: it counts as no consent`);
  }
  const lacksDisclosure = rule === 'required' && consent?.disclosure === 'missing';
  if (lacksDisclosure) {
    warnings.push(
      `${place} does not list the vendors disclosed to the user, which TCF 2.3 requires: nobody has consent`,
    );
  }
  return {
    consentState: consent !== undefined ? 'valid' : text === '' ? 'missing' : 'malformed',
    consent,
    vendors: consent && ListedVendors.in(vendorLists, consent.list),
    lacksDisclosure,
  };
}

/** Why TCF cannot be evaluated under GDPR, in a few words; '' when there are a consent string and its vendor list. */
export function tcfTrouble({ consentState, lacksDisclosure, vendors }: Consent): string {
  if (consentState === 'missing') return 'user.consent is missing';
  if (consentState === 'malformed') return 'the consent string is malformed';
  if (lacksDisclosure) return 'the consent string does not list the vendors disclosed to the user';
  return vendors === undefined ? 'the vendor list is not available here' : '';
}
