/** Reads the vendors that a part of a consent string names (TCF 2 string format, 'vendor consent section', 'range section'). */
import type { Bits } from './bits.ts';

/** Vendors as the string encodes them: a bit for each, or ranges. Nothing is expanded, so a short string stays cheap. */
export class VendorSet {
  readonly #bits: Bits;
  readonly #maxId: number;
  /** The position of vendor 1's bit; -1 for ranges. */
  readonly #start: number;
  readonly #ranges: readonly number[];

  /** Reads the set at the current position of `bits`, and keeps `bits`. */
  constructor(bits: Bits) {
    this.#bits = bits;
    this.#maxId = bits.read(16);
    const isRange = bits.flag();
    this.#start = isRange ? -1 : bits.at;
    this.#ranges = isRange ? readRanges(bits) : [];
    if (!isRange) bits.skip(this.#maxId);
  }

  /** True when the set can hold no vendor. A set that can may still name none. */
  get isEmpty(): boolean {
    return this.#start < 0 ? this.#ranges.length === 0 : this.#maxId === 0;
  }

  /** True when `vendorId` is named. */
  has(vendorId: number): boolean {
    if (vendorId < 1) return false;
    if (this.#start < 0) return inRanges(this.#ranges, vendorId);
    return vendorId <= this.#maxId && this.#bits.isSet(this.#start + vendorId - 1);
  }
}

/** Reads the ranges at the current position: the first and last id of each, alternating. A truncated text ends them. */
export function readRanges(bits: Bits): number[] {
  const ranges: number[] = [];
  for (let left = bits.read(12); left > 0 && !bits.isBroken; left--) {
    const isRange = bits.flag();
    const first = bits.read(16);
    ranges.push(first, isRange ? bits.read(16) : first);
  }
  return ranges;
}

/** True when `id` is in one of `ranges` (the first and last id of each, alternating). */
export function inRanges(ranges: readonly number[], id: number): boolean {
  for (let at = 0; at < ranges.length; at += 2) if (id >= ranges[at]! && id <= ranges[at + 1]!) return true;
  return false;
}
