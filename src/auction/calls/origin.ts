/** One host that bidders are called at: its connections, the limit on calls in flight, and the calls that wait for a connection. */

import { Connection, originUrl, type ConnectionRules } from './connection.ts';
import { hostConnector, type ConnectOptions } from './host-connector.ts';
import { serverCloses } from './call-faults.ts';
import { HostHealth, type HealthRules } from './host-health.ts';
import type { Opener, Openings } from './openings.ts';
import { type WaitingCall, WaitingCalls } from './waiting-calls.ts';

/** Bounds of one host. */
export interface OriginOptions extends ConnectOptions {
  /** Most calls in flight, draining ones included; further ones wait or are 'busy'. */
  readonly connectionsPerOrigin: number;
  /** Most bytes of a reply's body on the wire. */
  readonly maxReplyBytes: number;
  /** Most calls that may wait for one in flight to end; further ones are 'busy'. */
  readonly queuePerOrigin: number;
  readonly health: HealthRules;
  /** Decides when another TLS connection may be opened. */
  readonly openings: Openings;
}

/** One host: its connections and the calls in flight on them. */
export class Origin implements Opener {
  /** Calls in flight, including those whose late reply is still draining. */
  inFlight = 0;
  /** Set by every `Origins.find`, cleared when the host is next considered for removal. */
  isRecent = true;
  /** Which calls may be sent here. */
  readonly health: HostHealth;
  /** Calls for which no connection was free. */
  readonly waiting = new WaitingCalls();
  readonly #url: URL;
  readonly #isSecure: boolean;
  readonly #rules: ConnectionRules;
  readonly #limit: number;
  readonly #mostCalls: number;
  readonly #openings: Openings;
  readonly #all: Connection[] = [];
  readonly #free: Connection[] = [];
  /** Each reopens the connection of a call in flight; they wait for their turn to open. */
  readonly #reopenings: (() => void)[] = [];

  constructor(key: string, options: OriginOptions) {
    this.#url = originUrl(key);
    this.#isSecure = this.#url.protocol === 'https:';
    this.#rules = { connect: hostConnector(options), maxReplyBytes: options.maxReplyBytes };
    this.#limit = options.connectionsPerOrigin;
    this.#mostCalls = options.connectionsPerOrigin + options.queuePerOrigin;
    this.#openings = options.openings;
    this.health = new HostHealth(options.health, key);
  }

  /** True when no call is in flight or waiting. */
  get isUnused(): boolean {
    return this.inFlight === 0 && !this.waiting.hasAny();
  }

  /** Open connections without a call. */
  get idle(): number {
    return this.#free.filter(({ isOpen }) => isOpen).length;
  }

  /**
   * A connection for one call, the most recently used first; null when none is open and free, and none may be opened now. Return it with
   * `release`.
   */
  take(): Connection | null {
    const connection = this.#takeOpen() ?? this.#open();
    if (connection !== null) this.inFlight += 1;
    return connection;
  }

  /** Queues a call that got no connection, to be sent over the next one that is free or may be opened. False when too many wait. */
  wait(call: WaitingCall): boolean {
    if (!this.waiting.hasRoom(this.#mostCalls - this.inFlight)) return false;
    this.waiting.add(call);
    this.#askForMore();
    return true;
  }

  /** Takes back a connection whose call has ended. */
  release(connection: Connection): void {
    this.inFlight -= 1;
    connection.rest();
    this.#free.push(connection);
    // undici is still handling the end of the previous call.
    if (this.waiting.hasAny()) queueMicrotask(() => this.openNext());
  }

  /** Calls `open`, which reopens the connection of a call in flight: at once, or as soon as one may be opened. */
  reopen(open: () => void): void {
    if (!this.#isSecure || this.#openings.take()) return open();
    this.#reopenings.push(open);
    this.#openings.ask(this);
  }

  openNext(): void {
    if (this.#reopenings.length > 0 && this.#openings.take()) this.#reopenings.shift()!();
    else this.#sendNext();
    if (this.#reopenings.length > 0) this.#openings.ask(this);
    else if (this.waiting.hasAny()) this.#askForMore();
  }

  /** Closes connections that receive too many bytes. */
  closeFlooded(): void {
    for (const connection of this.#all) connection.closeIfFlooded();
  }

  /** Closes every connection: calls in flight end with an error, and waiting calls settle as 'cancelled'. */
  async destroy(): Promise<void> {
    this.waiting.giveUp('cancelled', serverCloses);
    await Promise.all(this.#all.map((connection) => connection.destroy()));
  }

  #sendNext(): void {
    if (!this.waiting.hasAny()) return;
    const connection = this.take();
    if (connection !== null) this.waiting.next()!.sendOver(connection);
  }

  #takeOpen(): Connection | undefined {
    if (this.#free.at(-1)?.isOpen === true) return this.#free.pop();
    const at = this.#free.findLastIndex(({ isOpen }) => isOpen);
    return at < 0 ? undefined : this.#free.splice(at, 1)[0];
  }

  /** Opens a connection; to be called only when no free connection is open. */
  #open(): Connection | null {
    if (!this.#mayOpen || (this.#isSecure && !this.#openings.take())) return null;
    return this.#free.pop() ?? this.#add();
  }

  get #mayOpen(): boolean {
    return this.#free.length > 0 || this.#all.length < this.#limit;
  }

  #askForMore(): void {
    if (this.#mayOpen) this.#openings.ask(this);
  }

  #add(): Connection {
    const connection = new Connection(this.#url, this.#rules);
    this.#all.push(connection);
    return connection;
  }
}
