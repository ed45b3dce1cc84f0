/**
 * All vendor lists of this host as one block of shared memory, which comes with every auction message. A thread reads the block that it is
 * sent and keeps nothing, so the same message gives the same bytes. A block never changes once it is made.
 */
import { listOf } from './tc-string.ts';
import { declaresFeature1, interestShift, isListed, wordsPerVendor, type VendorList } from './vendor-list.ts';

/** A vendor's declarations in one list. Purposes are bit sets: bit n-1 for number n. */
export interface VendorFacts {
  readonly purposes: number;
  readonly interests: number;
  readonly flexible: number;
  readonly usesPreciseGeo: boolean;
}

/** Index words per list: its key, the position of its words, and their number. */
const indexWords = 3;
/** The most words of a block; beyond that the oldest lists are left out. Real lists take 12 KB each. */
const maxWords = 8 * 1024 * 1024;

/**
 * The block of `lists` (with unique keys), null for none. Vendors that are no longer in the newest list of a specification are removed from
 * its older lists, too.
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

  /** The list with `key` (of `listKey`); undefined when `block` does not have it. */
  static in(block: SharedArrayBuffer | null, key: number): ListedVendors | undefined {
    if (block === null) return undefined;
    const words = new Uint32Array(block);
    for (let at = 1, left = words[0]!; left > 0; left--, at += indexWords) {
      if (words[at] === key) return new ListedVendors(words, words[at + 1]!, words[at + 2]!);
    }
    return undefined;
  }

  /** The vendor's declarations; undefined when it is not in the list or was removed. */
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

/** The newest lists that fit, newest first, grouped by specification. */
function newestThatFit(lists: readonly VendorList[]): VendorList[] {
  let left = maxWords;
  return lists.toSorted((one, other) => other.key - one.key).filter(({ words }) => (left -= words.length) >= 0);
}

function specificationOf({ key }: VendorList): number {
  return listOf(key).specification;
}

/** `words` without the vendors that are not in `live`. */
function liveWords(words: Uint32Array, live: Uint32Array): Uint32Array {
  return words.map((word, at) => {
    const alive = (live[at - (at % wordsPerVendor)] ?? 0) & isListed;
    return alive ? word : 0;
  });
}
