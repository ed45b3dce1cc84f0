/** Reads JSON of others where what is wrong with it does not matter. */
import { parseJson } from './long-integers.ts';

/** The value of `text`; undefined when it is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The value of a text in UTF-8; undefined when it is no JSON. */
export function parsedBytes(bytes: Uint8Array): unknown {
  return parsedJson(textOf(bytes));
}

/** The text that bytes are in UTF-8. */
export function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}
