/** Decides how an auction's own ids are made: from the seed in its message, so that a replay makes the same ids. */

/** Stands for an id to be made, as in both implementations. */
export const idMacro = '{{UUID}}';

/** The parts of an auction that make ids, and the digit of the seed from which each reads it. */
const seedStarts = { request: 0, adapters: 8, settle: 16, floors: 24 } as const;

/**
 * The seed (32 hexadecimal digits) for one part of an auction: its digits in another order, so that no two parts make the same ids,
 * and no id that a bidder sees reveals how floors are drawn.
 */
export function seedFor(part: keyof typeof seedStarts, seed: string): string {
  const start = seedStarts[part];
  return seed.slice(start) + seed.slice(0, start);
}

/** Scratch space for the sixteen bytes of a seed or an id. */
const bytes = Buffer.alloc(16);

/** Returns a source of version-4 UUIDs that depends on `seed` (32 hexadecimal digits) alone (generator: sfc32). */
export function mintIds(seed: string): () => string {
  bytes.fill(0).write(seed, 'hex');
  let a = bytes.readInt32BE(0);
  let b = bytes.readInt32BE(4);
  let c = bytes.readInt32BE(8);
  let counter = bytes.readInt32BE(12);
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum;
  };
  for (let round = 0; round < 12; round++) next();
  return () => uuid(next);
}

/** The number of values that `numberOf` can return. */
export const idNumbers = 2 ** 48;

/** A whole number from 0 to below `idNumbers`: the id's last digits, which are all random. */
export function numberOf(id: string): number {
  return Number.parseInt(id.slice(-12), 16);
}

/** A UUID from the next four random numbers. */
function uuid(next: () => number): string {
  bytes.writeInt32BE(next(), 0);
  bytes.writeInt32BE((next() & 0xffff0fff) | 0x4000, 4);
  bytes.writeInt32BE((next() & 0x3fffffff) | 0x80000000, 8);
  bytes.writeInt32BE(next(), 12);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
