/** Decides how an auction's own ids are made: from the seed that came with its message, so that a replay mints the same. */

/** Returns a source of version-4 UUIDs that depends on `seed` (32 hexadecimal digits) alone (generator: sfc32). */
export function mintIds(seed: string): () => string {
  let a = Number.parseInt(seed.slice(0, 8), 16) | 0;
  let b = Number.parseInt(seed.slice(8, 16), 16) | 0;
  let c = Number.parseInt(seed.slice(16, 24), 16) | 0;
  let counter = Number.parseInt(seed.slice(24, 32), 16) | 0;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round++) next();
  return () => uuid(next(), next(), next(), next());
}

function uuid(a: number, b: number, c: number, d: number): string {
  const high = hex((b & 0xffff0fff) | 0x4000);
  const low = hex((c & 0x3fffffff) | 0x80000000);
  return `${hex(a)}-${high.slice(0, 4)}-${high.slice(4)}-${low.slice(0, 4)}-${low.slice(4)}${hex(d)}`;
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
