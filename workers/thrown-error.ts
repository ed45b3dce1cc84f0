/** Decides what crosses to the main thread of what code on this one threw. */

/** An error of which a copy can cross, whatever was thrown. */
export function thrownError(thrown: unknown): Error {
  const { message, stack } = wordsOf(thrown);
  return Object.assign(new Error(message), { stack });
}

interface Words {
  readonly message: string;
  readonly stack: string;
}

function wordsOf(thrown: unknown): Words {
  try {
    const { message = String(thrown), stack = message } = thrown instanceof Error ? thrown : {};
    return { message: String(message), stack: String(stack) };
  } catch {
    // Not even its words can be had: it has no text, or a getter of its own fails.
    const message = 'something that is no error and has no text was thrown';
    return { message, stack: message };
  }
}
