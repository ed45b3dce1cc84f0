/** How PostgreSQL is connected to: within bounds of time, and so that a server that answers garbage ends a connection, not the process. */
import { once } from 'node:events';
import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { checkIdentity } from '../server-identity.ts';

/** A connection is made, and a query ended, within this time at the longest. */
const connectMs = 2000;

/** The connections of one store, so that its end can be the end of all of them, hung ones too. */
export class PostgresConnections {
  readonly #url: string;
  readonly #sockets = new Set<Socket>();

  constructor(url: string) {
    this.#url = url;
  }

  /** The settings of a connection whose queries are given up after `queryMs`. */
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

  /** Cuts them all. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #socket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    return socket.on('close', () => void this.#sockets.delete(socket));
  }
}

/** The part of a client that reads from a socket: the one it was given, or TLS over that. */
interface Reading {
  readonly stream: Socket;
  /** Options of TLS; false: without. */
  ssl: object | boolean;
  attachListeners(stream: Socket): void;
}

/** What a client knows beside what its type says: its connection, its name at the server, and the query that the server works at. */
interface Inside {
  readonly connection: Reading;
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly _activeQuery: unknown;
}

/**
 * What reads the bytes may throw on garbage, with nobody to catch it: here it ends the connection. And a query that is given up with
 * its connection is so at the server as well: behind a locked table each would hold a connection there, until others found none.
 */
export class GuardedClient extends Client {
  readonly #newSocket: () => Socket;

  constructor(settings?: ClientConfig) {
    super(settings);
    this.#newSocket = settings?.stream as () => Socket;
    const { connection } = this.#inside;
    if (connection.ssl !== false) connection.ssl = { checkServerIdentity: checkIdentity, ...Object(connection.ssl) };
    const attach = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      attach(stream);
      const [read] = stream.listeners('data') as Read[];
      stream.removeAllListeners('data').on('data', guarded(stream, read!));
    };
  }

  override async end(...args: [] | [(error: Error) => void]): Promise<void> {
    // oxlint-disable-next-line no-underscore-dangle -- what has no underscore is deprecated, and says so on stderr
    const { connection, _activeQuery: query, processID, secretKey } = this.#inside;
    // A pooler knows of the query only as long as its connection is there.
    if (query && !connection.stream.destroyed && processID !== null && secretKey !== null)
      await this.#cancel(processID, secretKey);
    return super.end(...(args as []));
  }

  get #inside(): Inside {
    return this as unknown as Inside;
  }

  #cancel(processID: number, secretKey: number): Promise<unknown> {
    const { remoteAddress: host = this.host, remotePort: port = this.port } = this.#inside.connection.stream;
    const request = Buffer.alloc(16);
    [request.byteLength, cancelCode, processID, secretKey].forEach((word, at) => request.writeInt32BE(word, 4 * at));
    const socket = this.#newSocket().on('error', () => undefined);
    socket.connect(this.host.startsWith('/') ? { path: `${this.host}/.s.PGSQL.${this.port}` } : { host, port });
    socket.write(request);
    // The server says nothing and closes.
    socket.resume().setTimeout(connectMs, () => socket.destroy());
    return once(socket, 'close').catch(() => undefined);
  }
}

/** What a message begins with that ends another connection's query, in place of a version. */
const cancelCode = 80_877_102;

type Read = (bytes: Buffer) => void;

function guarded(stream: Socket, read: Read): Read {
  return (bytes) => {
    try {
      read(bytes);
    } catch (error) {
      stream.destroy(new Error('the server does not speak as PostgreSQL does', { cause: error }));
    }
  };
}
