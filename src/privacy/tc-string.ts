/**
 * Reads a TCF 2 consent string (IAB Europe, 'Transparency and Consent String'). @iabtcf/core is unsafe for untrusted strings: it expands
 * every range, so 58 characters keep it busy for seven seconds. The tests compare this reader's results with its.
 */
import { Bits } from './bits.ts';
import { inRanges, readRanges, VendorSet } from './vendor-set.ts';

/** A publisher restriction of a purpose for some vendors: `type` 0 forbids it, 1 requires consent, 2 legitimate interest. */
interface Restriction {
  readonly type: number;
  /** The first and last vendor id of each range, alternating. */
  readonly vendors: readonly number[];
}

/** The parts of a consent string that this host uses. Purposes and features are bit sets: bit n-1 for number n. */
export interface TcString {
  /** The `listKey` of the vendor list that the string was made with. */
  readonly list: number;
  readonly purposes: number;
  readonly interests: number;
  readonly specialFeatures: number;
  readonly purposeOneTreatment: boolean;
  readonly vendors: VendorSet;
  readonly vendorInterests: VendorSet;
  /** By purpose, without those that name no vendor: each bidder's vendor asks for each purpose, and there may be thousands. */
  readonly restrictions: ReadonlyMap<number, readonly Restriction[]>;
  readonly disclosure: Disclosure;
}

/**
 * The vendors that the user was shown, which strings from March 2026 on must name (TCF 2.3). Older strings are `not due`; one that should
 * name them and names nobody is `missing`.
 */
type Disclosure = VendorSet | 'not due' | 'missing';

/** When strings must begin to name the shown vendors, in tenths of a second since 1970. */
const disclosureDue = Date.UTC(2026, 2, 1) / 100;

/** The type of the segment that names them. */
const disclosedVendors = 1;

/** The longest consent string that is read, in characters; real ones have one or two thousand. */
const maxConsentLength = 16_384;

/** The result of `restrictionOf` when the publisher restricts nothing. */
export const unrestricted = 3;

/** The key of a vendor list, from the version of its specification and its own. */
export function listKey(specification: number, version: number): number {
  return specification * 4096 + version;
}

/** The specification and version in a `listKey`. */
export function listOf(key: number): { readonly specification: number; readonly version: number } {
  return { specification: key >> 12, version: key & 4095 };
}

/** Reads `text`; undefined when it is no complete consent string of version 2. Never throws. Time and memory are linear in its length. */
export function readTcString(text: string): TcString | undefined {
  if (text.length > maxConsentLength) return undefined;
  const [core = '', ...segments] = text.split('.');
  const bits = Bits.of(core);
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

/** Reads a time, in tenths of a second since 1970. */
function readTime(bits: Bits): number {
  return bits.read(18) * 2 ** 18 + bits.read(18);
}

/** A truncated segment, or one that is not base64url, names nobody. */
function readDisclosure(segments: readonly string[]): Disclosure {
  for (const segment of segments) {
    const bits = Bits.of(segment);
    if (bits === undefined || bits.read(3) !== disclosedVendors) continue;
    const vendors = new VendorSet(bits);
    return bits.isBroken || vendors.isEmpty ? 'missing' : vendors;
  }
  return 'missing';
}

/** The publisher's restriction of `purpose` for the vendor: the strictest type that applies, or `unrestricted`. */
export function restrictionOf({ restrictions }: TcString, purpose: number, vendorId: number): number {
  let strictest = unrestricted;
  for (const { type, vendors } of restrictions.get(purpose) ?? []) {
    if (type < strictest && inRanges(vendors, vendorId)) strictest = type;
  }
  return strictest;
}

function readRestrictions(bits: Bits): Map<number, Restriction[]> {
  const restrictions = new Map<number, Restriction[]>();
  for (let left = bits.read(12); left > 0 && !bits.isBroken; left--) {
    const purpose = bits.read(6);
    const one = { type: bits.read(2), vendors: readRanges(bits) };
    if (one.vendors.length === 0) continue;
    const known = restrictions.get(purpose);
    if (known === undefined) restrictions.set(purpose, [one]);
    else known.push(one);
  }
  return restrictions;
}

/** Reverses the bits: the string has number 1 first, a bit set has it last. */
function reversed(value: number, count: number): number {
  let bits = 0;
  for (let at = 0; at < count; at++) if ((value >> (count - 1 - at)) & 1) bits |= 1 << at;
  return bits;
}
