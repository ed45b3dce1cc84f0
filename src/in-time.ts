/** Bounds the wait for something that may take too long: a store, a process, a disk (issue 7, 'Must hold'). */

/**
 * The value of `promise`; undefined when it takes longer than `mostMs`, and a later rejection is ignored. Rejects if `promise` rejects in
 * time. Time during which this process was too busy to notice does not count, up to `busyMs`.
 */
export async function inTime<T>(promise: Promise<T>, mostMs: number, busyMs = 0): Promise<T | undefined> {
  const lastAtMs = performance.now() + mostMs + busyMs;
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<undefined>((resolve) => {
    const wait = (ms: number): void => {
      const dueAtMs = performance.now() + ms;
      timer = setTimeout(
        () => {
          const nowMs = performance.now();
          const moreMs = Math.min(nowMs - dueAtMs, lastAtMs - nowMs);
          if (moreMs >= 2) wait(moreMs);
          // Timers run before sockets are read: data that has arrived by then counts, however busy this process was.
          else setImmediate(resolve, undefined);
        },
        Math.max(0, ms),
      );
    };
    wait(mostMs);
  });
  try {
    return await Promise.race([promise, expired]);
  } finally {
    clearTimeout(timer);
  }
}
