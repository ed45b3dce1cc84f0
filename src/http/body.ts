/** Receives a request's body within limits of size and time (decisions, 'Body'). */
import { RequestError } from '../errors.ts';
import { inflate, tooLarge } from './inflate.ts';
import { lingerBytes } from './closing.ts';
import type { LiveExchange } from './live-exchange.ts';

/** Limits of a body. */
export interface BodyLimits {
  /** Most inflated bytes, inclusive. */
  readonly maxRequestBytes: number;
  /** Most milliseconds from the head to the body's last byte. */
  readonly bodyTimeoutMs: number;
}

/** For clients that cannot set Content-Encoding. */
const asksGzip = /(?:^|&)gzip=1(?:&|$)/;

/**
 * The request's body, inflated. Rejects with a `RequestError`: 415 for an encoding other than gzip, 413 over the limit, 408 when it is
 * late, 400 for damaged gzip. After an abort the promise stays pending, and nothing references it.
 */
export async function readBody(exchange: LiveExchange, limits: BodyLimits): Promise<Uint8Array<ArrayBuffer>> {
  const isGzip = isGzipped(exchange);
  const maxBytes = limits.maxRequestBytes;
  if (exchange.unreadBytes !== Infinity && exchange.unreadBytes > maxBytes) throw tooLarge(maxBytes);
  // The library does not always report the end of an empty body: not if the head came in several packets.
  const body = exchange.unreadBytes === 0 ? new Uint8Array(0) : await receive(exchange, limits);
  return isGzip ? inflate(body, maxBytes) : body;
}

function isGzipped(exchange: LiveExchange): boolean {
  const encoding = exchange.header('content-encoding').toLowerCase();
  if (encoding === 'gzip' || encoding === 'x-gzip') return true;
  if (encoding === '' || encoding === 'identity') return asksGzip.test(exchange.head.search);
  throw new RequestError(415, ['Content-Encoding is not supported: use gzip, or send the body as it is']);
}

function receive(exchange: LiveExchange, limits: BodyLimits): Promise<Uint8Array<ArrayBuffer>> {
  const { maxRequestBytes, bodyTimeoutMs } = limits;
  const buffer = new BodyBuffer(maxRequestBytes);
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const startTimer = (): void => {
      timer = setTimeout(() => {
        exchange.unreadBytes = Infinity;
        reject(new RequestError(408, [`the body did not arrive within ${bodyTimeoutMs} ms: send it at once`]));
      }, bodyTimeoutMs);
      exchange.onAbort(() => clearTimeout(timer));
    };
    // A chunked body may begin late, so its timer starts now. A body with a length begins at once, if only with an empty chunk, and is
    // usually complete then, so it usually needs no timer.
    if (exchange.unreadBytes === Infinity) startTimer();
    exchange.onData((chunk, isLast) => {
      buffer.append(chunk);
      if (!isLast && buffer.length <= maxRequestBytes + lingerBytes) {
        if (timer === undefined) startTimer();
        return;
      }
      clearTimeout(timer);
      // Trailers may follow a chunked body. The library serves what is behind their first two characters as a request: it must not get them.
      if (isLast && exchange.unreadBytes !== Infinity) exchange.unreadBytes = 0;
      if (buffer.length > maxRequestBytes) reject(tooLarge(maxRequestBytes));
      else resolve(buffer.take());
    });
  });
}

/** Collects chunks in one growing buffer; beyond the limit it only counts. */
class BodyBuffer {
  length = 0;
  readonly #maxBytes: number;
  #bytes = new Uint8Array(0);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Copies `chunk`, which the library reuses. */
  append(chunk: ArrayBuffer): void {
    const start = this.length;
    this.length += chunk.byteLength;
    if (this.length > this.#maxBytes) {
      this.#bytes = new Uint8Array(0);
      return;
    }
    if (start === 0) {
      this.#bytes = new Uint8Array(chunk.slice(0));
      return;
    }
    if (this.length > this.#bytes.length) this.#grow();
    this.#bytes.set(new Uint8Array(chunk), start);
  }

  /** The collected bytes in an ArrayBuffer of exactly their length. */
  take(): Uint8Array<ArrayBuffer> {
    return this.length === this.#bytes.length ? this.#bytes : new Uint8Array(this.#bytes.buffer.transfer(this.length));
  }

  #grow(): void {
    const capacity = Math.min(this.#maxBytes, Math.max(this.length, 2 * this.#bytes.length, 4096));
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(capacity));
  }
}
