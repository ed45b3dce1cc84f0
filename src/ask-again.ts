/** Asks a host's own HTTP server once more where a kept connection closes just as it is used (RFC 9110, 9.2.2 and 9.3.1). */
import type { Dispatcher, Pool } from 'undici';

/** Errors that a kept connection which its server has just closed looks like. */
const stale = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** What `pool` answers to `request`, which does no harm when it is taken twice; both times end by its signal. */
export async function askAgain(pool: Pool, request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
  try {
    return await pool.request(request);
  } catch (error) {
    if (!stale.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return pool.request(request);
  }
}
