/** Remembers the original indexes of a shortened list's entries, so that a later warning names the client's own index. */

const indexesOf = new WeakMap<readonly unknown[], readonly number[]>();

/** Records that the entry at `n` of `list`, a new list, was at `indexes[n]` before others were dropped. */
export function rememberIndexes(list: readonly unknown[], indexes: readonly number[]): void {
  indexesOf.set(list, indexes);
}

/** The client's index of each entry; undefined for a list that has lost none, and for any value that is not a list. */
export function clientIndexes(value: unknown): readonly number[] | undefined {
  return Array.isArray(value) ? indexesOf.get(value) : undefined;
}

/** The client's index of the entry that is now at `index` of `list`. */
export function clientIndex(list: readonly unknown[], index: number): number {
  return indexesOf.get(list)?.[index] ?? index;
}
