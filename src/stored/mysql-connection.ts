/** One connection to MySQL or MariaDB, so that a server that answers garbage, without end or never ends a connection, not the process. */
import { connect as connectSocket, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createConnection, type Connection, type TypeCast } from 'mysql2';
import { FaultyQuestion } from './join-look-ups.ts';
import type { MysqlAddress } from './mysql-address.ts';
import { isOfServer } from './mysql-faults.ts';
import { isRow, sessionText, type MysqlRow } from './mysql-words.ts';
import { maxTextBytes } from './store.ts';

/** A connection is made within this time. */
const connectMs = 2000;

/** No answer is longer. */
const mostBytes = 2 * maxTextBytes;

/** Nor has any more rows, which are objects here and take much more room than their bytes: more than any question has ids. */
const mostPackets = 250_000;

/** Each question is a statement that is prepared once: so many are kept prepared. */
const mostStatements = 100;

/** What a client knows beside what its type says. */
interface Inside {
  readonly packetParser: { execute(bytes: Buffer): void };
  stream: Socket;
  handlePacket(packet: unknown): void;
  startTLS(onSecure: (error?: Error) => void): void;
}

/** The texts of a host's own table may be anything: the library must read none. */
const asBytes: TypeCast = (field) => field.buffer();

/** A connection of which one question at a time may be asked. */
export class MysqlConnection {
  readonly #address: MysqlAddress;
  readonly #socket: Socket;
  readonly #connection: Connection;
  readonly #onCut: () => void;
  #bytes = 0;
  #packets = 0;
  #isCut = false;
  /** Rejects what is under way. */
  #fail: (error: unknown) => void = () => undefined;

  /** Begins to connect; `onCut` hears once that the connection is of no use any more. */
  constructor(address: MysqlAddress, onCut: () => void) {
    this.#address = address;
    this.#onCut = onCut;
    const { tls, ...login } = address;
    const { host, port } = login;
    this.#socket = connectSocket({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 });
    this.#connection = createConnection({
      ...login,
      ...(tls === undefined ? {} : { ssl: {} }),
      stream: () => this.#socket,
      connectTimeout: connectMs,
      connectAttributes: { program_name: 'gavel' },
      // No file of this machine is anything to a server.
      flags: ['-LOCAL_FILES'],
      disableEval: true,
      rowsAsArray: true,
      typeCast: asBytes,
      maxPreparedStatements: mostStatements,
    });
    this.#guard();
  }

  /** True while a question can be asked. */
  get isOpen(): boolean {
    return !this.#isCut;
  }

  /** Resolves when the server has let us in, which asks for `giveUpMs` to be the longest that it works at a question. Rejects in time. */
  async opened(giveUpMs: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#fail = reject;
      this.#connection.once('connect', () => resolve());
    });
    await this.#answer(connectMs, (done) => this.#connection.query(sessionText(giveUpMs), done));
  }

  /** The rows of the answer to one prepared statement. Rejects after `giveUpMs`, and whenever the answer is not whole. */
  async ask(text: string, values: readonly string[], giveUpMs: number): Promise<readonly MysqlRow[]> {
    const rows = await this.#answer(giveUpMs, (done) => this.#connection.execute(text, [...values], done));
    const isWhole = Array.isArray(rows) ? rows.every(isRow) : !text.startsWith('SELECT');
    if (!isWhole) {
      const error = strange();
      this.cut(error);
      throw error;
    }
    return Array.isArray(rows) ? rows : [];
  }

  /** Cuts the connection when nobody has asked anything for `idleMs`; 0: not any more. */
  rest(idleMs: number): void {
    const { stream } = this.#inside;
    stream.removeAllListeners('timeout').setTimeout(idleMs, () => this.cut(new Error('nobody asked')));
  }

  /** Says goodbye: the server closes it. */
  end(): void {
    if (!this.#isCut) this.#connection.end(() => undefined);
  }

  /** Ends it here and now, and rejects what is under way with `error`. */
  cut(error: unknown): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#inside.stream.destroy();
    this.#socket.destroy();
    this.#fail(error);
    this.#onCut();
  }

  get #inside(): Inside {
    return this.#connection as unknown as Inside;
  }

  #answer<Rows>(giveUpMs: number, ask: (done: (error: unknown, rows: Rows) => void) => void): Promise<Rows> {
    return new Promise((resolve, reject) => {
      if (this.#isCut) return reject(new Error('the connection has ended'));
      this.#bytes = 0;
      this.#packets = 0;
      const timer = setTimeout(() => this.cut(new Error(`no answer within ${giveUpMs} ms`)), giveUpMs);
      this.#fail = (error) => {
        clearTimeout(timer);
        reject(error);
      };
      ask((error, rows) => {
        clearTimeout(timer);
        if (!error) return resolve(rows);
        // What the server itself finds fault with leaves the connection as it was.
        if (!isOfServer(error)) this.cut(error);
        reject(error);
      });
    });
  }

  /** What reads the bytes may throw on garbage, tell of it on stderr, or go on for ever: here it ends the connection. */
  #guard(): void {
    this.#connection.on('error', (error) => this.cut(error));
    (this.#connection as unknown as NodeJS.EventEmitter).on('warn', (error: Error) => {
      throw error;
    });
    const inside = this.#inside;
    const handle = inside.handlePacket.bind(inside);
    inside.handlePacket = (packet) => {
      this.#packets += 1;
      if (this.#packets > mostPackets) throw tooMuch(`${mostPackets} rows`);
      handle(packet);
    };
    const lost = (): void => this.cut(new Error('the server closed the connection'));
    this.#socket.on('close', lost).removeAllListeners('data').on('data', this.#read);
    this.#inside.startTLS = (onSecure) => {
      const { host, tls } = this.#address;
      const socket = this.#socket.removeAllListeners('data');
      const secure = connectTls({ ...tls, socket, ...(isIP(host) ? {} : { servername: host }) }, () => onSecure());
      this.#inside.stream = secure
        .on('error', (error) => this.cut(error))
        .on('close', lost)
        .on('data', this.#read);
    };
  }

  readonly #read = (bytes: Buffer): void => {
    this.#bytes += bytes.byteLength;
    if (this.#bytes > mostBytes) return this.cut(tooMuch(`${mostBytes} bytes`));
    try {
      this.#inside.packetParser.execute(bytes);
    } catch (error) {
      this.cut(error instanceof FaultyQuestion ? error : strange(error));
    }
  };
}

function tooMuch(what: string): FaultyQuestion {
  return new FaultyQuestion(`the server answered over ${what}: it must answer less at once`);
}

function strange(cause?: unknown): Error {
  return new Error('the server does not speak as MySQL does', { cause });
}
