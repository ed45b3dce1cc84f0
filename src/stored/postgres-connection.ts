/** Connects to PostgreSQL with timeouts, and so that garbage from a server ends the connection, not the process. */
import { once } from 'node:events';
import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { checkIdentity } from '../server-identity.ts';
import { inTime } from '../in-time.ts';
import { serverLookup } from '../server-lookup.ts';
import { connectMs, keepAliveMs } from './database-times.ts';
import { guardReading, type Reading } from './postgres-guard.ts';

/** The sockets of one store, so that closing the store can close all of them, hung ones too. */
export class PostgresConnections {
  readonly #url: string;
  readonly #sockets = new Set<Socket>();

  constructor(url: string) {
    this.#url = url;
  }

  /** The settings of a connection whose queries time out after `queryMs`. */
  settings(queryMs: number): ClientConfig {
    return {
      connectionString: this.#url,
      application_name: 'gavel',
      connectionTimeoutMillis: connectMs,
      query_timeout: queryMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      stream: () => this.#socket(),
    };
  }

  /** Closes every socket at once. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #socket(): Socket {
    const socket = new NamedSocket();
    this.#sockets.add(socket);
    return socket.on('close', () => void this.#sockets.delete(socket));
  }
}

/** A socket that looks a name up as `serverLookup` does: `pg` connects it with a port and a host, or with a path. */
class NamedSocket extends Socket {
  override connect(...args: unknown[]): this {
    const [port, host] = args;
    const target = typeof port === 'number' ? [{ port, host, lookup: serverLookup }] : args;
    return super.connect(...(target as Parameters<Socket['connect']>));
  }
}

/** The internals of a `pg` client that its types leave out: its connection, its id and key at the server, and the query in flight. */
interface ClientInternals {
  readonly connection: Reading;
  /** True until the login is done. */
  readonly _connecting: boolean;
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly _activeQuery: unknown;
}

/**
 * A client that survives garbage and cancels what it gives up. A connection whose login failed is closed at once: `pg` leaves that to the
 * server. A query in flight when the connection is ended is cancelled at the server as well: behind a locked table such queries would
 * otherwise use up the server's connections.
 */
export class GuardedClient extends Client {
  readonly #newSocket: () => Socket;

  constructor(settings?: ClientConfig) {
    super(settings);
    this.#newSocket = settings?.stream as () => Socket;
    const { connection } = this.#internals;
    if (connection.ssl !== false) connection.ssl = { checkServerIdentity: checkIdentity, ...Object(connection.ssl) };
    guardReading(connection);
    const endLogin = (): void => {
      // oxlint-disable-next-line no-underscore-dangle -- there is no public property
      if (this.#internals._connecting) connection.stream.destroy();
    };
    connection.on('error', endLogin).on('errorMessage', endLogin);
  }

  override async end(...args: [] | [(error: Error) => void]): Promise<void> {
    // oxlint-disable-next-line no-underscore-dangle -- the property without an underscore is deprecated and warns on stderr
    const { connection, _activeQuery: query, processID, secretKey } = this.#internals;
    // The cancel goes first: a pooler forgets the query once its connection is gone.
    if (query && !connection.stream.destroyed && processID !== null && secretKey !== null)
      await this.#cancel(processID, secretKey);
    return super.end(...(args as []));
  }

  get #internals(): ClientInternals {
    return this as unknown as ClientInternals;
  }

  async #cancel(processID: number, secretKey: number): Promise<void> {
    const { remoteAddress: host = this.host, remotePort: port = this.port } = this.#internals.connection.stream;
    const request = Buffer.alloc(16);
    [request.byteLength, cancelCode, processID, secretKey].forEach((word, at) => request.writeInt32BE(word, 4 * at));
    const socket = this.#newSocket().on('error', () => undefined);
    socket.connect(this.host.startsWith('/') ? { path: `${this.host}/.s.PGSQL.${this.port}` } : { host, port });
    socket.write(request);
    // The server closes the connection without an answer.
    await inTime(once(socket.resume(), 'close'), connectMs).catch(() => undefined);
    socket.destroy();
  }
}

/** The code of a cancel request, in place of the protocol version. */
const cancelCode = 80_877_102;
