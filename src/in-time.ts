/** Waits no longer than something may take: a store, a process, a disk (issue 7, 'Must hold'). */

/** The value of `promise`, undefined when it takes longer than `mostMs`: then its rejection is nobody's business. Rejects as it does before. */
export async function inTime<T>(promise: Promise<T>, mostMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<undefined>((resolve) => {
    // Timers run before sockets are read: what has come by then counts, however busy this process was.
    timer = setTimeout(() => setImmediate(resolve, undefined), Math.max(0, mostMs));
  });
  try {
    return await Promise.race([promise, expired]);
  } finally {
    clearTimeout(timer);
  }
}
