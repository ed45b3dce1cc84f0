/** A store within the bounds of a service, with a clock for its rests. */
import { randomUUID } from 'node:crypto';
import type { Test } from 'tap';
import type { BidCache, CachePut } from '../../src/cache/bid-cache.ts';
import { BoundedCache, type CacheBounds } from '../../src/cache/bounded-cache.ts';
import { closedWith } from '../support/closed-with.ts';

/** A put of `bytes` bytes. */
export function put(bytes = 100): CachePut {
  return { id: randomUUID(), type: 'json', ttlSeconds: 60, value: Buffer.alloc(bytes, '1') };
}

/** The bounds around `store`, the troubles that they report, and the stopped clock of their rests; closed when the test ends. */
export function bounded(t: Test, store: BidCache, timeoutMs: number, rest: Partial<CacheBounds> = {}) {
  const troubles: unknown[] = [];
  const onTrouble = (error: unknown): void => void troubles.push(error);
  const clock = { nowMs: 1000 };
  const cache = closedWith(t, new BoundedCache(store, { timeoutMs, onTrouble, nowMs: () => clock.nowMs, ...rest }));
  return { cache, troubles, clock };
}

/** A clock that runs, for stores whose outages end at their own time. */
export const going = { nowMs: () => performance.now() };
