/**
 * One connection to a bidder's host: an undici Client that carries one call at a time. undici's Pool is not used: a call
 * it refuses (a header with a line break) leaves its connection marked busy for ever, and it queues calls we must not send late.
 */

import type { Socket } from 'node:net';

import { type buildConnector, Client, type Dispatcher } from 'undici';

import { longestIdleMs } from '../../own-server.ts';
import { coded, floodCode } from './call-faults.ts';
import { plainContext } from './plain-context.ts';

/** What a connection needs: how it is made, and the bytes that a reply's body may have. */
export interface ConnectionRules {
  readonly connect: buildConnector.connector;
  readonly maxReplyBytes: number;
}

/** Bytes of a reply beside its body: announcements, headers, the frames of its chunks. */
const mostBesideBody = 1_048_576;

/**
 * The URL of an origin such as `https://host:8443`, as undici's clients want it: at every call they ask it for its origin and protocol,
 * which a URL puts together at every look, and this one keeps. All clients of a host may share it.
 */
export function originUrl(origin: string): URL {
  const url = new URL(origin);
  return Object.defineProperties(url, { origin: { value: url.origin }, protocol: { value: url.protocol } });
}

/** Carries one call at a time over a kept HTTP/1.1 connection, opening it anew whenever it is gone. */
export class Connection {
  #client: Client;
  #hasCarried = false;
  readonly #mostBytes: number;
  #socket: Socket | undefined;
  #isCarrying = false;
  /** Counts what begins the bytes anew: a socket, a call, a call's end. */
  #phase = 0;
  #seen = { phase: 0, bytesRead: 0 };

  /** `url` is what `originUrl` gives. */
  constructor(url: URL, { connect, maxReplyBytes }: ConnectionRules) {
    this.#mostBytes = maxReplyBytes + mostBesideBody;
    this.#client = new Client(url, {
      connect: (options, callback) =>
        connect(options, (...made) => {
          this.#socket = made[1] ?? undefined;
          this.#phase += 1;
          callback(...made);
        }),
      allowH2: false,
      // One call at a time is all that comes, but for one alone undici would set an immediate at each reply's end to go on.
      pipelining: 2,
      // The deadline and the drain end every call, so undici's own timers would only cost time.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: longestIdleMs,
      // Bidders that keep a connection for only a second or two are reused as well: a stale call is repeated.
      keepAliveTimeoutThreshold: 500,
    });
    this.#client.on('connect', () => {
      this.#hasCarried = false;
      if (this.#socket !== undefined) plainContext(this.#client, this.#socket);
    });
  }

  /** Hands a call to undici; `handler` hears of every end, also of a call that is not valid HTTP. Only one call at a time. */
  dispatch(call: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(call, handler);
  }

  /** Notes that a call is being written now; true when the open socket has carried one before and may be stale. */
  carry(): boolean {
    const isReused = this.#hasCarried;
    this.#hasCarried = true;
    this.#isCarrying = true;
    this.#phase += 1;
    return isReused;
  }

  /** Notes that the call has ended: whatever comes now is unasked, and closes the socket if it is here already. */
  rest(): void {
    this.#isCarrying = false;
    this.#phase += 1;
    // undici, still at the reply's end, would read it: that fails within its parser, and the client never goes on.
    if (this.#socket !== undefined && this.#socket.readableLength > 0) this.#socket.destroy(coded(floodCode));
  }

  /**
   * Closes the socket if more has come since it was last asked than a call may bring, or anything without a call: undici reads on for
   * ever where bytes belong to no reply, or to none of a reply's parts that it bounds.
   */
  closeIfFlooded(): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    const { bytesRead } = socket;
    if (this.#seen.phase !== this.#phase) this.#seen = { phase: this.#phase, bytesRead };
    else if (bytesRead - this.#seen.bytesRead > (this.#isCarrying ? this.#mostBytes : 0))
      socket.destroy(coded(floodCode));
  }

  /** True while there is a socket; whether its server has closed it is not known before the next turn of the event loop. */
  get isOpen(): boolean {
    return this.#socket?.destroyed === false;
  }

  /** True when the system has taken all that was written. */
  get isWritten(): boolean {
    return this.#socket?.writableLength === 0;
  }

  /** Closes the socket; a running call ends with an error. */
  async destroy(): Promise<void> {
    await this.#client.destroy();
  }
}
