/** The HTTP client for the host's own servers: a bid cache or a source of stored data (interface, `cache`, `stored`). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Pool, type Dispatcher } from 'undici';
import { checkIdentity } from './server-identity.ts';
import { serverLookup } from './server-lookup.ts';

/** A request to such a server; `signal` aborts it. */
export interface OwnRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string | Uint8Array | null;
  readonly signal: AbortSignal;
}

/** Error codes that a kept-alive connection gives when its server has just closed it. */
export const staleCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * How long an idle connection is kept, unless its server announces a shorter time. It is less than the minute after which many servers
 * close without notice; with undici's default of four seconds, servers with little traffic would need new connections again and again.
 */
export const longestIdleMs = 30_000;

/** The server at `url`, which may contain user and password. Connecting may take `connectMs`, but at least a second. */
export class OwnServer {
  /** The path of its URL, with the query. */
  readonly path: string;
  readonly #pool: Pool;
  readonly #headers: OwnRequest['headers'];

  constructor(url: string, connections: number, connectMs: number) {
    const { origin, pathname, search, username, password } = new URL(url);
    const secret = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    // HTTP/1.1: over HTTP/2, a refused put or a broken connection would take down all parallel requests.
    this.#pool = new Pool(origin, {
      connections,
      connect: { timeout: Math.max(connectMs, 1000), checkServerIdentity: checkIdentity, lookup: serverLookup },
      keepAliveTimeout: longestIdleMs,
      allowH2: false,
    });
    this.path = pathname + search;
    this.#headers = secret === ':' ? {} : { authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
  }

  /** The path with `query` appended to its query. */
  pathWith(query: string): string {
    return `${this.path}${this.path.includes('?') ? '&' : '?'}${query}`;
  }

  /**
   * Sends an idempotent request. If a kept-alive connection closes just as it is used, the request is sent once more (RFC 9110, 9.2.2 and
   * 9.3.1).
   */
  async ask(request: OwnRequest): Promise<Dispatcher.ResponseData> {
    const options = { ...request, headers: { ...this.#headers, ...request.headers } };
    try {
      return await this.#pool.request(options);
    } catch (error) {
      if (!staleCodes.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      // By the next turn, other connections closed at the same time are known.
      await nextTurn();
      return this.#pool.request(options);
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
