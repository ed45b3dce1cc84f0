/** Makes vendor lists, consent strings (by IAB's own encoder), GPP strings and requests for the tests of privacy. */
import { GVL, PurposeRestriction, RestrictionType, TCModel, TCString } from '@iabtcf/core';

/** The declarations of a vendor. */
export interface TestVendor {
  readonly purposes?: readonly number[];
  readonly legIntPurposes?: readonly number[];
  readonly flexiblePurposes?: readonly number[];
  readonly specialFeatures?: readonly number[];
  readonly deletedDate?: string;
}

/** Vendors by id. */
export type TestVendors = { readonly [id: string]: TestVendor };

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 1, { id: at + 1, name: '', description: '' }]));

/** A vendor list as IAB Europe publishes it. */
export function vendorListJson(version: number, vendors: TestVendors, specification = 3) {
  return {
    gvlSpecificationVersion: specification,
    vendorListVersion: version,
    tcfPolicyVersion: specification === 3 ? 4 : 2,
    lastUpdated: '2026-01-01T00:00:00Z',
    purposes: numbered(11),
    specialPurposes: numbered(2),
    features: numbered(3),
    specialFeatures: numbered(2),
    stacks: {},
    vendors: Object.fromEntries(
      Object.entries(vendors).map(([id, vendor]) => [
        id,
        {
          id: Number(id),
          name: `vendor ${id}`,
          purposes: [],
          legIntPurposes: [],
          flexiblePurposes: [],
          specialPurposes: [],
          features: [],
          specialFeatures: [],
          ...vendor,
        },
      ]),
    ),
  };
}

/** The choices of a user. */
export interface TestConsent {
  readonly purposes?: readonly number[];
  readonly interests?: readonly number[];
  readonly specialFeatures?: readonly number[];
  readonly vendors?: readonly number[];
  readonly vendorInterests?: readonly number[];
  readonly purposeOneTreatment?: boolean;
  /** Purpose, type, vendor. */
  readonly restrictions?: readonly (readonly [number, RestrictionType, number])[];
  /** Vendors that the user was shown; absent: all in the list, as the encoder does. */
  readonly disclosed?: readonly number[];
  /** The day of the choices; absent: today. */
  readonly day?: string;
}

/** The consent string from IAB's encoder, for a vendor list from `vendorListJson`. */
export function consentString(list: ReturnType<typeof vendorListJson>, consent: TestConsent): string {
  const text = TCString.encode(consentModel(list, consent));
  return consent.disclosed === undefined ? text : `${text.split('.')[0]}.${disclosedSegment(consent.disclosed)}`;
}

/** The segment of disclosed vendors. */
function disclosedSegment(vendors: readonly number[]): string {
  const last = Math.max(0, ...vendors);
  const bits = Array.from({ length: last }, (_, at) => (vendors.includes(at + 1) ? '1' : '0'));
  return bitText(`${binary(1, 3)}${binary(last, 16)}0${bits.join('')}`);
}

/** The model that `consentString` encodes. */
function consentModel(list: ReturnType<typeof vendorListJson>, consent: TestConsent): TCModel {
  const model = new TCModel(new GVL(list as unknown as ConstructorParameters<typeof GVL>[0]));
  model.cmpId = 10;
  model.cmpVersion = 1;
  model.consentScreen = 1;
  model.consentLanguage = 'EN';
  model.publisherCountryCode = 'DE';
  model.purposeOneTreatment = consent.purposeOneTreatment ?? false;
  model.purposeConsents.set([...(consent.purposes ?? [])]);
  model.purposeLegitimateInterests.set([...(consent.interests ?? [])]);
  model.specialFeatureOptins.set([...(consent.specialFeatures ?? [])]);
  model.vendorConsents.set([...(consent.vendors ?? [])]);
  model.vendorLegitimateInterests.set([...(consent.vendorInterests ?? [])]);
  if (consent.day !== undefined) model.created = model.lastUpdated = new Date(consent.day);
  for (const [purpose, type, vendor] of consent.restrictions ?? []) {
    model.publisherRestrictions.add(vendor, new PurposeRestriction(purpose, type));
  }
  return model;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A text of '0' and '1' as base64url, six bits per character. */
export function bitText(bits: string): string {
  const padded = bits.padEnd(Math.ceil(bits.length / 6) * 6, '0');
  return padded.replaceAll(/.{6}/g, (six) => alphabet[Number.parseInt(six, 2)]!);
}

/** `value` in `width` binary digits. */
export function binary(value: number, width: number): string {
  return value.toString(2).padStart(width, '0');
}

/** A GPP string of sections by id, with the header encoded here after the standard. */
export function gppString(sections: { readonly [id: number]: string }): string {
  const ids = Object.keys(sections).map(Number);
  let last = 0;
  const items = ids.map((id) => {
    const item = `0${fibonacci(id - last)}`;
    last = id;
    return item;
  });
  const header = `${binary(3, 6)}${binary(1, 6)}${binary(ids.length, 12)}${items.join('')}`;
  return [bitText(header), ...ids.map((id) => sections[id])].join('~');
}

function fibonacci(number: number): string {
  const numbers = [1, 2];
  while (numbers.at(-1)! <= number) numbers.push(numbers.at(-1)! + numbers.at(-2)!);
  numbers.pop();
  let left = number;
  const bits = numbers.toReversed().map((one) => {
    if (one > left) return '0';
    left -= one;
    return '1';
  });
  return `${bits.toReversed().join('')}1`;
}

/** Sets the value at a path, and creates the objects on the way. */
export function put(target: { [key: string]: unknown }, [key, ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) target[key!] = value;
  else {
    const owner = target[key!];
    const next = typeof owner === 'object' && owner !== null ? owner : (target[key!] = {});
    put(next as { [key: string]: unknown }, rest, value);
  }
}
