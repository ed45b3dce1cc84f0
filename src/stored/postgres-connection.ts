/** Connects to PostgreSQL with timeouts, and so that garbage from a server ends the connection, not the process. */
import { once } from 'node:events';
import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { checkIdentity } from '../server-identity.ts';
import { serverLookup } from '../server-lookup.ts';

/** Timeout of making a connection, and of cancelling a query, in milliseconds. */
const connectMs = 2000;

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
      keepAliveInitialDelayMillis: 10_000,
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

/** The part of a `pg` client that reads from a socket: the socket it was given, or TLS over that. */
interface Reading {
  readonly stream: Socket;
  /** TLS options; false: no TLS. */
  ssl: object | boolean;
  attachListeners(stream: Socket): void;
}

/** The internals of a `pg` client that its types leave out: its connection, its id and key at the server, and the query in flight. */
interface ClientInternals {
  readonly connection: Reading;
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly _activeQuery: unknown;
}

/**
 * A client that survives garbage and cancels what it gives up. `pg`'s parser may throw on garbage where nobody catches it; here that ends
 * the connection. A query in flight when the connection is ended is cancelled at the server as well: behind a locked table such queries
 * would otherwise use up the server's connections.
 */
export class GuardedClient extends Client {
  readonly #newSocket: () => Socket;

  constructor(settings?: ClientConfig) {
    super(settings);
    this.#newSocket = settings?.stream as () => Socket;
    const { connection } = this.#internals;
    if (connection.ssl !== false) connection.ssl = { checkServerIdentity: checkIdentity, ...Object(connection.ssl) };
    const attach = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      attach(stream);
      const [read] = stream.listeners('data') as Read[];
      stream.removeAllListeners('data').on('data', guarded(stream, read!));
    };
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

  #cancel(processID: number, secretKey: number): Promise<unknown> {
    const { remoteAddress: host = this.host, remotePort: port = this.port } = this.#internals.connection.stream;
    const request = Buffer.alloc(16);
    [request.byteLength, cancelCode, processID, secretKey].forEach((word, at) => request.writeInt32BE(word, 4 * at));
    const socket = this.#newSocket().on('error', () => undefined);
    socket.connect(this.host.startsWith('/') ? { path: `${this.host}/.s.PGSQL.${this.port}` } : { host, port });
    socket.write(request);
    // The server closes the connection without an answer.
    socket.resume().setTimeout(connectMs, () => socket.destroy());
    return once(socket, 'close').catch(() => undefined);
  }
}

/** The code of a cancel request, in place of the protocol version. */
const cancelCode = 80_877_102;

type Read = (bytes: Buffer) => void;

function guarded(stream: Socket, read: Read): Read {
  return (bytes) => {
    try {
      read(bytes);
    } catch (error) {
      stream.destroy(new Error('the server does not speak the PostgreSQL protocol', { cause: error }));
    }
  };
}
