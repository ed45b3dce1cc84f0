/** Reads a Global Vendor List into the few bits that enforcement needs (IAB Europe, 'Global Vendor List'; implementation A 7). */
import { isObject, type JsonObject } from '../openrtb/json-object.ts';
import { listKey } from './tc-string.ts';

/** Words per vendor: `basis` (see below), then the flexible purposes. */
export const wordsPerVendor = 2;

/**
 * Purposes 1 to 12 of a vendor: bit n-1 for number n. `basis` holds those declared for consent, then from this bit on those for legitimate
 * interest, then flags.
 */
export const interestShift = 12;
/** The flag of a vendor that is in the list and not deleted from it. */
export const isListed = 1 << 24;
/** The flag of a vendor that declares special feature 1, precise location. */
export const declaresFeature1 = 1 << 25;

/** One list in compact form; vendor n is at `words[n * wordsPerVendor]`. */
export interface VendorList {
  /** The `listKey` of the list. */
  readonly key: number;
  readonly words: Uint32Array;
}

/** The highest vendor id that consent strings can hold. */
const maxVendorId = 65_535;
const maxPurpose = 12;

/** The compact list, or the fault of `json` as the end of a sentence that names its source. */
export function readVendorList(json: unknown): VendorList | string {
  if (!isObject(json)) return 'is not a JSON object';
  const { gvlSpecificationVersion: specification, vendorListVersion: version, vendors } = json;
  if (specification !== 2 && specification !== 3) return 'has a gvlSpecificationVersion other than 2 and 3';
  if (!isWhole(version, 4095) || version === 0) return 'has no vendorListVersion from 1 to 4095';
  if (!isObject(vendors)) return 'has no vendors';
  const listed = Object.values(vendors).filter(isVendor);
  if (listed.length === 0) return 'has no vendors';
  const last = listed.reduce((highest, { id }) => Math.max(highest, id), 0);
  const words = new Uint32Array((last + 1) * wordsPerVendor);
  for (const vendor of listed) {
    if (vendor['deletedDate'] !== undefined && vendor['deletedDate'] !== null) continue;
    const at = vendor.id * wordsPerVendor;
    words[at] =
      bitsOf(vendor['purposes']) |
      (bitsOf(vendor['legIntPurposes']) << interestShift) |
      (bitsOf(vendor['specialFeatures']) & 1 ? declaresFeature1 : 0) |
      isListed;
    words[at + 1] = bitsOf(vendor['flexiblePurposes']);
  }
  return { key: listKey(specification, version), words };
}

function isVendor(vendor: unknown): vendor is JsonObject & { readonly id: number } {
  return isObject(vendor) && isWhole(vendor['id'], maxVendorId) && vendor['id'] > 0;
}

function isWhole(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;
}

/** The numbers of a list as a bit set; anything but numbers from 1 to 12 is left out. */
function bitsOf(numbers: unknown): number {
  let bits = 0;
  for (const number of Array.isArray(numbers) ? (numbers as unknown[]) : []) {
    if (isWhole(number, maxPurpose) && number > 0) bits |= 1 << (number - 1);
  }
  return bits;
}
