/** A pool entry whose first hop does what the request's id says: dies, sleeps, hangs, throws, or runs out of memory. */
import type { PrepareMessage, PrepareResult } from '../../src/auction/messages.ts';
import type { HopEnd } from '../../src/auction/hop-functions.ts';
import type { SettleMessage, SettleResult } from '../../src/auction/settle-messages.ts';
import { stand } from '../support/stand.ts';

/** The first hop: `die` ends the thread, `hog` exhausts its memory, `sleep` holds it for 300 ms, `stand` for good, `throw` throws; all else answers 400. */
export function prepare(messages: readonly PrepareMessage[]): readonly HopEnd<PrepareResult>[] {
  return messages.map(prepareOne);
}

function prepareOne(message: PrepareMessage): HopEnd<PrepareResult> {
  const { id } = JSON.parse(Buffer.from(message.body).toString()) as { id: string };
  if (id === 'die') process.exit(1);
  if (id === 'hog') for (const kept: unknown[] = []; ;) kept.push(Array<number>(1_000_000).fill(0.5));
  if (id === 'sleep') stand(300);
  if (id === 'stand') for (;;);
  if (id === 'throw') return { error: new Error('thrown') };
  return { value: { ok: false, status: 400, faults: [`reached a thread: ${id}`] } };
}

/** The second hop: an empty answer. */
export function settle(messages: readonly SettleMessage[]): readonly HopEnd<SettleResult>[] {
  const value = { bytes: new ArrayBuffer(0), answer: { start: 0, end: 0 }, puts: [], reports: [], tally: [] };
  return messages.map(() => ({ value }));
}
