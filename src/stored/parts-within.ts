/** Splits keys and texts that one query cannot hold into several queries. */

/** `items` in order, in parts whose sizes add up to `most` at the most. An item that is larger alone is a part of its own. */
export function partsWithin<Item>(items: readonly Item[], most: number, sizeOf: (item: Item) => number): Item[][] {
  const parts: Item[][] = [];
  let size = 0;
  for (const item of items) {
    const added = sizeOf(item);
    if (parts.length === 0 || size + added > most) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)!.push(item);
    size += added;
  }
  return parts;
}
