/** Waiting for something that takes an unknown time. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `holds`, for at most 25 seconds, enough for any machine; gives whether it did. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const endMs = performance.now() + 25_000; performance.now() < endMs; await sleep(20)) {
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
