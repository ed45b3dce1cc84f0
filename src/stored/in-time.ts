/** Waits for a source no longer than it may take. */

/** The value of `promise`; undefined when it takes longer than `mostMs`, and then its rejection is nobody's business. */
export async function inTime<T>(promise: Promise<T>, mostMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), mostMs);
  });
  try {
    return await Promise.race([promise, expired]);
  } finally {
    clearTimeout(timer);
  }
}
