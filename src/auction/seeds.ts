/** Where auctions get their seeds: the system's random bytes, fetched for many auctions at a time because each fetch costs as much as an answer's headers. */
import { randomFillSync } from 'node:crypto';

const seedBytes = 16;
const pool = Buffer.alloc(256 * seedBytes);
let at = pool.length;

/** 32 hexadecimal digits that were never given out before and cannot be guessed. */
export function mintSeed(): string {
  if (at === pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  const seed = pool.toString('hex', at, at + seedBytes);
  at += seedBytes;
  return seed;
}
