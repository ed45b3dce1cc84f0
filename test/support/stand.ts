/** Blocks this thread, as long work would: no timer runs, no socket is read. */

/** Blocks this thread for `ms` milliseconds. */
export function stand(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
