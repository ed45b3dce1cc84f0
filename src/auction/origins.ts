/**
 * The hosts that bidders are called at (scheme, name and port), and the connections to each. Params may form host names,
 * so their number is bounded: the one unused the longest makes room, and none free means busy.
 */

import { Connection, hostConnector, type ConnectionRules, type ConnectOptions } from './connection.ts';
import { WaitingCalls } from './waiting-calls.ts';
import { type BidderHealth, type HealthRules, HostHealth } from './host-health.ts';

/** Bounds of the outgoing side: calls at once per host, hosts kept at once. */
export interface OriginOptions extends ConnectOptions {
  readonly connectionsPerOrigin: number;
  /** Bytes of a reply's body on the wire. */
  readonly maxReplyBytes: number;
  /** Calls to one host that may wait for a connection. */
  readonly queuePerOrigin: number;
  readonly maxOrigins: number;
  readonly health: HealthRules;
}

/** A call's uri, taken apart: the host it goes to and the path with its query. `origin` is null when no host is free. */
export interface Target {
  readonly origin: Origin | null;
  readonly path: string;
}

// A uri in the form that URL would give it back; any other goes through URL.
const plainUri = /^(https?:\/\/[a-z0-9.:[\]-]+)(\/[\x21\x24-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a~]*)$/;

/** The calls that hold a connection of a host, its connections without a call, and the calls that wait for one. */
export interface OriginUse {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
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
  #key: string;
  #rules: ConnectionRules;
  #limit: number;
  #all: Connection[] = [];
  #free: Connection[] = [];

  constructor(key: string, options: OriginOptions) {
    this.#key = key;
    this.#rules = { connect: hostConnector(options), maxReplyBytes: options.maxReplyBytes };
    this.#limit = options.connectionsPerOrigin;
    this.health = new HostHealth(options.health);
    this.waiting = new WaitingCalls(options.queuePerOrigin);
  }

  /** Connections that wait for a call. */
  get idle(): number {
    return this.#free.length;
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
    const connection = new Connection(this.#key, this.#rules);
    this.#all.push(connection);
    return connection;
  }
}

/** All hosts, at most `maxOrigins` at once. */
export class Origins {
  #options: OriginOptions;
  #byKey = new Map<string, Origin>();

  constructor(options: OriginOptions) {
    this.#options = options;
  }

  /** Where `uri` leads; null when it is not an http or https URL without credentials. */
  find(uri: string): Target | null {
    const plain = plainUri.exec(uri);
    const known = plain === null ? undefined : this.#byKey.get(plain[1]!);
    if (known !== undefined) {
      known.isRecent = true;
      return { origin: known, path: plain![2]! };
    }
    if (!URL.canParse(uri)) return null;
    const url = new URL(uri);
    if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
    return { origin: this.#at(url.origin), path: url.pathname + url.search };
  }

  /** Calls in flight over all hosts. */
  inFlight(): number {
    let sum = 0;
    for (const origin of this.#byKey.values()) sum += origin.inFlight;
    return sum;
  }

  /** How the connections of each host are used. */
  use(): Map<string, OriginUse> {
    const all = [...this.#byKey];
    return new Map(
      all.map(([key, { inFlight, idle, waiting }]) => [key, { inUse: inFlight, idle, waiting: waiting.length }]),
    );
  }

  /** How bidders are treated at hosts that have failed of late. */
  health(): BidderHealth[] {
    return [...this.#byKey.values()].filter(({ health }) => health.isSuspect).flatMap(({ health }) => health.states());
  }

  /** Closes every connection to every host; running calls end with an error. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#byKey.values()].map((origin) => origin.destroy()));
    this.#byKey.clear();
  }

  #at(key: string): Origin | null {
    const known = this.#byKey.get(key);
    if (known !== undefined) {
      known.isRecent = true;
      return known;
    }
    if (this.#byKey.size >= this.#options.maxOrigins && !this.#makeRoom()) return null;
    const origin = new Origin(key, this.#options);
    this.#byKey.set(key, origin);
    return origin;
  }

  // Hosts wait in a circle: one used since its last turn gets another, one in use is passed over.
  #makeRoom(): boolean {
    for (let turns = 2 * this.#byKey.size; turns > 0; turns -= 1) {
      const [key, origin] = this.#byKey.entries().next().value!;
      this.#byKey.delete(key);
      if (!origin.isRecent && origin.inFlight === 0) {
        void origin.destroy();
        return true;
      }
      origin.isRecent = false;
      this.#byKey.set(key, origin);
    }
    return false;
  }
}
