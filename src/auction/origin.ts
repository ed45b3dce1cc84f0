/** One host that bidders are called at: its connections, how many calls they may carry, and the calls that wait for one of them. */

import { Connection, type ConnectionRules } from './connection.ts';
import { hostAddress } from './host-address.ts';
import { hostConnector, type ConnectOptions } from './host-connector.ts';
import { HostHealth, type HealthRules } from './host-health.ts';
import { WaitingCalls } from './waiting-calls.ts';

/** Bounds of one host: calls at once, and those that wait. */
export interface OriginOptions extends ConnectOptions {
  readonly connectionsPerOrigin: number;
  /** Bytes of a reply's body on the wire. */
  readonly maxReplyBytes: number;
  /** Calls to one host that may wait for a connection. */
  readonly queuePerOrigin: number;
  readonly health: HealthRules;
}

/** One host: its connections and the calls in flight on them. */
export class Origin {
  /** Calls in flight, those whose late reply is still draining among them. */
  inFlight = 0;
  /** Set by every look-up, cleared when the host is next considered for removal. */
  isRecent = true;
  /** Which calls may be sent here. */
  readonly health: HostHealth;
  /** Calls for which no connection was free. */
  readonly waiting: WaitingCalls;
  #address: URL;
  #rules: ConnectionRules;
  #limit: number;
  #all: Connection[] = [];
  #free: Connection[] = [];

  constructor(key: string, options: OriginOptions) {
    this.#address = hostAddress(key);
    this.#rules = { connect: hostConnector(options), maxReplyBytes: options.maxReplyBytes };
    this.#limit = options.connectionsPerOrigin;
    this.health = new HostHealth(options.health, key);
    this.waiting = new WaitingCalls(options.queuePerOrigin);
  }

  /** Open connections that wait for a call. */
  get idle(): number {
    return this.#free.filter(({ isOpen }) => isOpen).length;
  }

  /** A connection for one call, the warmest first; null when all are in use. Give it back with `release`. */
  take(): Connection | null {
    const connection = this.#free.pop() ?? this.#open();
    if (connection !== null) this.inFlight += 1;
    return connection;
  }

  /** Takes back a connection whose call has ended; `isOpen` false when the call's end closed its socket. */
  release(connection: Connection, isOpen: boolean): void {
    this.inFlight -= 1;
    connection.rest();
    this.#free.push(connection);
    const coldest = this.#free[0];
    if (!isOpen && coldest !== undefined) {
      this.#free[this.#free.length - 1] = coldest;
      this.#free[0] = connection;
    }
    // undici is still at the end of the last call.
    if (this.waiting.length > 0) queueMicrotask(() => this.#sendNext());
  }

  /** Closes connections on which far too much comes. */
  look(): void {
    for (const connection of this.#all) connection.look();
  }

  /** Closes every connection; running calls end with an error. */
  async destroy(): Promise<void> {
    await Promise.all(this.#all.map((connection) => connection.destroy()));
  }

  #sendNext(): void {
    const connection = this.take();
    if (connection === null) return;
    const call = this.waiting.next();
    if (call !== undefined) call.sendOver(connection);
    else {
      this.inFlight -= 1;
      this.#free.push(connection);
    }
  }

  #open(): Connection | null {
    if (this.#all.length >= this.#limit) return null;
    const connection = new Connection(this.#address, this.#rules);
    this.#all.push(connection);
    return connection;
  }
}
