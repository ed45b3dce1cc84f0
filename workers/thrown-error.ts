/** Decides what crosses to the main thread of what code on this one threw. */

/** An error of which a copy can cross, whatever was thrown. */
export function thrownError(thrown: unknown): Error {
  const { message = String(thrown), stack = message } = thrown instanceof Error ? thrown : {};
  return Object.assign(new Error(message), { stack });
}
