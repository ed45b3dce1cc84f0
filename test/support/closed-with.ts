/** What a test opens, and closes at its end. */
import type { Ending } from './folder.ts';

/** `opened`, which is closed when the test ends. */
export function closedWith<Opened extends { close(): unknown }>(t: Ending, opened: Opened): Opened {
  t.teardown(() => opened.close());
  return opened;
}
