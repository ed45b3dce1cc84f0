/**
 * Mints auction seeds from the system's random bytes. It fetches bytes for many seeds at once, since one fetch costs as much as an answer's
 * headers.
 */
import { randomFillSync } from 'node:crypto';

const seedBytes = 16;
const pool = Buffer.alloc(256 * seedBytes);
let at = pool.length;

/** 32 random hexadecimal digits: unique and unguessable. */
export function mintSeed(): string {
  if (at === pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  const seed = pool.toString('hex', at, at + seedBytes);
  at += seedBytes;
  return seed;
}
