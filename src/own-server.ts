/** Decides how an HTTP server of the host's own is spoken to, a bid cache or a source of stored data (interface, `cache`, `stored`). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Pool, type Dispatcher } from 'undici';
import { checkIdentity } from './server-identity.ts';

/** A request to such a server; `signal` ends it. */
export interface OwnRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string | Uint8Array | null;
  readonly signal: AbortSignal;
}

/** Codes of the errors that a kept connection which its server has just closed looks like. */
export const staleCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * How long a connection waits for its next use, unless its server says that it closes it earlier. Less than the minute after which
 * many servers do without saying so; undici's four seconds would have quiet servers asked over new connections again and again.
 */
export const longestIdleMs = 30_000;

/** The server at `url`, which may hold user and password. A connection may take `connectMs` to make, and a second at least. */
export class OwnServer {
  /** The path of its address, with its query. */
  readonly path: string;
  readonly #pool: Pool;
  readonly #headers: OwnRequest['headers'];

  constructor(url: string, connections: number, connectMs: number) {
    const { origin, pathname, search, username, password } = new URL(url);
    const secret = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    // HTTP/1.1, since over HTTP/2 a put that is refused, or a connection that breaks, takes down all beside it.
    this.#pool = new Pool(origin, {
      connections,
      connect: { timeout: Math.max(connectMs, 1000), checkServerIdentity: checkIdentity },
      keepAliveTimeout: longestIdleMs,
      allowH2: false,
    });
    this.path = pathname + search;
    this.#headers = secret === ':' ? {} : { authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
  }

  /** Its path with more in the query. */
  pathWith(query: string): string {
    return `${this.path}${this.path.includes('?') ? '&' : '?'}${query}`;
  }

  /**
   * What it answers to a request that does no harm when it is taken twice: where a kept connection closes just as it is used, the
   * request is sent once more (RFC 9110, 9.2.2 and 9.3.1).
   */
  async ask(request: OwnRequest): Promise<Dispatcher.ResponseData> {
    const options = { ...request, headers: { ...this.#headers, ...request.headers } };
    try {
      return await this.#pool.request(options);
    } catch (error) {
      if (!staleCodes.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      // By then the other connections that were closed with it are known.
      await nextTurn();
      return this.#pool.request(options);
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
