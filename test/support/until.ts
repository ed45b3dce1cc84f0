/** Waiting for something that takes an unknown time. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The longest wait, in milliseconds: under the 30 seconds that tap gives a test, or, where it gives minutes, enough for a machine that is
 * ten times overloaded.
 */
const mostMs = Number(process.env['TAP_TIMEOUT']) >= 300 ? 100_000 : 25_000;

/** Waits until `holds`, as long as any machine may need; gives whether it did. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const endMs = performance.now() + mostMs; performance.now() < endMs; await sleep(20)) {
    if (await holds()) return true;
  }
  return false;
}

/** Whether the promise is fulfilled; never rejects. */
export function succeeds(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}
