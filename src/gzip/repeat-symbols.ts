/** Decides how a repeat is told in deflate (RFC 1951, 3.2.5): by the symbol of a range, and how far within it. */

/** Behind the symbols of the 256 bytes: that of the end, and the first of lengths. */
export const endSymbol = 256;
export const firstLength = 257;

/** The lengths, or the distances, from `least` on that share a symbol: `extraBits` more say which it is. */
export interface Range {
  readonly least: number;
  readonly extraBits: number;
}

/** Lengths by their symbols: ranges double every fourth time, and the longest has a symbol of its own. */
export const lengthRanges: readonly Range[] = [...doubling(3, 28, 4), { least: 258, extraBits: 0 }];

/** Distances by their symbols, up to 8,192: ranges double every second time. */
export const distanceRanges: readonly Range[] = doubling(1, 26, 2);

/** The symbol of each length or distance up to `most`. */
export function symbolsOf(ranges: readonly Range[], most: number): Uint8Array {
  const symbols = new Uint8Array(most + 1);
  for (const [symbol, { least }] of ranges.entries()) symbols.fill(symbol, least);
  return symbols;
}

/** The first two times `together` ranges have one member each, and so no bits of their own. */
function doubling(first: number, count: number, together: number): Range[] {
  const ranges: Range[] = [];
  let least = first;
  for (let symbol = 0; symbol < count; symbol += 1) {
    const extraBits = Math.max(0, Math.floor(symbol / together) - 1);
    ranges.push({ least, extraBits });
    least += 2 ** extraBits;
  }
  return ranges;
}
