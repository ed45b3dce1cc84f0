/**
 * Reads a TCF 2 consent string (IAB Europe, 'Transparency and Consent String'). @iabtcf/core cannot read what strangers send:
 * it expands every range, and 58 characters keep it busy for seven seconds. The tests hold this reader to its answers.
 */
import { Bits } from './bits.ts';
import { inRanges, readRanges, VendorSet } from './vendor-set.ts';

/** What a publisher restricts for some vendors: `type` 0 forbids the purpose, 1 demands consent, 2 legitimate interest. */
interface Restriction {
  readonly purpose: number;
  readonly type: number;
  /** First and last vendor id of each range, in turn. */
  readonly vendors: readonly number[];
}

/** What a consent string says, as far as this host asks. Purposes and features are bit sets: bit n-1 for number n. */
export interface TcString {
  /** Which vendor list it was made with, as `listKey` makes its key. */
  readonly list: number;
  readonly purposes: number;
  readonly interests: number;
  readonly specialFeatures: number;
  readonly purposeOneTreatment: boolean;
  readonly vendors: VendorSet;
  readonly vendorInterests: VendorSet;
  readonly restrictions: readonly Restriction[];
  readonly disclosure: Disclosure;
}

/**
 * Which vendors the user was shown, as strings of March 2026 and later must say (TCF 2.3): older ones need not, and one that
 * names nobody at all is `missing` what it must say.
 */
export type Disclosure = VendorSet | 'not due' | 'missing';

/** From when on a string must tell, in tenths of a second since 1970. */
const disclosureDue = Date.UTC(2026, 2, 1) / 100;

/** The segment of a string that tells. */
const disclosedVendors = 1;

/** Longest consent string that is read, in characters; a real one has one or two thousand. */
const maxConsentLength = 16_384;

/** What `restrictionOf` gives where the publisher restricts nothing. */
export const unrestricted = 3;

/** The key of a vendor list: its specification's version and its own. */
export function listKey(specification: number, version: number): number {
  return specification * 4096 + version;
}

/** What `listKey` has made `key` of. */
export function listOf(key: number): { readonly specification: number; readonly version: number } {
  return { specification: key >> 12, version: key & 4095 };
}

/** What `text` says, or undefined when it is no whole consent string of version 2. Never throws; time and memory grow with its length only. */
export function readTcString(text: string): TcString | undefined {
  if (text.length > maxConsentLength) return undefined;
  const [core = '', ...segments] = text.split('.');
  const bits = Bits.of(core, maxConsentLength);
  if (bits === undefined || bits.read(6) !== 2) return undefined;
  const [created, updated] = [readTime(bits), readTime(bits)];
  // CMP id and version, screen, language.
  bits.skip(12 + 12 + 6 + 12);
  const version = bits.read(12);
  const policy = bits.read(6);
  bits.skip(2);
  const specialFeatures = reversed(bits.read(12), 12);
  const purposes = reversed(bits.read(24), 24);
  const interests = reversed(bits.read(24), 24);
  const purposeOneTreatment = bits.flag();
  bits.skip(12);
  const vendors = new VendorSet(bits);
  const vendorInterests = new VendorSet(bits);
  const restrictions = readRestrictions(bits);
  if (bits.isBroken) return undefined;
  return {
    list: listKey(policy >= 4 ? 3 : 2, version),
    purposes,
    interests,
    specialFeatures,
    purposeOneTreatment,
    vendors,
    vendorInterests,
    restrictions,
    disclosure: Math.max(created, updated) < disclosureDue ? 'not due' : readDisclosure(segments),
  };
}

/** Tenths of a second since 1970. */
function readTime(bits: Bits): number {
  return bits.read(18) * 2 ** 18 + bits.read(18);
}

/** A segment that is cut off, or no base64url, tells nothing. */
function readDisclosure(segments: readonly string[]): Disclosure {
  for (const segment of segments) {
    const bits = Bits.of(segment, maxConsentLength);
    if (bits === undefined || bits.read(3) !== disclosedVendors) continue;
    const vendors = new VendorSet(bits);
    return bits.isBroken || vendors.isEmpty ? 'missing' : vendors;
  }
  return 'missing';
}

/** How the publisher restricts `purpose` for the vendor: the strictest type that names it, or `unrestricted`. */
export function restrictionOf({ restrictions }: TcString, purpose: number, vendorId: number): number {
  let strictest = unrestricted;
  for (const { purpose: restricted, type, vendors } of restrictions) {
    if (restricted === purpose && type < strictest && inRanges(vendors, vendorId)) strictest = type;
  }
  return strictest;
}

function readRestrictions(bits: Bits): Restriction[] {
  const restrictions: Restriction[] = [];
  for (let left = bits.read(12); left > 0 && !bits.isBroken; left--) {
    restrictions.push({ purpose: bits.read(6), type: bits.read(2), vendors: readRanges(bits) });
  }
  return restrictions;
}

/** The string writes number 1 first; a bit set has it last. */
function reversed(value: number, count: number): number {
  let turned = 0;
  for (let at = 0; at < count; at++) if ((value >> (count - 1 - at)) & 1) turned |= 1 << at;
  return turned;
}
