/** Pools whose threads end as hops tell them. */
import { poolHops, type Hops } from '../../src/auction/pool.ts';
import type { PrepareMessage } from '../../src/auction/messages.ts';
import { prepareMessage } from '../support/hops.ts';

/** A first hop that does what `id` says. */
export const message = (id: string): PrepareMessage => prepareMessage({ id });

/** The entry of their threads. */
export const filename = new URL('../support/dying-hops.ts', import.meta.url).href;

/** A pool of so many threads; who opens it closes it. */
export function dyingPool(queueLimit: number, threads = 1): Hops {
  return poolHops({ filename, threads, queueLimit, setup: {}, env: {} });
}

/** What a hop ends as that reached a thread. */
export const reached = (id: string) => ({ ok: false, status: 400, faults: [`reached a thread: ${id}`] });
