/** The deflate encoding of repeats (RFC 1951, 3.2.5): the symbol of a range, and the position within it. */

/** After the symbols of the 256 bytes: the end symbol, and the first length symbol. */
export const endSymbol = 256;
export const firstLength = 257;

/** A range of lengths or distances, from `least` on, that share a symbol; `extraBits` further bits give the position in it. */
export interface Range {
  readonly least: number;
  readonly extraBits: number;
}

/** The range of each length symbol: sizes double every fourth time, and the longest length has its own symbol. */
export const lengthRanges: readonly Range[] = [...doubling(3, 28, 4), { least: 258, extraBits: 0 }];

/** The range of each distance symbol, up to 8,192: sizes double every second time. */
export const distanceRanges: readonly Range[] = doubling(1, 26, 2);

/** The symbol of each length or distance up to `most`. */
export function symbolsOf(ranges: readonly Range[], most: number): Uint8Array {
  const symbols = new Uint8Array(most + 1);
  for (const [symbol, { least }] of ranges.entries()) symbols.fill(symbol, least);
  return symbols;
}

/** Ranges that double in size after every `together` of them; the first two groups hold one value each, and need no extra bits. */
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
