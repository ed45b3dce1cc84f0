/** The connections of one store to MySQL or MariaDB: idle ones are reused, and closing the store closes all, hung ones too. */
import { inTime } from '../in-time.ts';
import { askAgain } from './ask-again.ts';
import { closeMs, idleMs } from './database-times.ts';
import type { MysqlAddress } from './mysql-address.ts';
import { MysqlConnection, type MysqlRow } from './mysql-connection.ts';
import { isLost } from './mysql-faults.ts';

/** Runs one statement, with `values` in the places of `?`. */
export type AskMysql = (text: string, values: readonly string[]) => Promise<readonly MysqlRow[]>;

/** Makes one connection per concurrent query: the caller limits their number. */
export class MysqlConnections {
  readonly #address: MysqlAddress;
  readonly #giveUpMs: number;
  readonly #all = new Set<MysqlConnection>();
  #idle: MysqlConnection[] = [];
  /** Set when the store is closed; called when no connection is left. */
  #onEnd: (() => void) | undefined;

  /** Connects at the first query; a query times out after `giveUpMs`. */
  constructor(address: MysqlAddress, giveUpMs: number) {
    this.#address = address;
    this.#giveUpMs = giveUpMs;
  }

  /** How many connections there are, including those being made. */
  get count(): number {
    return this.#all.size;
  }

  /** Adds a connection. */
  async add(): Promise<void> {
    this.#release(await this.#open());
  }

  readonly ask: AskMysql = async (text, values) => {
    const connection = this.#idle.pop() ?? (await this.#open());
    connection.setIdleTimeout(0);
    try {
      return await connection.ask(text, values, this.#giveUpMs);
    } finally {
      this.#release(connection);
    }
  };

  /** As `ask`, for a statement that may run twice. */
  readonly askAgain: AskMysql = (text, values) =>
    askAgain(() => this.ask(text, values), { isReused: () => this.#idle.length > 0, isLost });

  /** Closes all connections within `closeMs`; queries still in flight reject. */
  async close(): Promise<void> {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#onEnd = resolve;
    for (const connection of this.#idle.splice(0)) connection.end();
    if (this.#all.size > 0) await inTime(ended, closeMs);
    for (const connection of this.#all) connection.cut(closed());
  }

  /** Takes back a connection that is free again. */
  #release(connection: MysqlConnection): void {
    if (!connection.isOpen) return;
    if (this.#onEnd !== undefined) return connection.end();
    this.#idle.push(connection);
    connection.setIdleTimeout(idleMs);
  }

  async #open(): Promise<MysqlConnection> {
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
