/** Remembers where the entries of a shortened list stood in the request, so that a later warning names the client's own index. */

const placesOf = new WeakMap<readonly unknown[], readonly number[]>();

/** Notes that the entry at `n` of `list`, which is new, stood at `places[n]` before others were dropped. */
export function rememberPlaces(list: readonly unknown[], places: readonly number[]): void {
  placesOf.set(list, places);
}

/** Where the client put each entry of a value's; undefined for a list that has lost none, and for any other value. */
export function placesIn(value: unknown): readonly number[] | undefined {
  return Array.isArray(value) ? placesOf.get(value) : undefined;
}

/** Where the client put the entry that is at `index` of `list` now. */
export function placeOf(list: readonly unknown[], index: number): number {
  return placesOf.get(list)?.[index] ?? index;
}
