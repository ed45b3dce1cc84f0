/** Decides the order in which the embedded store evicts its entries (decisions, 'Caching'). */
import type { Database } from 'lmdb';
import { readEntry, type ExpiryEntry } from './embedded-records.ts';

/** A queue of entries, the next to be evicted first. */
type Queue = Generator<ExpiryEntry, void, undefined>;

/**
 * The entries of the table of expiries in the order in which they are evicted, read lazily: first those that have expired, then those
 * stored first, whatever their lifetime. So a store full of long-lived values still takes short-lived ones.
 */
export function* evictionOrder(expiries: Database<Buffer, Buffer>, nowSeconds: number): Generator<ExpiryEntry> {
  const queues = Array.from(lifetimesIn(expiries), (lifetime) => queueOf(expiries, lifetime));
  const urgency = ({ keptAt, expiresAt }: ExpiryEntry): number => (expiresAt <= nowSeconds ? 0 : keptAt);
  try {
    let fronts = queues.flatMap((queue) => frontOf(queue));
    while (fronts.length > 0) {
      const next = fronts.reduce((a, b) => (urgency(b.entry) < urgency(a.entry) ? b : a));
      yield next.entry;
      fronts = fronts.flatMap((front) => (front === next ? frontOf(front.queue) : [front]));
    }
  } finally {
    for (const queue of queues) queue.return();
  }
}

/** The classes of lifetimes that have entries. */
function* lifetimesIn(expiries: Database<Buffer, Buffer>): Generator<number> {
  for (let from = 0; ;) {
    const [found] = expiries.getKeys({ start: Buffer.of(from), limit: 1 });
    if (found === undefined) return;
    yield found[0]!;
    from = found[0]! + 1;
  }
}

/** The entries of one class of lifetimes, the soonest to expire first, which is nearly the order in which they were stored. */
function* queueOf(expiries: Database<Buffer, Buffer>, lifetime: number): Queue {
  const range = { start: Buffer.of(lifetime), end: Buffer.of(lifetime + 1) };
  for (const { key, value } of expiries.getRange(range)) yield readEntry(Buffer.from(key), value);
}

/** The next entry of a queue, none at its end. */
function frontOf(queue: Queue): { readonly entry: ExpiryEntry; readonly queue: Queue }[] {
  const { value } = queue.next();
  return value === undefined ? [] : [{ entry: value, queue }];
}
