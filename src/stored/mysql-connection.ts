/** One connection to MySQL or MariaDB. A server that answers garbage, without end or never ends the connection, not the process. */
import { connect as connectSocket, type Socket } from 'node:net';
import { createConnection, type Connection, type TypeCast } from 'mysql2';
import { serverLookup } from '../server-lookup.ts';
import { connectMs, keepAliveMs } from './database-times.ts';
import type { MysqlAddress } from './mysql-address.ts';
import { isOfServer } from './mysql-faults.ts';
import { MysqlGuard, wrongProtocol } from './mysql-guard.ts';
import { sessionText } from './mysql-session.ts';

/** One row: its columns as bytes, null for NULL. */
export type MysqlRow = readonly (Buffer | null)[];

/** How many prepared statements a connection keeps. */
const maxStatements = 100;

/** A host's own table may hold anything: the library must not decode it. */
const asBytes: TypeCast = (field) => field.buffer();

/** A connection that takes one query at a time. */
export class MysqlConnection {
  readonly #socket: Socket;
  readonly #connection: Connection;
  readonly #guard: MysqlGuard;
  readonly #onCut: () => void;
  #isCut = false;
  /** Rejects the query in flight. */
  #fail: (error: unknown) => void = () => undefined;

  /** Begins to connect; `onCut` is called once, when the connection can no longer be used. */
  constructor(address: MysqlAddress, onCut: () => void) {
    this.#onCut = onCut;
    const { tls, ...login } = address;
    const { host, port } = login;
    this.#socket = connectSocket({
      host,
      port,
      lookup: serverLookup,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: keepAliveMs,
    });
    this.#connection = createConnection({
      ...login,
      ...(tls === undefined ? {} : { ssl: {} }),
      stream: () => this.#socket,
      connectTimeout: connectMs,
      connectAttributes: { program_name: 'gavel' },
      // A server must not read files of this machine.
      flags: ['-LOCAL_FILES'],
      disableEval: true,
      rowsAsArray: true,
      typeCast: asBytes,
      maxPreparedStatements: maxStatements,
    });
    const onEnd = (error: unknown): void => this.cut(error);
    this.#guard = new MysqlGuard(this.#connection, { socket: this.#socket, address, onEnd });
  }

  /** True while the connection can be used. */
  get isOpen(): boolean {
    return !this.#isCut;
  }

  /**
   * Resolves when the login is done and the session is set up, with `giveUpMs` as the server's own query timeout. Rejects when either takes
   * longer than `connectMs`.
   */
  async opened(giveUpMs: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#fail = reject;
      this.#connection.once('connect', () => resolve());
    });
    await this.#answer(connectMs, (done) => this.#connection.query(sessionText(giveUpMs), done));
  }

  /** The rows of the answer to one prepared statement. Rejects after `giveUpMs`, and when the answer is incomplete. */
  async ask(text: string, values: readonly string[], giveUpMs: number): Promise<readonly MysqlRow[]> {
    const rows = await this.#answer(giveUpMs, (done) => this.#connection.execute(text, [...values], done));
    const isWhole = Array.isArray(rows) ? rows.every(isRow) : !text.startsWith('SELECT');
    if (!isWhole) {
      const error = wrongProtocol();
      this.cut(error);
      throw error;
    }
    return Array.isArray(rows) ? rows : [];
  }

  /** Closes the connection after `idleMs` without a query; 0: never. */
  setIdleTimeout(idleMs: number): void {
    this.#guard.stream.removeAllListeners('timeout').setTimeout(idleMs, () => this.cut(new Error('nobody asked')));
  }

  /** Ends the session; the server then closes the connection. */
  end(): void {
    if (!this.#isCut) this.#connection.end(() => undefined);
  }

  /** Closes the connection at once, and rejects the query in flight with `error`. */
  cut(error: unknown): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#guard.stream.destroy();
    this.#socket.destroy();
    this.#fail(error);
    this.#onCut();
  }

  #answer<Rows>(giveUpMs: number, ask: (done: (error: unknown, rows: Rows) => void) => void): Promise<Rows> {
    return new Promise((resolve, reject) => {
      if (this.#isCut) return reject(new Error('the connection has ended'));
      this.#guard.beginAnswer();
      const timer = setTimeout(() => this.cut(new Error(`no answer within ${giveUpMs} ms`)), giveUpMs);
      this.#fail = (error) => {
        clearTimeout(timer);
        reject(error);
      };
      ask((error, rows) => {
        clearTimeout(timer);
        if (!error) return resolve(rows);
        // An error that the server answered leaves the connection usable.
        if (!isOfServer(error)) this.cut(error);
        reject(error);
      });
    });
  }
}

/** An answer of another protocol has no row like this. */
function isRow(row: unknown): row is MysqlRow {
  return Array.isArray(row) && row.every((cell) => cell === null || Buffer.isBuffer(cell));
}
