/** Decides who sees debug output whatever the request, its account and its bidders say (implementation B 9, `x-pbs-debug-override`): who knows the host's token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Exchange } from './exchange.ts';

/** The header that holds the token; browsers' scripts cannot send it, since no preflight allows it. */
export const overrideHeader = 'x-pbs-debug-override';

/** What captures hold in the token's place: the service that plays them again takes it for the token. */
export const capturedToken = 'token-of-a-captured-auction';

/** Reads it from the headers of a request; always false where `token` is ''. */
export function debugOverride(token: string): (headers: Pick<Exchange, 'header'>) => boolean {
  if (token === '') return () => false;
  const wanted = digest(token);
  return (headers) => {
    const given = headers.header(overrideHeader);
    return given !== '' && timingSafeEqual(digest(given), wanted);
  };
}

/** Of one length whatever was sent, so that the comparison tells nothing by its time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
