/** The connections of one store to MySQL or MariaDB: those that rest are used again, and the end of the store is that of all, hung ones too. */
import { inTime } from '../in-time.ts';
import type { MysqlAddress } from './mysql-address.ts';
import { MysqlConnection } from './mysql-connection.ts';
import type { MysqlRow } from './mysql-words.ts';
import { closeMs, idleMs } from './store.ts';

/** Asks one question: a statement with its values in the places of `?`. */
export type AskMysql = (text: string, values: readonly string[]) => Promise<readonly MysqlRow[]>;

/** As many connections as questions are asked at once: who asks sees to their number. */
export class MysqlConnections {
  readonly #address: MysqlAddress;
  readonly #giveUpMs: number;
  readonly #all = new Set<MysqlConnection>();
  #idle: MysqlConnection[] = [];
  /** Set when the store is closed: hears that no connection is left. */
  #onEnd: (() => void) | undefined;

  /** Connects when it is asked; a question is given up after `giveUpMs`. */
  constructor(address: MysqlAddress, giveUpMs: number) {
    this.#address = address;
    this.#giveUpMs = giveUpMs;
  }

  /** How many there are, those that are being made among them. */
  get count(): number {
    return this.#all.size;
  }

  /** Adds one. */
  async add(): Promise<void> {
    this.#rest(await this.#opened());
  }

  readonly ask: AskMysql = async (text, values) => {
    const connection = this.#idle.pop() ?? (await this.#opened());
    connection.rest(0);
    try {
      return await connection.ask(text, values, this.#giveUpMs);
    } finally {
      this.#rest(connection);
    }
  };

  /** Ends them all within a moment; what still is asked rejects. */
  async close(): Promise<void> {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#onEnd = resolve;
    for (const connection of this.#idle.splice(0)) connection.end();
    if (this.#all.size > 0) await inTime(ended, closeMs);
    for (const connection of this.#all) connection.cut(closed());
  }

  /** One that is free again. */
  #rest(connection: MysqlConnection): void {
    if (!connection.isOpen) return;
    if (this.#onEnd !== undefined) return connection.end();
    this.#idle.push(connection);
    connection.rest(idleMs);
  }

  async #opened(): Promise<MysqlConnection> {
    if (this.#onEnd !== undefined) throw closed();
    const made: MysqlConnection = new MysqlConnection(this.#address, () => {
      this.#all.delete(made);
      this.#idle = this.#idle.filter((one) => one !== made);
      if (this.#all.size === 0) this.#onEnd?.();
    });
    this.#all.add(made);
    try {
      await made.opened(this.#giveUpMs);
    } catch (error) {
      made.cut(error);
      throw error;
    }
    return made;
  }
}

function closed(): Error {
  return new Error('the store is closed');
}
