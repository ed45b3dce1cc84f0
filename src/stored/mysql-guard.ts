/** Guards what is read from a MySQL or MariaDB server: an answer that is garbage or too long ends the connection, not the process. */
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Connection } from 'mysql2';
import { AnswerBounds } from './answer-bounds.ts';
import type { MysqlAddress } from './mysql-address.ts';
import { FaultyQuery } from './store.ts';

/** The internals of a `mysql2` connection that its types leave out. */
interface ConnectionInternals {
  readonly packetParser: { execute(bytes: Buffer): void };
  stream: Socket;
  handlePacket(packet: unknown): void;
  startTLS(onSecure: (error?: Error) => void): void;
}

/** The socket of a connection, the address that it connects to, and what ends the connection. */
interface Guarded {
  readonly socket: Socket;
  readonly address: MysqlAddress;
  readonly onEnd: (error: unknown) => void;
}

/** `mysql2`'s parser may throw on garbage, warn about it on stderr, or never end: here each of these ends the connection. */
export class MysqlGuard {
  readonly #internals: ConnectionInternals;
  readonly #onEnd: (error: unknown) => void;
  readonly #bounds = new AnswerBounds();

  constructor(connection: Connection, { socket, address, onEnd }: Guarded) {
    this.#internals = connection as unknown as ConnectionInternals;
    this.#onEnd = onEnd;
    connection.on('error', onEnd);
    (connection as unknown as NodeJS.EventEmitter).on('warn', (error: Error) => {
      throw error;
    });
    this.#countPackets();
    const onClosed = (): void => onEnd(new Error('the server closed the connection'));
    socket.on('close', onClosed).removeAllListeners('data').on('data', this.#read);
    this.#internals.startTLS = (onSecure) => {
      const { host, tls } = address;
      socket.removeAllListeners('data');
      const secure = connectTls({ ...tls, socket, ...(isIP(host) ? {} : { servername: host }) }, () => onSecure());
      this.#internals.stream = secure.on('error', onEnd).on('close', onClosed).on('data', this.#read);
    };
  }

  /** What the connection reads from: its socket, or TLS over that. */
  get stream(): Socket {
    return this.#internals.stream;
  }

  /** Counts the bytes and packets of the next answer from zero. */
  beginAnswer(): void {
    this.#bounds.begin();
  }

  #countPackets(): void {
    const handle = this.#internals.handlePacket.bind(this.#internals);
    this.#internals.handlePacket = (packet) => {
      this.#bounds.addRow();
      handle(packet);
    };
  }

  readonly #read = (bytes: Buffer): void => {
    try {
      this.#bounds.addBytes(bytes.byteLength);
      this.#internals.packetParser.execute(bytes);
    } catch (error) {
      this.#onEnd(error instanceof FaultyQuery ? error : wrongProtocol(error));
    }
  };
}

/** The error of an answer that is not of MySQL's protocol. */
export function wrongProtocol(cause?: unknown): Error {
  return new Error('the server does not speak the MySQL protocol', { cause });
}
