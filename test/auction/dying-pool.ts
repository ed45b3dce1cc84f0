/** Pools whose threads die when a hop says so. */
import { poolHops, type Hops } from '../../src/auction/pool.ts';
import type { PrepareMessage } from '../../src/auction/messages.ts';
import { prepareMessage } from '../support/hops.ts';

/** The message of a first hop that does what `id` says (dying-hops.ts). */
export const message = (id: string): PrepareMessage => prepareMessage({ id });

/** The entry file of the threads. */
export const filename = new URL('./dying-hops.ts', import.meta.url).href;

/** A pool of `threads` threads; the caller closes it. */
export function dyingPool(queueLimit: number, threads = 1): Hops {
  return poolHops({ filename, threads, queueLimit, setup: {}, env: {} });
}

/** The result of a hop that reached a thread. */
export const reached = (id: string) => ({ ok: false, status: 400, faults: [`reached a thread: ${id}`] });
