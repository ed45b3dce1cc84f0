/** Stands this thread still, as long work of its own would: no timer runs, no socket is read. */

/** Lets this thread do nothing else for `ms` milliseconds. */
export function stand(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
