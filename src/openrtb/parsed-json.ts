/** Reads JSON from outside where the reason for a failure does not matter. */
import { parseJson } from './long-integers.ts';

/** The value of `text`; undefined when it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The value of a UTF-8 text; undefined when it is not JSON. */
export function parsedBytes(bytes: Uint8Array): unknown {
  return parsedJson(textOf(bytes));
}

/** The bytes decoded as UTF-8. */
export function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}
