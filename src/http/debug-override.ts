/**
 * Decides who sees debug output whatever the request, its account and its bidders say: anyone who knows the host's token (implementation B
 * 9, `x-pbs-debug-override`).
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Exchange } from './exchange.ts';

/** The header for the token. Scripts in browsers cannot send it, since no preflight allows it. */
export const overrideHeader = 'x-pbs-debug-override';

/** What captures store instead of the token. A service that replays captures accepts it as the token. */
export const capturedToken = 'token-of-a-captured-auction';

/** Makes the test whether a request carries the token; always false where `token` is ''. */
export function debugOverride(token: string): (headers: Pick<Exchange, 'header'>) => boolean {
  if (token === '') return () => false;
  const wanted = digest(token);
  return (headers) => {
    const given = headers.header(overrideHeader);
    return given !== '' && timingSafeEqual(digest(given), wanted);
  };
}

/** A digest of fixed length, so the comparison leaks nothing through its timing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
