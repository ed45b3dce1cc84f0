/** Guards what is read from a PostgreSQL server: an answer that is garbage or too long ends the connection, not the process. */
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { AnswerBounds } from './answer-bounds.ts';
import { FaultyQuery } from './store.ts';

/** The part of a `pg` client that reads from a socket: the socket it was given, or TLS over that. */
export interface Reading extends EventEmitter {
  readonly stream: Socket;
  /** TLS options; false: no TLS. */
  ssl: object | boolean;
  attachListeners(stream: Socket): void;
}

type Read = (bytes: Buffer) => void;

/** `pg`'s parser may throw on garbage where nobody catches it, and keeps all rows and any message, however long: here both end the stream. */
export function guardReading(connection: Reading): void {
  const bounds = new AnswerBounds();
  connection.on('readyForQuery', () => bounds.begin()).on('dataRow', () => bounds.addRow());
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    attach(stream);
    const [read] = stream.listeners('data') as Read[];
    stream.removeAllListeners('data').on('data', guarded(stream, { bounds, read: read! }));
  };
}

function guarded(stream: Socket, { bounds, read }: { bounds: AnswerBounds; read: Read }): Read {
  return (bytes) => {
    try {
      bounds.addBytes(bytes.byteLength);
      read(bytes);
    } catch (error) {
      stream.destroy(error instanceof FaultyQuery ? error : strange(error));
    }
  };
}

function strange(cause: unknown): Error {
  return new Error('the server does not speak the PostgreSQL protocol', { cause });
}
