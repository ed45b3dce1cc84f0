/** The vendor lists that a process has, packed into one block for its threads (privacy/vendor-table). */
import { listOf } from '../privacy/tc-string.ts';
import type { VendorList } from '../privacy/vendor-list.ts';
import { packVendorLists } from '../privacy/vendor-table.ts';

/** The lists by key (`listKey`). */
export class KnownVendorLists {
  readonly #lists = new Map<number, VendorList>();
  #block: SharedArrayBuffer | null = null;

  /** All lists as one block, null for none. A block never changes: a new list makes a new one. */
  get block(): SharedArrayBuffer | null {
    return this.#block;
  }

  /** True while there is no list. */
  get isEmpty(): boolean {
    return this.#lists.size === 0;
  }

  /** True when list `key` is here. */
  has(key: number): boolean {
    return this.#lists.has(key);
  }

  /** Adds lists, in place of those with the same keys. */
  add(lists: readonly VendorList[]): void {
    if (lists.length === 0) return;
    for (const list of lists) this.#lists.set(list.key, list);
    this.#block = packVendorLists([...this.#lists.values()]);
  }

  /** The key of the newest list of a specification, undefined for none. */
  newest(specification: number): number | undefined {
    let newest: number | undefined;
    for (const key of this.#lists.keys())
      if (listOf(key).specification === specification && key > (newest ?? 0)) newest = key;
    return newest;
  }
}
