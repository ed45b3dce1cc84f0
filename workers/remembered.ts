/** Reads a text that all threads share once for each version, so that a hop stays a function of its message alone. */
import type { SharedText } from '../src/auction/messages.ts';

/** `read` of a shared text's JSON, remembered until another version comes; undefined for no text. */
export function remembered<T>(read: (json: unknown) => T): (shared: SharedText | null) => T | undefined {
  let version = '';
  let value: T | undefined;
  return (shared) => {
    if (shared === null) return undefined;
    if (shared.version !== version) {
      value = read(JSON.parse(Buffer.from(shared.bytes).toString()));
      version = shared.version;
    }
    return value;
  };
}
