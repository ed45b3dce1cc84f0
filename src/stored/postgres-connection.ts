/** How PostgreSQL is connected to: within bounds of time, and so that a server that answers garbage ends a connection, not the process. */
import { Socket } from 'node:net';
import type { ClientConfig } from 'pg';

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
    const socket = new GuardedSocket();
    this.#sockets.add(socket);
    return socket.on('close', () => void this.#sockets.delete(socket));
  }
}

/** What reads the bytes may throw on garbage, with nobody to catch it: here it ends the connection. */
class GuardedSocket extends Socket {
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== 'data') return super.emit(event, ...values);
    try {
      return super.emit(event, ...values);
    } catch (error) {
      this.destroy(new Error('the server does not speak as PostgreSQL does', { cause: error }));
      return true;
    }
  }
}

/** `error` in words that say what to do, where that is known. */
export function taught(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (code === '42P01')
    return new Error('the table gavel_stored is missing: run npm run store:migrate -- --config FILE', { cause: error });
  if (code === '42501')
    return new Error('the user of stored.url may not use the table gavel_stored: grant it', { cause: error });
  return error;
}
