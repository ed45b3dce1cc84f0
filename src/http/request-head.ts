/** Copies a request's head out of the library, and decides how its body is framed (RFC 9112 section 6). */
import { RequestError } from '../errors.ts';
import type { WireRequest } from './wire.ts';

/** A request's line and headers. */
export class RequestHead {
  /** In lower case. */
  readonly method: string;
  /** Percent-encoded, as sent. */
  readonly path: string;
  /** What follows `?`; '' for nothing. */
  readonly search: string;
  /**
   * Alternating names and values. Every header is copied, since the library shows only the first of repeated ones, and a client could hide
   * the proxy's X-Forwarded-For behind its own.
   */
  readonly #headers: string[] = [];

  constructor(request: WireRequest) {
    this.method = request.getMethod();
    this.path = request.getUrl();
    this.search = request.getQuery() ?? '';
    const headers = this.#headers;
    request.forEach((name, value) => {
      headers.push(name, value);
    });
  }

  /** A header's value by its lower-case name, '' when absent; repeated headers are joined with `, ` (cookies with `; `). */
  header(name: string): string {
    const headers = this.#headers;
    let value = '';
    let isFirst = true;
    for (let index = 0; index < headers.length; index += 2) {
      if (headers[index] !== name) continue;
      value = isFirst ? headers[index + 1]! : `${value}${name === 'cookie' ? '; ' : ', '}${headers[index + 1]!}`;
      isFirst = false;
    }
    return value;
  }

  /** True if there is a header line with this lower-case name, even an empty one. */
  has(name: string): boolean {
    const headers = this.#headers;
    for (let index = 0; index < headers.length; index += 2) if (headers[index] === name) return true;
    return false;
  }
}

/**
 * The body's declared length in bytes; 0 without a body, Infinity when chunked. Throws a `RequestError`: 400 for a length that is not one
 * number, 501 for a transfer coding other than chunked. The end of such a body is unknown, so the caller must close the connection.
 */
export function declaredBodyBytes(head: RequestHead): number {
  if (head.has('transfer-encoding')) {
    if (head.header('transfer-encoding').toLowerCase() === 'chunked') return Infinity;
    throw new RequestError(501, ['Transfer-Encoding is not supported: use chunked, or a Content-Length']);
  }
  if (!head.has('content-length')) return 0;
  const length = head.header('content-length');
  if (/^\d{1,15}$/.test(length)) return Number(length);
  throw new RequestError(400, ['Content-Length is not one number: send it once, in decimal digits']);
}
