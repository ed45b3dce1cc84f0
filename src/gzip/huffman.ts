/** Huffman codes of symbols, derived from their lengths (RFC 1951, 3.2.2). */

/** The code of each symbol, with its first bit lowest, as it is written; 0 for a symbol without one. `lengths` are in bits. */
export function codesOf(lengths: readonly number[]): number[] {
  const codes = lengths.map(() => 0);
  let code = 0;
  for (let bits = 1; bits <= Math.max(...lengths); bits += 1) {
    for (const [symbol, length] of lengths.entries()) if (length === bits) codes[symbol] = reversed(code++, bits);
    code *= 2;
  }
  return codes;
}

function reversed(code: number, bits: number): number {
  return Number.parseInt([...code.toString(2).padStart(bits, '0')].toReversed().join(''), 2);
}
