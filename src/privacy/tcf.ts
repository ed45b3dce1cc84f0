/**
 * Decides what TCF permits a vendor to do (IAB Europe, 'TCF Policies'; implementation A 7; decisions, 'Privacy'; TCF 2.3 for disclosed
 * vendors).
 */
import type { Consent } from './consent.ts';
import type { DisclosureRule, PrivacyPolicy, PurposeRule } from './policy.ts';
import { restrictionOf, unrestricted, type TcString } from './tc-string.ts';
import type { VendorFacts } from './vendor-table.ts';

/** The vendor's name for policy exceptions, and its id in the vendor list, 0 for none. */
interface TcfParty {
  readonly name: string;
  readonly vendorId: number;
}

/** Ids may be sent with a basis for any purpose in this range. */
const [firstIdPurpose, lastIdPurpose] = [2, 10];

/** One vendor under one consent string. */
export class TcfVendor {
  readonly #party: TcfParty;
  readonly #policy: PrivacyPolicy;
  readonly #consent: TcString | undefined;
  readonly #isListKnown: boolean;
  /** Undefined for a vendor that is not in the list or was not shown to the user: it has no basis for anything. */
  readonly #facts: VendorFacts | undefined;
  /** False when the consent string should name the vendor as shown to the user, and does not; true for a bidder without a vendor id. */
  readonly isShown: boolean;

  constructor(party: TcfParty, policy: PrivacyPolicy, { consent, vendors }: Pick<Consent, 'consent' | 'vendors'>) {
    this.#party = party;
    this.#policy = policy;
    this.#consent = consent;
    this.#isListKnown = vendors !== undefined;
    this.isShown =
      consent === undefined || party.vendorId === 0 || wasShown(party.vendorId, consent, policy.disclosedVendors);
    this.#facts = this.isShown ? vendors?.find(party.vendorId) : undefined;
  }

  /**
   * Purpose 1: storage on the user's device. A string from a country where no consent to it is needed counts as consent to every listed
   * vendor.
   */
  get mayStore(): boolean {
    const needsNoConsent = this.#consent?.purposeOneTreatment === true && this.#facts !== undefined;
    return needsNoConsent || this.#isPermitted(1, this.#policy.purposes[1]!);
  }

  /** Purpose 2: the bidder may be called. */
  get mayBid(): boolean {
    return this.#isPermitted(2, this.#policy.purposes[2]!);
  }

  /** Purpose 7: measuring advertisements, as analytics does. */
  get mayMeasure(): boolean {
    return this.#isPermitted(7, this.#policy.purposes[7]!);
  }

  /** True with a basis for any purpose from 2 to 10, enforced or not. Without the vendor list there is no basis. */
  get mayHaveIds(): boolean {
    for (let purpose = firstIdPurpose; purpose <= lastIdPurpose; purpose++) {
      const rule = this.#policy.purposes[purpose]!;
      if (this.#isPermitted(purpose, rule.enforce === 'none' ? { ...rule, enforce: 'full' } : rule)) return true;
    }
    return false;
  }

  /** Special feature 1: the user opted in, and the vendor declares it. */
  get mayHavePreciseGeo(): boolean {
    const { enforce, exceptions } = this.#policy.preciseGeo;
    if (!enforce) return true;
    if (this.#consent === undefined || !this.#isListKnown) return false;
    if (this.#isException(exceptions)) return true;
    return (this.#consent.specialFeatures & 1) === 1 && this.#facts?.usesPreciseGeo === true;
  }

  #isException(exceptions: ReadonlySet<string>): boolean {
    return exceptions.size > 0 && exceptions.has(this.#party.name.toLowerCase());
  }

  #isPermitted(purpose: number, { enforce, exceptions }: PurposeRule): boolean {
    const consent = this.#consent;
    if (consent === undefined) return enforce === 'none';
    if (enforce === 'basic') return this.#hasBasicConsent(purpose, consent, exceptions);
    const restriction = restrictionOf(consent, purpose, this.#party.vendorId);
    if (restriction === 0) return false;
    if (enforce === 'none' || (this.#isListKnown && this.#isException(exceptions))) return true;
    return this.#facts !== undefined && this.#hasBasis(purpose, restriction, consent);
  }

  /** True with consent to the purpose and to a listed vendor, whatever the vendor declares. */
  #hasBasicConsent(purpose: number, consent: TcString, exceptions: ReadonlySet<string>): boolean {
    if (this.#isListKnown && this.#isException(exceptions)) return true;
    return this.#facts !== undefined && isSet(consent.purposes, purpose) && consent.vendors.has(this.#party.vendorId);
  }

  /**
   * True with consent or legitimate interest, as the vendor declares. A restriction chooses one for a flexible purpose, and rules out the
   * other.
   */
  #hasBasis(purpose: number, restriction: number, consent: TcString): boolean {
    const { purposes, interests, flexible } = this.#facts!;
    const { vendorId } = this.#party;
    const picks = restriction !== unrestricted && isSet(flexible, purpose);
    const byConsent = restriction !== 2 && (isSet(purposes, purpose) || picks);
    if (byConsent && isSet(consent.purposes, purpose) && consent.vendors.has(vendorId)) return true;
    const byInterest = restriction !== 1 && (isSet(interests, purpose) || picks);
    return byInterest && isSet(consent.interests, purpose) && consent.vendorInterests.has(vendorId);
  }
}

/** False when the string should name the vendor as shown to the user, and does not. */
function wasShown(vendorId: number, { disclosure }: TcString, rule: DisclosureRule): boolean {
  if (rule === 'ignored' || disclosure === 'not due') return true;
  return disclosure === 'missing' ? rule === 'checked' : disclosure.has(vendorId);
}

function isSet(bits: number, number: number): boolean {
  return ((bits >> (number - 1)) & 1) === 1;
}
