/** Inflates a gzip body without ever producing more than the limit allows (decisions, 'Body'). */
import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { RequestError } from '../errors.ts';

/**
 * Bodies that inflate to at most this many bytes are inflated synchronously: up to here that takes under 0.1 ms, less than a trip to the
 * thread pool costs the event loop (measured; at 256 KiB it is 0.25 ms against 0.08 ms). A longer compressed body that claims to inflate to
 * so little consists of empty blocks, each of which takes time all the same.
 */
const maxSyncBytes = 65_536;

/** The usual compression ratio of JSON: guesses the size, so that few bodies need more than one trip to the thread pool. */
const usualRatio = 16;

const gunzipInPool = promisify(gunzip);

/**
 * Inflates `body` to at most `maxBytes`. Rejects with a `RequestError`: 413 when it is longer, 400 when it is not a complete gzip stream.
 */
export async function inflate(body: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (body.length <= maxSyncBytes && claimedBytes(body) <= maxSyncBytes) {
    const bound = Math.min(maxBytes, maxSyncBytes);
    const inflated = inflateNow(body, bound);
    if (inflated) return inflated;
    // The stream is longer than it claims.
    if (bound === maxBytes) throw tooLarge(maxBytes);
  }
  const chunkSize = Math.min(maxBytes, usualRatio * body.length + maxSyncBytes) + 1;
  try {
    return new Uint8Array(await gunzipInPool(body, { maxOutputLength: maxBytes, chunkSize }));
  } catch (error) {
    throw isOverflow(error) ? tooLarge(maxBytes) : damaged(error);
  }
}

/** The error for a body over the limit, inflated or not. */
export function tooLarge(maxBytes: number): RequestError {
  return new RequestError(413, [
    `the body is larger than ${maxBytes} bytes: send less, or ask the host to raise auction.maxRequestBytes`,
  ]);
}

/** Inflates synchronously; undefined when the result would exceed `maxBytes`. */
function inflateNow(body: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> | undefined {
  try {
    // The copy gives the result its own ArrayBuffer.
    return new Uint8Array(gunzipSync(body, { maxOutputLength: maxBytes }));
  } catch (error) {
    if (isOverflow(error)) return undefined;
    throw damaged(error);
  }
}

/** A gzip stream ends with its size modulo 2³², if the sender is honest. */
function claimedBytes(body: Uint8Array<ArrayBuffer>): number {
  return body.length < 4 ? 0 : new DataView(body.buffer, body.byteOffset + body.length - 4).getUint32(0, true);
}

function isOverflow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

function damaged(error: unknown): RequestError {
  const reason = error instanceof Error ? error.message : 'unreadable';
  return new RequestError(400, [
    `the body is not valid gzip (${reason}): compress it again, or leave out Content-Encoding and gzip=1`,
  ]);
}
