/**
 * Mints auction seeds from the system's random bytes. It fetches bytes for many seeds at once, since one fetch costs as much as an answer's
 * headers.
 */
import { randomFillSync } from 'node:crypto';

const seedBytes = 16;
const pool = Buffer.alloc(256 * seedBytes);
let nextAt = pool.length;

/** 32 random hexadecimal digits: unique and unguessable. */
export function mintSeed(): string {
  if (nextAt === pool.length) {
    randomFillSync(pool);
    nextAt = 0;
  }
  const seed = pool.toString('hex', nextAt, nextAt + seedBytes);
  nextAt += seedBytes;
  return seed;
}
