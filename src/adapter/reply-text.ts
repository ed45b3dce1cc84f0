/** Decides what text the body of a reply holds (decisions, 'Error codes': a bad or oversized body). */
import { gunzipSync } from 'node:zlib';

/** The text, or what is wrong with the body as one clause. */
export type ReplyText =
  | { readonly text: string; readonly fault?: undefined }
  | { readonly text?: undefined; readonly fault: string };

/** The fault of a valid gzip body that inflates beyond the limit. */
export const tooLongFault = 'the reply inflates to more than the limit';

/** Content codings that change a body (RFC 9110, 8.4.1). Other values that servers send, such as `utf-8` or `none`, change nothing. */
const changing = /gzip|deflate|compress|zstd|\b(?:br|exi|dcb|dcz)\b/;

/** The text of `bytes` sent with this `Content-Encoding` ('' for none), inflated to at most `maxBytes`. Never throws. */
export function replyText(bytes: Uint8Array, encoding: string, maxBytes: number): ReplyText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const coding = encoding.trim().toLowerCase();
  if (coding === 'gzip' || coding === 'x-gzip') return inflated(buffer, maxBytes);
  if (changing.test(coding)) return { fault: 'the reply has a Content-Encoding other than gzip' };
  return { text: buffer.toString() };
}

function inflated(buffer: Buffer, maxBytes: number): ReplyText {
  if (buffer.byteLength === 0) return { text: '' };
  try {
    return { text: gunzipSync(buffer, { maxOutputLength: maxBytes }).toString() };
  } catch (error) {
    const tooBig = error instanceof RangeError;
    return { fault: tooBig ? tooLongFault : 'the reply is damaged gzip' };
  }
}
