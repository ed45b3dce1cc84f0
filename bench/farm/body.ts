/**
 * Collects a request's body from uWebSockets.js, whose buffers are invalid once its callback returns.
 */
import type { HttpResponse } from 'uWebSockets.js';

/**
 * Passes the whole body to `done` once, as a view that is valid only until `done` returns. If the body is longer than `maxBytes`, closes
 * the connection instead. The caller has registered `onAborted`.
 */
export function collectBody(res: HttpResponse, maxBytes: number, done: (body: Buffer) => void): void {
  let kept: Buffer[] = [];
  let length = 0;
  res.onData((chunk, isLast) => {
    if (length > maxBytes) return;
    length += chunk.byteLength;
    if (length > maxBytes) {
      kept = [];
      res.close();
      return;
    }
    const view = Buffer.from(chunk);
    if (isLast) done(kept.length === 0 ? view : Buffer.concat([...kept, view], length));
    else kept.push(Buffer.from(view));
  });
}
