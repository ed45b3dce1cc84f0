/** Remembers the original indexes of a shortened list's entries, so that a later warning names the client's own index. */

const placesOf = new WeakMap<readonly unknown[], readonly number[]>();

/** Records that the entry at `n` of `list`, a new list, was at `places[n]` before others were dropped. */
export function rememberPlaces(list: readonly unknown[], places: readonly number[]): void {
  placesOf.set(list, places);
}

/** The client's index of each entry; undefined for a list that has lost none, and for any value that is not a list. */
export function placesIn(value: unknown): readonly number[] | undefined {
  return Array.isArray(value) ? placesOf.get(value) : undefined;
}

/** The client's index of the entry that is now at `index` of `list`. */
export function placeOf(list: readonly unknown[], index: number): number {
  return placesOf.get(list)?.[index] ?? index;
}
