/** Waiting for what happens in its own time. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `holds`, for 25 seconds at most, in which any machine gets round to it; gives whether it does. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const endMs = performance.now() + 25_000; performance.now() < endMs; await sleep(20)) {
    if (await holds()) return true;
  }
  return false;
}

/** Whether what is promised comes; a rejection is only that it does not. */
export function succeeds(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}
