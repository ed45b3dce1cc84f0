/** The one code of short bodies (RFC 1951, 3.2.7), as `bench/make-json-code.ts` makes it from the fixtures: do not edit. */

/** The header of the block that a body is, and how many bits of it count. */
export const headerHex =
  'edb90780dc46d22ee69c73ce1e977c3669f7cc743732e4b3de52fa4fa2299eef3d4aa69f5763b9812eccb41640c38dc6cc2e' +
  'c7b0e59c73b6ef9c73ce39e79c73b69c73ce492eccec7286d4eaa8fb4ff79ec3edff8b8beeaef4d557550d2c';
export const headerBits = 750;

/** The length of each code in bits, a digit each: of the 256 bytes, the end and the lengths of repeats; of their distances. */
export const literalLengths =
  'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee7e4aebee99ee577755566666666aebead89aacbaa9e9a9bebdd9aae9ede8a7eae566' +
  '546775a866656e5656778897e6eeaeeeeeeeeeeeeeeeeeeeeeeeeeeebbeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' +
  'eeeeeeeeeeeeeeeeeeeeeeeeeeaeeeeeeeeeeeeeeeeeeeeeeeeeeeeeae46778897799a8ab9abcbabddeeee';
export const distanceLengths = 'b8cca986555444443434445668';
