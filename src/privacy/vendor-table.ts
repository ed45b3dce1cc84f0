/**
 * All vendor lists of this host as one block of shared memory, which every message of an auction brings along: a thread reads
 * what it was sent and keeps nothing, so the same message gives the same bytes. A block is never changed once it is made.
 */
import { listOf } from './tc-string.ts';
import { declaresFeature1, interestShift, isListed, wordsPerVendor, type VendorList } from './vendor-list.ts';

/** What a vendor declares in one list. Purposes are bit sets: bit n-1 for number n. */
export interface VendorFacts {
  readonly purposes: number;
  readonly interests: number;
  readonly flexible: number;
  readonly usesPreciseGeo: boolean;
}

/** Words of the block's index for each list: key, place of its words, their count. */
const indexWords = 3;
/** Most memory of a block; beyond it the oldest lists are left out. Real ones take 12 KB a list. */
const maxWords = 8 * 1024 * 1024;

/**
 * The block of `lists` (keys unique), null for none. A vendor that the newest list of its specification does not have
 * any more is taken out of the older ones too: it is nobody's vendor now.
 */
export function packVendorLists(lists: readonly VendorList[]): SharedArrayBuffer | null {
  const kept = newestThatFit(lists);
  if (kept.length === 0) return null;
  const total = kept.reduce((sum, { words }) => sum + indexWords + words.length, 1);
  const block = new SharedArrayBuffer(total * Uint32Array.BYTES_PER_ELEMENT);
  const words = new Uint32Array(block);
  words[0] = kept.length;
  let place = 1 + kept.length * indexWords;
  let live: VendorList | undefined;
  kept.forEach((list, at) => {
    if (live === undefined || specificationOf(live) !== specificationOf(list)) live = list;
    words.set([list.key, place, list.words.length], 1 + at * indexWords);
    words.set(liveWords(list.words, live.words), place);
    place += list.words.length;
  });
  return block;
}

/** One list of a block. */
export class ListedVendors {
  readonly #words: Uint32Array;
  readonly #place: number;
  readonly #length: number;

  private constructor(words: Uint32Array, place: number, length: number) {
    this.#words = words;
    this.#place = place;
    this.#length = length;
  }

  /** The list with `key` (as `listKey` makes it), or undefined when `block` has none. */
  static in(block: SharedArrayBuffer | null, key: number): ListedVendors | undefined {
    if (block === null) return undefined;
    const words = new Uint32Array(block);
    for (let at = 1, left = words[0]!; left > 0; left--, at += indexWords) {
      if (words[at] === key) return new ListedVendors(words, words[at + 1]!, words[at + 2]!);
    }
    return undefined;
  }

  /** What the vendor declares, or undefined when it is not in the list or not alive. */
  find(vendorId: number): VendorFacts | undefined {
    const at = vendorId * wordsPerVendor;
    if (vendorId <= 0 || at >= this.#length) return undefined;
    const basis = this.#words[this.#place + at]!;
    if ((basis & isListed) === 0) return undefined;
    const purposes = (1 << interestShift) - 1;
    return {
      purposes: basis & purposes,
      interests: (basis >> interestShift) & purposes,
      flexible: this.#words[this.#place + at + 1]!,
      usesPreciseGeo: (basis & declaresFeature1) !== 0,
    };
  }
}

/** Newest first, each specification together. */
function newestThatFit(lists: readonly VendorList[]): VendorList[] {
  let left = maxWords;
  return lists.toSorted((one, other) => other.key - one.key).filter(({ words }) => (left -= words.length) >= 0);
}

function specificationOf({ key }: VendorList): number {
  return listOf(key).specification;
}

/** `words` without the vendors that `live` has not. */
function liveWords(words: Uint32Array, live: Uint32Array): Uint32Array {
  return words.map((word, at) => {
    const alive = (live[at - (at % wordsPerVendor)] ?? 0) & isListed;
    return alive ? word : 0;
  });
}
