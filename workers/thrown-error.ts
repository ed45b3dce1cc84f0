/** Decides what crosses to the main thread when code on this one throws. */

/** An error that can be copied to another thread, whatever was thrown. */
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
    // Not even its text can be read: it has none, or a getter fails.
    const message = 'something was thrown whose text cannot be read';
    return { message, stack: message };
  }
}
