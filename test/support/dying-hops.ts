/** A pool entry whose first hop does what the request's id says: dies, sleeps, or runs out of memory. */
import type { PrepareMessage, PrepareResult } from '../../src/auction/messages.ts';

/** The first hop: `die` ends the thread, `hog` exhausts its memory, `sleep` holds it for 300 ms; all else answers 400. */
export function prepare(message: PrepareMessage): PrepareResult {
  const { id } = JSON.parse(Buffer.from(message.body).toString()) as { id: string };
  if (id === 'die') process.exit(1);
  if (id === 'hog') for (const kept: unknown[] = []; ;) kept.push(Array.from({ length: 100_000 }, (_, n) => ({ n })));
  if (id === 'sleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  return { ok: false, status: 400, faults: [`reached a thread: ${id}`] };
}
